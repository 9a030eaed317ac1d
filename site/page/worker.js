// @ts-check
// Python in a worker of the browser. The page starts it from its own text (a worker of that kind inherits the page's
// policy) and sends one message with what is needed; afterwards, messages for `theomachy_page.py` and back. The files
// of the site come from another worker, `loader.js`, through a port of their own.
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/**
 * @typedef {{ base: string, words: string, parts: string[], files: Record<string, string>, rest: [string, string],
 *   slug: string, dark: boolean }} Start
 */

const hex = (/** @type {ArrayBuffer} */ b) =>
  [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, "0")).join("");
/** @type {(data: BufferSource) => Promise<ArrayBuffer>} */
const digest = (data) => crypto.subtle.digest("SHA-256", data);

/** @type {(what: string) => void} */
const stage = (what) => postMessage(JSON.stringify({ do: "stage", what, at: Math.round(performance.now()) }));

// -- the files of the site --------------------------------------------------------------------------------------------
/** @typedef {{ pieces: Bytes[], whole: Promise<ArrayBuffer>, more: (ended: boolean, fault?: Error) => void,
 *   hear: (() => void) | undefined, ended: boolean, fault?: Error }} Coming */
class Files {
  /** @param {MessagePort} port */
  constructor(port) {
    this.port = port;
    /** @type {Map<string, Coming>} */
    this.coming = new Map();
    /** @type {(name: string) => void} */
    let known = () => {};
    /** @type {Promise<string>} the name of what the browser keeps, "" if nothing */
    this.store = new Promise((done) => {
      known = done;
    });
    let over = () => {};
    /** @type {Promise<void>} */
    this.settled = new Promise((done) => {
      over = done;
    });
    port.onmessage = ({ data: m }) => {
      if (m.store !== undefined) known(m.store);
      else if (m.settled) over();
      else {
        const one = this.one(m.name);
        if (m.piece) one.pieces.push(m.piece);
        one.more(Boolean(m.done), m.fault && new Error(m.fault));
      }
    };
  }
  /** @type {(name: string) => Coming} */
  one(name) {
    const found = this.coming.get(name);
    if (found) return found;
    /** @type {(data: ArrayBuffer | Promise<ArrayBuffer>) => void} */
    let done = () => {};
    /** @type {(fault: Error) => void} */
    let fail = () => {};
    /** @type {Coming} */
    const made = {
      pieces: [],
      whole: new Promise((yes, no) => {
        done = yes;
        fail = no;
      }),
      hear: undefined,
      ended: false,
      more(ended, fault) {
        made.ended ||= ended;
        made.fault ||= fault;
        if (fault) fail(fault);
        else if (ended) done(joined(made.pieces));
        made.hear?.();
      },
    };
    made.whole.catch(() => {}); // it is told when it is waited for
    this.coming.set(name, made);
    return made;
  }
  /** @type {(name: string) => Promise<ArrayBuffer>} */
  whole(name) {
    return this.one(name).whole;
  }
  // What there is of it, and the rest as it comes.
  /** @type {(name: string) => ReadableStream<Bytes>} */
  stream(name) {
    const one = this.one(name);
    let told = 0;
    return new ReadableStream({
      start: (on) => {
        one.hear = () => {
          while (told < one.pieces.length) on.enqueue(one.pieces[told++]);
          if (!one.fault && !one.ended) return;
          one.hear = undefined;
          if (one.fault) on.error(one.fault);
          else on.close();
        };
        one.hear();
      },
    });
  }
  // Nobody asks for these any more.
  forget() {
    this.coming.clear();
  }
}
/** @type {(pieces: Bytes[]) => ArrayBuffer | Promise<ArrayBuffer>} */
const joined = (pieces) => (pieces.length === 1 ? pieces[0].buffer : new Blob(pieces).arrayBuffer());

/** @type {(files: Files, name: string) => Promise<any>} */
const script = async (files, name) =>
  import(URL.createObjectURL(new Blob([await files.whole(name)], { type: "text/javascript" })));

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
// What Python's memory is when all that every screen needs is imported, the browser keeps after a first start, and what
// it is when the rules of a game are imported and its usual board is painted: the next start begins with one of them.
// Their name goes by everything that was built and by the browser, and a hash stands in front of each.
// Where nothing can be kept, or what is found is not what was kept, Python starts from the beginning.
const SUM = 32, // bytes of the hash
  SETTLED = 2000; // milliseconds after which the screen stands and there is time to keep something

/** @type {(files: Files) => Promise<Cache | undefined>} */
async function store(files) {
  const name = await files.store;
  try {
    return name ? await caches.open(name) : undefined;
  } catch {
    return undefined; // refused
  }
}
// Of all screens, or of one game.
const place = (/** @type {Start} */ start, game = "") => `${start.base}start/${game}`;
/** @type {(found: Response) => Promise<Bytes>} */
async function remembered(found) {
  const all = new Uint8Array(await found.arrayBuffer()),
    memory = all.subarray(SUM);
  if (hex(await digest(memory)) !== hex(all.slice(0, SUM).buffer)) throw new Error("it is not what was kept");
  return memory;
}
/** @type {(cache: Cache, memories: Map<string, Bytes>) => Promise<boolean>} */
async function remember(cache, memories) {
  try {
    for (const [place, memory] of memories)
      await cache.put(place, new Response(new Blob([await digest(memory), memory])));
    return true;
  } catch {
    return false; // full: the next start is as this one was
  }
}

