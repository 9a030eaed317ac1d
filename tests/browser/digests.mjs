// @ts-check
// Seeded games played by the very Python that the page runs: `node tests/browser/digests.mjs ROOT MANY`. The digests
// of the first MANY games of each (0: all) go out as JSON, as `tests/conformance/golden.py` has them.
import { loadPyodide } from "../../node_modules/pyodide/pyodide.mjs";

const [root, many] = process.argv.slice(2);
const py = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1" } });
py.FS.mkdirTree("/tree");
py.mountNodeFS("/tree", root);
const told = py.runPython(`
import importlib.metadata, json, sys, tomllib
from pathlib import Path
sys.path[:0] = ["/tree/rules", "/tree"]
# What an installed package says of itself.
said = tomllib.loads(Path("/tree/pyproject.toml").read_text())["project"]
place = Path("/lib/said/theomachy-0.dist-info")
place.mkdir(parents=True)
(place / "METADATA").write_text("Metadata-Version: 2.1\\nName: theomachy\\nVersion: 0\\n")
(place / "entry_points.txt").write_text("[theomachy.games]\\n" + "\\n".join(
    f"{name} = {value}" for name, value in said["entry-points"]["theomachy.games"].items()))
sys.path.append("/lib/said")
from tests.conformance import golden
found = {}
golden.SEEDS = ${Number(many)} or golden.SEEDS
for slug in ("cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles"):
    found[slug] = golden.digests(slug, ${Number(many) ? "False" : "True"})
json.dumps({"bits": sys.maxsize.bit_length() + 1, "python": sys.version.split()[0], "digests": found})
`);
console.log(told);
