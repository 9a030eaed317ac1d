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

/** @type {(start: Start) => Promise<void>} */
async function run(start) {
  const plain = globalThis.fetch;
  const own = new Map([["pyodide.asm.wasm", "application/wasm"]]);
  // The runtime asks for its program by name: it gets ours, checked.
  globalThis.fetch = async (what, how) => {
    const name =
      String(what instanceof Request ? what.url : what)
        .split("/")
        .pop() || "";
    const type = own.get(name);
    if (type) return new Response(await file(start, `runtime/${name}`), { headers: { "Content-Type": type } });
    return plain(what, how);
  };
  const archives = Promise.all(start.parts.map((part) => file(start, part)));
  const library = file(start, "runtime/python_stdlib.zip");
  const lock = file(start, "runtime/pyodide-lock.json");
  const { loadPyodide } = await import(`${start.base}runtime/pyodide.mjs`);
  stage("runtime");
  const url = URL.createObjectURL(new Blob([await library]));
  const py = await loadPyodide({
    indexURL: `${start.base}runtime/`,
    stdLibURL: url,
    lockFileContents: new TextDecoder().decode(await lock),
    packageBaseUrl: start.base,
  });
  stage("python");
  const site = "/lib/python3.14/site-packages";
  for (const data of await archives) py.unpackArchive(data, "zip", { extractDir: site });
  for (const [name, text] of Object.entries(start.files)) {
    py.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    py.FS.writeFile(name, text);
  }
  for (const folder of ["/saves", "/opened"]) py.FS.mkdirTree(folder);
  py.FS.rename(`${site}/modules.json`, "/modules.json");
  stage("rules");
  const page = py.pyimport("theomachy_page");
  stage("screens");
  const heard = page.begin((/** @type {string} */ text) => postMessage(text), start.words);
  self.onmessage = (e) => heard(e.data);
}

self.onmessage = (e) => {
  run(e.data).catch((fault) => postMessage(JSON.stringify({ do: "failed", text: String(fault?.message || fault) })));
};