// -- Python -----------------------------------------------------------------------------------------------------------
/** @typedef {Promise<Bytes> | undefined} Memory */
/** @type {(start: Start, files: Files, memory: Memory, keeps: boolean) => Promise<any>} */
async function python(start, files, memory, keeps) {
  const plain = globalThis.fetch;
  const library = files.whole("parts/stdlib.zip"),
    glue = script(files, "runtime/pyodide.asm.mjs");
  glue.catch(() => {}); // it is told when it is waited for
  // The runtime asks for its program and for the standard library by name: it gets ours.
  globalThis.fetch = async (what, how) => {
    const name = String(what).split("/").pop();
    if (name === "pyodide.asm.wasm")
      return new Response(files.stream(`runtime/${name}`), { headers: { "Content-Type": "application/wasm" } });
    if (name === "python_stdlib.zip") return new Response(await library);
    return plain(what, how);
  };
  try {
    const { loadPyodide } = await script(files, "runtime/pyodide.mjs");
    stage("runtime");
    const started = loadPyodide({
      indexURL: `${start.base}runtime/`,
      lockFileContents: new TextDecoder().decode(await files.whole("runtime/pyodide-lock.json")),
      packageBaseUrl: start.base,
      createPyodideModule: async (/** @type {any} */ settings) => {
        const made = await (await glue).default(settings);
        // It begins with less memory than what is kept has grown to.
        const size = (await memory)?.length || 0;
        if (made.HEAPU8.length < size) made.growMemory(size);
        return made;
      },
      _makeSnapshot: keeps,
      ...(memory ? { _loadSnapshot: memory } : {}),
    });
    // It waits for ever for a program that does not come.
    const needed = [files.whole("runtime/pyodide.asm.wasm"), library].map((one) => one.then(() => started));
    return await Promise.race([started, ...needed]);
  } finally {
    globalThis.fetch = plain;
  }
}

// The board of a game is painted, and Python holds nothing of the page afterwards: no memory could be kept otherwise.
/** @type {(py: any, start: Start) => void} */
function prepared(py, start) {
  const page = py.pyimport("theomachy_page"),
    prepare = page.prepare;
  prepare(start.slug, start.dark);
  prepare.destroy();
  page.destroy();
}

/** @type {(start: Start, files: Files) => Promise<void>} */
async function run(start, files) {
  const cache = await store(files),
    [core, ...games] = start.parts,
    game = games.length === 1 ? games[0] : "";
  /** @type {any} */
  let py;
  let from = ""; // where the memory lay with which it begins
  try {
    for (const place_ of new Set([place(start, game), place(start)])) {
      const found = await cache?.match(place_);
      if (!found) continue;
      from = place_;
      const memory = remembered(found); // it is read while the program comes
      memory.catch(() => {}); // it is told when it is waited for
      py = await python(start, files, memory, true);
      stage("remembered");
      /** @type {any} */ ((await memory).buffer).transfer?.(0); // Python has its own copy
      break;
    }
  } catch {
    await cache?.delete(from).catch(() => false);
    from = "";
  }
  py ||= await python(start, files, undefined, Boolean(cache));
  stage("python");
  // What all screens need is imported while the game comes.
  const site = "/lib/python3.14/site-packages";
  unpack(py.FS, site, await files.whole(core));
  for (const name of ["modules.json", "rest.json"]) py.FS.rename(`${site}/${name}`, `/${name}`);
  py.FS.writeFile("/whole.json", JSON.stringify(start.rest));
  for (const folder of ["/saves", "/opened"]) py.FS.mkdirTree(folder);
  py.runPython("import theomachy_page");
  /** @type {Map<string, Bytes>} */
  const memories = new Map();
  const snapshot = (/** @type {string} */ place_) => {
    try {
      memories.set(place_, py.makeMemorySnapshot());
    } catch {} // something of the page is held by Python: nothing is kept
  };
  if (cache && !from) snapshot(place(start));
  stage("screens");
  for (const each of games) unpack(py.FS, site, await files.whole(each));
  files.forget();
  if (cache && game && from !== place(start, game)) {
    prepared(py, start);
    snapshot(place(start, game));
  }
  for (const [name, text] of Object.entries(start.files)) py.FS.writeFile(name, text);
  stage("rules");
  setTimeout(async () => {
    const kept = cache && memories.size && (await remember(cache, memories));
    memories.clear();
    files.port.postMessage("keep");
    await files.settled;
    if (kept) stage("kept");
  }, SETTLED);
  const page = py.pyimport("theomachy_page");
  const heard = page.begin((/** @type {string} */ text) => postMessage(text), start.words);
  self.onmessage = (e) => heard(e.data);
}

self.onmessage = (e) => {
  run(e.data, new Files(e.ports[0])).catch((fault) =>
    postMessage(JSON.stringify({ do: "failed", text: String(fault?.message || fault) })),
  );
};
