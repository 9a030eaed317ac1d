// @ts-check
// Compile the Python of the site with the very Python that the page runs: `node site/compile.mjs FOLDER`. Each folder
// under FOLDER becomes a zip beside it, with compiled files in the place of the sources.
import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "../node_modules/pyodide/pyodide.mjs";

const root = process.argv[2];
const py = await loadPyodide();
py.FS.mkdirTree("/stage");
py.mountNodeFS("/stage", path.resolve(root));
py.runPython(`
import compileall, os, zipfile
from py_compile import PycInvalidationMode
for part in sorted(os.listdir("/stage")):
    folder = f"/stage/{part}"
    if not os.path.isdir(folder):
        continue
    fine = compileall.compile_dir(folder, quiet=1, legacy=True, stripdir=folder, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
    assert fine, f"{part} could not be compiled"
    with zipfile.ZipFile(f"/stage/{part}.zip", "w", zipfile.ZIP_STORED) as out:
        for where, folders, files in os.walk(folder):
            folders.sort()
            for name in sorted(files):
                place = os.path.join(where, name)
                if not name.endswith(".py"):
                    info = zipfile.ZipInfo(os.path.relpath(place, folder), (2020, 1, 1, 0, 0, 0))
                    with open(place, "rb") as file:
                        out.writestr(info, file.read())
`);
for (const name of fs.readdirSync(root))
  if (name.endsWith(".zip")) console.log(name, fs.statSync(path.join(root, name)).size);
