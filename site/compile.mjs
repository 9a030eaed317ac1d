// @ts-check
// Compile the Python of the site with the very Python that the page runs: `node site/compile.mjs FOLDER`. What is made of
// each folder under FOLDER says site/compiled.py.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";

const py = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
const loaded = py.runPython("import sys; list(sys.modules)");
for (const [place, folder] of [
  ["/stage", path.resolve(process.argv[2])],
  ["/site", path.dirname(fileURLToPath(import.meta.url))],
]) {
  py.FS.mkdirTree(place);
  py.mountNodeFS(place, folder);
}
py.globals.set("loaded", loaded);
py.runPython(`
from pathlib import Path
sys.path.insert(0, "/site")
sys.dont_write_bytecode = True
import compiled
compiled.make(Path("/stage"), Path("/lib/python314.zip"), loaded)
`);
