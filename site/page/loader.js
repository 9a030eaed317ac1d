// @ts-check
// The files of the site, in a worker of their own: they come, are unpacked and checked while Python starts in another.
// They lie packed in the folder, with size and hash in the list of the page: what was not built so is not used.
// What was unpacked the browser keeps, since to read it again takes less than to unpack it (`worker.js` says when).
import { XzReadableStream } from "xz-decompress";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{ base: string, known: Record<string, [size: number, sha256: string]>, keeps: boolean,
 *   together: string[], after: string[] }} Wanted  `together` at once, `after` one behind the other */

const KEPT = "theomachy start",
  NEARLY = 0.9; // of a file: the next one is asked for then, and the line does not wait
const hex = (/** @type {ArrayBuffer} */ b) =>
  [...new Uint8Array(b)].map((x) => x.toString(16).padStart(2, "0")).join("");
/** @type {(data: BufferSource) => Promise<ArrayBuffer>} */
const digest = (data) => crypto.subtle.digest("SHA-256", data);

class Loader {
  /** @param {Wanted} wanted @param {MessagePort} port */
  constructor(wanted, port) {
    this.wanted = wanted;
    this.port = port;
    /** @type {Cache | undefined} */
    this.cache = undefined;
    /** @type {Map<string, Bytes>} */
    this.fresh = new Map(); // what has come and is not kept
  }

  async run() {
    const { together, after } = this.wanted;
    this.port.onmessage = () => this.keep();
    this.port.postMessage({ store: await this.store() });
    const first = together.map((name) => this.file(name));
    let before = first[0];
    for (const name of after) {
      await before.nearly;
      before = this.file(name);
    }
  }

  // Its name goes by everything that was built and by the browser; "" where nothing is kept.
  async store() {
    if (!this.wanted.keeps) return "";
    try {
      const all = new TextEncoder().encode(JSON.stringify(this.wanted.known) + navigator.userAgent);
      const whose = `${KEPT} ${this.wanted.base} `,
        mine = whose + hex(await digest(all));
      for (const old of await caches.keys()) if (old.startsWith(whose) && old !== mine) await caches.delete(old);
      this.cache = await caches.open(mine);
      return mine;
    } catch {
      return ""; // refused
    }
  }

  /** @type {(name: string) => { nearly: Promise<void> }} */
  file(name) {
    let near = () => {};
    /** @type {Promise<void>} */
    const nearly = new Promise((done) => {
      near = done;
    });
    // Pieces of it; Python's program is compiled while it comes.
    const some = (/** @type {Bytes} */ piece) => this.port.postMessage({ name, piece });
    this.load(name, near, some)
      .then(
        () => this.port.postMessage({ name, done: true }),
        (fault) => this.port.postMessage({ name, fault: String(fault?.message || fault) }),
      )
      .finally(near);
    return { nearly };
  }

  /** @type {(name: string, near: () => void, some: (piece: Bytes) => void) => Promise<void>} */
  async load(name, near, some) {
    const known = this.wanted.known[name];
    if (!known) throw new Error(`this site has no file ${name}`);
    const kept = await this.kept(name, known[1]);
    if (kept) {
      near();
      some(kept);
      return;
    }
    const found = await fetch(`${this.wanted.base}${name}.xz?${known[1].slice(0, 12)}`);
    if (!found.ok || !found.body)
      throw new Error(`${name} could not be loaded (${found.status}): load the page once more`);
    const whole = new Uint8Array(known[0]);
    let at = 0,
      told = 0;
    try {
      const from = new XzReadableStream(found.body).getReader();
      for (;;) {
        const { value, done } = await from.read();
        if (done) break;
        // The last piece is held back until the whole is known to be right.
        if (at > told) some(whole.slice(told, at));
        told = at;
        whole.set(value, at);
        at += value.length;
        if (at > NEARLY * known[0]) near();
      }
    } catch {
      throw this.another(name);
    }
    if (hex(await digest(whole)) !== known[1]) throw this.another(name);
    some(whole.slice(told));
    if (this.cache) this.fresh.set(name, whole);
  }
  another(/** @type {string} */ name) {
    return new Error(`${name} is not the file of this site: load the page once more`);
  }

  /** @type {(name: string, sum: string) => Promise<Bytes | undefined>} */
  async kept(name, sum) {
    const place = this.wanted.base + name;
    try {
      const found = await this.cache?.match(place);
      if (!found) return undefined;
      const data = new Uint8Array(await found.arrayBuffer());
      if (hex(await digest(data)) === sum) return data;
      await this.cache?.delete(place);
    } catch {} // it comes as it did the first time
    return undefined;
  }
  async keep() {
    try {
      for (const [name, data] of this.fresh) await this.cache?.put(this.wanted.base + name, new Response(data));
    } catch {} // full: they come once more
    this.fresh.clear();
    this.port.postMessage({ settled: true });
    this.port.close();
    self.close();
  }
}

self.onmessage = (e) => new Loader(e.data, e.ports[0]).run();
