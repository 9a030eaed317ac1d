// @ts-check
// Python in a worker of the browser. The page starts it from its own text (a worker of that kind inherits the page's
// policy) and sends one message with what is needed; afterwards, messages for `theomachy_page.py` and back.
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/**
 * @typedef {{ base: string, words: string, parts: string[], files: Record<string, string>, keeps: boolean,
 *   known: Record<string, [size: number, sha256: string]> }} Start
 */

const hex = (/** @type {ArrayBuffer} */ b) =>
  [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, "0")).join("");
/** @type {(data: BufferSource) => Promise<ArrayBuffer>} */
const digest = (data) => crypto.subtle.digest("SHA-256", data);
const words = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** @type {(what: string) => void} */
const stage = (what) => postMessage(JSON.stringify({ do: "stage", what, at: Math.round(performance.now()) }));

// -- the files of the site --------------------------------------------------------------------------------------------
// They lie compressed in its folder, with size and hash in the list of the page: what was not built so is not used.
/** @type {(start: Start, name: string) => Promise<ReadableStream<Bytes>>} */
async function opened(start, name) {
  const known = start.known[name];
  if (!known) throw new Error(`this site has no file ${name}`);
  const found = await fetch(`${start.base}${name}.gz?${known[1].slice(0, 12)}`);
  if (!found.ok || !found.body)
    throw new Error(`${name} could not be loaded (${found.status}): load the page once more`);
  return found.body.pipeThrough(new DecompressionStream("gzip"));
}
/** @type {(start: Start, name: string, data: ArrayBuffer) => Promise<void>} */
async function checked(start, name, data) {
  if (hex(await digest(data)) !== start.known[name][1])
    throw new Error(`${name} is not the file of this site: load the page once more`);
}
/** @type {(start: Start, name: string) => Promise<ArrayBuffer>} */
async function file(start, name) {
  const data = await new Response(await opened(start, name)).arrayBuffer();
  await checked(start, name, data);
  return data;
}
// The same for what is compiled while it comes: its last bytes are held back until the `whole` is known to be right.
/** @type {(start: Start, name: string) => { stream: ReadableStream<Bytes>, whole: Promise<void> }} */
function coming(start, name) {
  /** @type {Bytes[]} */
  const chunks = [];
  const held = new TransformStream({
    transform(chunk, on) {
      const before = chunks.at(-1);
      if (before) on.enqueue(before);
      chunks.push(chunk);
    },
    async flush(on) {
      await checked(start, name, await new Blob(chunks).arrayBuffer());
      on.enqueue(chunks.at(-1));
    },
  });
  const whole = opened(start, name).then(
    (found) => found.pipeTo(held.writable),
    (fault) => held.writable.abort(fault).then(() => Promise.reject(fault)),
  );
  return { stream: held.readable, whole };
}
/** @type {(start: Start, name: string) => Promise<any>} */
const script = async (start, name) =>
  import(URL.createObjectURL(new Blob([await file(start, name)], { type: "text/javascript" })));

