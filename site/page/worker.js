// @ts-check
// Python in a worker of the browser. The page starts it from its own text (a worker of that kind inherits the page's
// policy) and sends one message with what is needed; afterwards, messages for `theomachy_page.py` and back.
/**
 * @typedef {{ base: string, words: string, parts: string[], files: Record<string, string>,
 *   known: Record<string, [size: number, sha256: string]> }} Start
 */

const hex = (/** @type {ArrayBuffer} */ b) =>
  [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, "0")).join("");

/** @type {(what: string) => void} */
const stage = (what) => postMessage(JSON.stringify({ do: "stage", what, at: Math.round(performance.now()) }));

// These files lie compressed in the folder of the site, with size and hash in the list of the page: what is not
// what was built is not used.
/** @type {(start: Start, name: string) => Promise<ArrayBuffer>} */
async function file(start, name) {
  const known = start.known[name];
  if (!known) throw new Error(`this site has no file ${name}`);
  const found = await fetch(`${start.base}${name}.gz?${known[1].slice(0, 12)}`);
  if (!found.ok || !found.body)
    throw new Error(`${name} could not be loaded (${found.status}): load the page once more`);
  const data = await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", data)) !== known[1])
    throw new Error(`${name} is not the file of this site: load the page once more`);
  return data;
}

/** @type {(start: Start, name: string) => Promise<any>} */
const script = async (start, name) =>
  import(URL.createObjectURL(new Blob([await file(start, name)], { type: "text/javascript" })));

// A pack: a line with the length of each file by its name, and their bytes one behind the other.
/** @type {(fs: any, folder: string, data: ArrayBuffer) => void} */
function unpack(fs, folder, data) {
  const all = new Uint8Array(data);
  let at = all.indexOf(10) + 1;
  const made = new Set();
  for (const [name, size] of Object.entries(JSON.parse(new TextDecoder().decode(all.subarray(0, at))))) {
    const place = `${folder}/${name}`;
    const above = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(above)) fs.mkdirTree(above);
    made.add(above);
    fs.writeFile(place, all.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** @type {(start: Start) => Promise<void>} */
async function run(start) {
  const plain = globalThis.fetch;
  const own = new Map([
    ["pyodide.asm.wasm", "runtime/pyodide.asm.wasm"],
    ["python_stdlib.zip", "parts/stdlib.zip"],
  ]);
  // The runtime asks for its program and library by name: it gets ours, checked.
  globalThis.fetch = async (what, how) => {
    const name = own.get(String(what).split("/").pop() || "");
    if (!name) return plain(what, how);
    const type = name.endsWith("wasm") ? "application/wasm" : "application/zip";
    return new Response(await file(start, name), { headers: { "Content-Type": type } });
  };
  const archives = Promise.all(start.parts.map((part) => file(start, part)));
  const lock = file(start, "runtime/pyodide-lock.json");
  const program = script(start, "runtime/pyodide.asm.mjs");
  const { loadPyodide } = await script(start, "runtime/pyodide.mjs");
  stage("runtime");
  const py = await loadPyodide({
    indexURL: `${start.base}runtime/`,
    lockFileContents: new TextDecoder().decode(await lock),
    packageBaseUrl: start.base,
    createPyodideModule: async (/** @type {any} */ settings) => (await program).default(settings),
  });
  stage("python");
  const site = "/lib/python3.14/site-packages";
  for (const data of await archives) unpack(py.FS, site, data);
  for (const [name, text] of Object.entries(start.files)) {
    py.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    py.FS.writeFile(name, text);
  }
  for (const folder of ["/saves", "/opened"]) py.FS.mkdirTree(folder);
  for (const name of ["modules.json", "rest.json"]) py.FS.rename(`${site}/${name}`, `/${name}`);
  const rest = "runtime/python_stdlib.zip";
  py.FS.writeFile("/whole.json", JSON.stringify([`${start.base}${rest}.gz`, start.known[rest][1]]));
  stage("rules");
  const page = py.pyimport("theomachy_page");
  stage("screens");
  const heard = page.begin((/** @type {string} */ text) => postMessage(text), start.words);
  self.onmessage = (e) => heard(e.data);
}

self.onmessage = (e) => {
  run(e.data).catch((fault) => postMessage(JSON.stringify({ do: "failed", text: String(fault?.message || fault) })));
};