// A pack: a line with the length of each file by its name, and their bytes one behind the other.
/** @type {(fs: any, folder: string, data: ArrayBuffer) => void} */
function unpack(fs, folder, data) {
  const all = new Uint8Array(data),
    made = new Set();
  let at = all.indexOf(10) + 1;
  for (const [name, size] of Object.entries(JSON.parse(new TextDecoder().decode(all.subarray(0, at))))) {
    const place = `${folder}/${name}`,
      above = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(above)) fs.mkdirTree(above);
    made.add(above);
    fs.writeFile(place, all.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// -- the memory of a start --------------------------------------------------------------------------------------------
// What Python's memory is when all that every screen needs is imported, the browser keeps after a first start: the next
// begins with it. Its name goes by everything that was built and by the browser, and its hash stands in front of it.
// Where nothing can be kept, or what is found is not what was kept, Python starts from the beginning.
const KEPT = "theomachy start",
  SUM = 32, // bytes of the hash
  SETTLED = 2000; // milliseconds after which the screen stands and there is time to keep something

/** @type {(start: Start) => Promise<Cache | undefined>} */
async function store(start) {
  if (!start.keeps) return undefined;
  try {
    const name = hex(await digest(words(JSON.stringify(start.known) + navigator.userAgent)));
    const whose = `${KEPT} ${start.base} `;
    for (const old of await caches.keys()) if (old.startsWith(whose) && old !== whose + name) await caches.delete(old);
    return await caches.open(whose + name);
  } catch {
    return undefined; // refused
  }
}
const place = (/** @type {Start} */ start) => `${start.base}start`;
/** @type {(found: Response) => Promise<Bytes>} */
async function remembered(found) {
  const all = new Uint8Array(await found.arrayBuffer()),
    memory = all.subarray(SUM);
  if (hex(await digest(memory)) !== hex(all.slice(0, SUM).buffer)) throw new Error("it is not what was kept");
  return memory;
}
/** @type {(start: Start, cache: Cache, memory: Bytes) => Promise<void>} */
async function remember(start, cache, memory) {
  try {
    await cache.put(place(start), new Response(new Blob([await digest(memory), memory])));
    stage("kept");
  } catch {} // full: the next start is as this one was
}

// -- Python -----------------------------------------------------------------------------------------------------------
/** @typedef {Promise<Bytes> | undefined} Memory */
/** @type {(start: Start, memory: Memory, keeps: boolean, came: () => void) => Promise<any>} */
async function python(start, memory, keeps, came) {
  const plain = globalThis.fetch;
  const program = coming(start, "runtime/pyodide.asm.wasm"),
    library = file(start, "parts/stdlib.zip"),
    lock = file(start, "runtime/pyodide-lock.json"),
    glue = script(start, "runtime/pyodide.asm.mjs");
  program.whole.then(came, () => {});
  // The runtime asks for its program and for the standard library by name: it gets ours.
  globalThis.fetch = async (what, how) => {
    const name = String(what).split("/").pop();
    if (name === "pyodide.asm.wasm")
      return new Response(program.stream, { headers: { "Content-Type": "application/wasm" } });
    if (name === "python_stdlib.zip") return new Response(await library);
    return plain(what, how);
  };
  try {
    const { loadPyodide } = await script(start, "runtime/pyodide.mjs");
    stage("runtime");
    const started = loadPyodide({
      indexURL: `${start.base}runtime/`,
      lockFileContents: new TextDecoder().decode(await lock),
      packageBaseUrl: start.base,
      createPyodideModule: async (/** @type {any} */ settings) => {
        const made = await (await glue).default(settings);
        // It begins with less memory than what is kept has grown to.
        const size = (await memory)?.length || 0;
        if (made.HEAPU8.length < size) made.growMemory(size);
        return made;
      },
      ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: keeps }),
    });
    // It waits for ever for a program that does not come.
    const needed = [program.whole, library].map((one) => one.then(() => started));
    return await Promise.race([started, ...needed]);
  } finally {
    globalThis.fetch = plain;
  }
}

/** @type {(start: Start) => Promise<void>} */
async function run(start) {
  const cache = await store(start);
  /** @type {() => void} */
  let came = () => {};
  // What Python needs itself comes first; then, while it starts, rules and screens.
  const parts = new Promise((done) => {
    came = () => done(undefined);
  }).then(() => Promise.all(start.parts.map((part) => file(start, part))));
  parts.catch(() => {}); // it is told when they are waited for
  /** @type {any} */
  let py;
  try {
    const found = await cache?.match(place(start));
    if (found) {
      const memory = remembered(found); // it is read while the program comes
      memory.catch(() => {}); // it is told when it is waited for
      py = await python(start, memory, false, came);
      stage("remembered");
      /** @type {any} */ ((await memory).buffer).transfer?.(0); // Python has its own copy
    }
  } catch {
    await cache?.delete(place(start)).catch(() => false);
  }
  const early = Boolean(py);
  py ||= await python(start, undefined, Boolean(cache), came);
  stage("python");
  came();
  const site = "/lib/python3.14/site-packages";
  for (const data of await parts) unpack(py.FS, site, data);
  for (const [name, text] of Object.entries(start.files)) {
    py.FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    py.FS.writeFile(name, text);
  }
  for (const folder of ["/saves", "/opened"]) py.FS.mkdirTree(folder);
  for (const name of ["modules.json", "rest.json"]) py.FS.rename(`${site}/${name}`, `/${name}`);
  const rest = "runtime/python_stdlib.zip";
  py.FS.writeFile("/whole.json", JSON.stringify([`${start.base}${rest}.gz`, start.known[rest][1]]));
  stage("rules");
  py.pyimport("theomachy_page").destroy();
  if (cache && !early) {
    try {
      const memory = py.makeMemorySnapshot();
      setTimeout(() => remember(start, cache, memory), SETTLED);
    } catch {} // something of the page is held by Python: nothing is kept
  }
  const page = py.pyimport("theomachy_page");
  stage("screens");
  const heard = page.begin((/** @type {string} */ text) => postMessage(text), start.words);
  self.onmessage = (e) => heard(e.data);
}

self.onmessage = (e) => {
  run(e.data).catch((fault) => postMessage(JSON.stringify({ do: "failed", text: String(fault?.message || fault) })));
};
