// @ts-check
// The page of the site: the start page without Python, and everything else with Python in a worker. Modules of widgets
// are those of JupyterLab, each a file; here they stand on a model of a few lines.

/** @typedef {{ id: number, state: Record<string, any>, module?: string, css?: string, box?: string,
 *   children?: number[], layout: Record<string, string> }} Opened */
/** @typedef {{ known: Record<string, [number, string]>, games: string[], icons: Record<string, string>, start: any,
 *   home: string, board: string[], holder: string }} Site */

const LONG = 12_000; // milliseconds: more, and a sentence says that it goes on
const STAGES = {
  runtime: "Python comes",
  python: "Python is here: the screens come",
  screens: "The screens are here: the rules come",
  rules: "The board is laid",
};
// What Python needs to start comes at once, then the parts one behind the other; the whole library only if it is asked
// for.
const RUNTIME = [
  "runtime/pyodide.asm.wasm",
  "runtime/pyodide.mjs",
  "runtime/pyodide-lock.json",
  "runtime/pyodide.asm.mjs",
  "parts/stdlib.zip",
];
const REST = "runtime/python_stdlib.zip";
const PLAYED = ["game", "position", "opened", "save"]; // words of addresses that open a game
// The embedded board is a page of its own: it stands in anybody's page and keeps nothing in the browser, whatever the
// panels would like to remember.
const embedded = document.documentElement.dataset.embed !== undefined;
if (embedded)
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, {
      get() {
        throw new Error("the embedded board keeps nothing");
      },
    });
const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

// -- a model as widgets know it ---------------------------------------------------------------------------------------
class Model {
  /** @param {Record<string, any>} state @param {(message: any) => void} post */
  constructor(state, post) {
    this.state = state;
    this.post = post;
    /** @type {Map<string, Set<(...args: any[]) => void>>} */
    this.hears = new Map();
    /** @type {Record<string, any>} */
    this.set_ = {};
  }
  get(/** @type {string} */ name) {
    return this.state[name];
  }
  set(/** @type {string} */ name, /** @type {any} */ value) {
    this.state[name] = value;
    this.set_[name] = value;
  }
  save_changes() {
    this.post({ do: "state", state: this.set_ });
    this.set_ = {};
  }
  send(/** @type {any} */ content) {
    this.post({ do: "custom", content });
  }
  on(/** @type {string} */ what, /** @type {(...args: any[]) => void} */ hear) {
    const all = this.hears.get(what) || new Set();
    this.hears.set(what, all.add(hear));
  }
  off(/** @type {string} */ what, /** @type {(...args: any[]) => void} */ hear) {
    this.hears.get(what)?.delete(hear);
  }
  tell(/** @type {string} */ what, /** @type {any[]} */ ...args) {
    for (const hear of [...(this.hears.get(what) || [])]) hear(...args);
  }
  // All is set before anybody hears of it, as in a notebook.
  take(/** @type {Record<string, any>} */ state) {
    Object.assign(this.state, state);
    for (const name of Object.keys(state)) this.tell(`change:${name}`);
    this.tell("change");
  }
}

// A file that travels as text, since messages are JSON.
const bytes = (/** @type {string} */ text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer;

// -- widgets on the page ----------------------------------------------------------------------------------------------
class Table {
  /** @param {(message: string) => void} post @param {string} base */
  constructor(post, base) {
    this.post = post;
    this.base = base;
    /** @type {Map<number, { model: Model, el: HTMLElement, end?: () => void, opened: Opened }>} */
    this.widgets = new Map();
    /** @type {Set<string>} */
    this.sheets = new Set();
  }
  hear(/** @type {any} */ m) {
    if (m.do === "open") return this.open(m);
    const widget = this.widgets.get(m.id);
    if (!widget) return;
    if (m.do === "state") widget.model.take(m.state);
    else if (m.do === "custom") widget.model.tell("msg:custom", m.content, (m.buffers || []).map(bytes));
    else if (m.do === "classes") widget.el.className = [...this.kind(widget.opened), ...m.classes].join(" ");
    else if (m.do === "layout") this.lay(widget.el, m.layout);
    else if (m.do === "children") this.fill(widget.el, m.children);
    else if (m.do === "close") {
      widget.end?.();
      widget.el.remove();
      this.widgets.delete(m.id);
    }
  }
  kind(/** @type {Opened} */ m) {
    return m.box ? ["jupyter-widgets", `widget-${m.box}`, "widget-container"] : ["jupyter-widgets", "anywidget"];
  }
  open(/** @type {Opened} */ m) {
    const el = document.createElement("div");
    el.className = this.kind(m).join(" ");
    this.lay(el, m.layout);
    const model = new Model(m.state, (message) => this.post(JSON.stringify({ id: m.id, ...message })));
    const widget = { model, el, opened: m, end: /** @type {undefined | (() => void)} */ (undefined) };
    this.widgets.set(m.id, widget);
    if (m.children) this.fill(el, m.children);
    if (m.css && !this.sheets.has(m.css)) {
      this.sheets.add(m.css);
      const sheet = document.createElement("style");
      sheet.textContent = m.css;
      document.head.append(sheet);
    }
    if (m.module)
      import(`${this.base}modules/${m.module}.js`).then(async (made) => {
        if (this.widgets.has(m.id)) widget.end = (await made.default.render({ model, el })) || undefined;
      });
  }
  lay(/** @type {HTMLElement} */ el, /** @type {Record<string, string>} */ layout) {
    for (const name of ["width", "visibility", "height"]) el.style.setProperty(name, layout[name] || "");
  }
  fill(/** @type {HTMLElement} */ el, /** @type {number[]} */ children) {
    el.replaceChildren(...children.map((id) => this.widgets.get(id)?.el || ""));
  }
}

// -- saved games, in the browser --------------------------------------------------------------------------------------
/** @typedef {{ id: string, title: string, slug: string, game: string, line: string, text: string,
 *   study: boolean, at: number }} Kept */
const STORE = "theomachy";
/** @type {() => Promise<IDBDatabase>} */
const opened = () =>
  new Promise((done, fail) => {
    const asked = indexedDB.open(STORE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("saves", { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    asked.onblocked = () => fail(new Error("another tab has an older page of this site open: close it"));
  });
/** @type {<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>} */
async function stored(mode, ask) {
  const base = await opened();
  try {
    return await new Promise((done, fail) => {
      const all = base.transaction("saves", mode),
        asked = ask(all.objectStore("saves"));
      // What is written is there when the whole is over, not before.
      all.oncomplete = () => done(asked.result);
      all.onabort = () => fail(all.error || asked.error);
      all.onerror = () => fail(all.error || asked.error);
    });
  } finally {
    base.close();
  }
}
// What a file says of itself: a saved game, or a study (plain, or as a page of its own). It is only read here: Python
// checks it when it is opened.
/** @type {(text: string, id: string, site: Site) => Kept} */
function keptOf(text, id, site) {
  const none = new Error("this is no saved game and no study of Theomachy");
  /** @type {any} */
  let raw;
  try {
    const page = text.trimStart().startsWith("<") ? new DOMParser().parseFromString(text, "text/html") : null;
    raw = JSON.parse(page ? page.getElementById(site.holder)?.textContent || "" : text);
  } catch {
    throw none;
  }
  const game = site.start.games.find((/** @type {any} */ g) => g.slug === raw?.game),
    study = Array.isArray(raw?.chapters),
    players = raw?.setup?.players;
  if (!game || !(study || (Array.isArray(raw.nodes) && Array.isArray(players)))) throw none;
  const n = study ? 0 : raw.nodes.length;
  const title = String((study ? raw.title : raw.names?.title) || game.title).slice(0, 80);
  const line = study ? "" : `${players.map(String).join(", ").slice(0, 120)} · ${n} answer${n === 1 ? "" : "s"}`;
  return { id, title, slug: game.slug, game: game.title, line, text, study, at: Date.now() };
}
const fresh = () => `game-${[...crypto.getRandomValues(new Uint8Array(6))].map((b) => b.toString(36)).join("")}.json`;

// -- the two kinds of page --------------------------------------------------------------------------------------------
/** @type {(text: string, home?: boolean) => void} */
function say(text, home = false) {
  const note = byId("note");
  note.hidden = !text;
  note.replaceChildren(text);
  if (home) {
    const way = document.createElement("a");
    way.href = "./";
    if (embedded) Object.assign(way, { target: "_blank", rel: "noopener" });
    way.textContent = "To the start page";
    note.append(" ", way);
  }
}

/** @type {(site: Site, base: string) => Promise<void>} */
async function startPage(site, base) {
  /** @type {Kept[]} */
  let kept = [];
  let error = "";
  try {
    kept = (await stored("readonly", (s) => /** @type {IDBRequest<Kept[]>} */ (s.getAll()))).sort(
      (a, b) => b.at - a.at,
    );
  } catch (fault) {
    error = `This browser keeps no games here (${fault instanceof Error ? fault.message : fault}); save them as files.`;
  }
  const rows = kept
    .filter((row) => !row.study)
    .map(({ text: _, at: __, study: ___, ...row }) => ({ ...row, fault: "", undrawn: true }));
  const state = {
    start: { ...site.start, saves: [...rows, ...site.start.saves], error },
    icons: site.icons,
    theme: "auto",
    stamp: 0,
  };
  const model = new Model(state, async (m) => {
    if (m.content?.do !== "open") return;
    try {
      const row = keptOf(m.content.text, fresh(), site);
      await stored("readwrite", (s) => s.put(row));
      model.tell("msg:custom", { do: "opened", token: row.id, as: row.study ? "studied" : "opened" }, []);
    } catch (fault) {
      model.tell("msg:custom", { do: "refused", text: fault instanceof Error ? fault.message : String(fault) }, []);
    }
  });
  const { default: region } = await import(`${base}modules/${site.home}.js`);
  byId("table").className = "jupyter-widgets theo-at-start";
  region.render({ model, el: byId("table") });
  document.documentElement.dataset.ready = "start";
}

/** @type {(words: URLSearchParams, site: Site) => string} */
function gameOf(words, site) {
  for (const name of ["game", "lessons", "rules", "calculator", "edit", "values", "newstudy", "puzzles"])
    if (site.games.includes(words.get(name) || "")) return /** @type {string} */ (words.get(name));
  for (const name of ["position", "lesson", "readings", "study"]) {
    // "demigods/example_1.toml", or the line of a position: "theo1.demigods.eNr..."
    const text = words.get(name) || "",
      slug = text.split(/[/ ]/)[0];
    for (const found of [slug, slug.split(".")[1] || ""]) if (site.games.includes(found)) return found;
  }
  return "";
}

/** @type {(words: URLSearchParams, site: Site, base: string) => Promise<void>} */
async function screen(words, site, base) {
  const way = byId("way");
  way.hidden = false;
  if (embedded) way.querySelector("a")?.setAttribute("href", `./${location.search}`);
  say(STAGES.runtime);
  let slug = gameOf(words, site);
  /** @type {Record<string, string>} */
  const files = {};
  // A game that the visitor has opened, or that this browser keeps, or an example of the site.
  const name =
    ["opened", "studied", "save", "compare", "report", "readings"].map((w) => words.get(w)).find(Boolean) || "";
  let id = fresh();
  if (name.endsWith(".json") && !name.includes("/")) {
    const row = embedded
      ? undefined
      : await stored("readonly", (s) => /** @type {IDBRequest<Kept | undefined>} */ (s.get(name))).catch(
          () => undefined,
        );
    const example = site.start.saves.find((/** @type {any} */ s) => s.id === name);
    if (!row && !example) {
      return say("This browser keeps no game of that name: it was played elsewhere, or its storage was emptied.", true);
    }
    slug = (row || example).slug;
    const from = row ? row.text : await (await fetch(`${base}saves/${encodeURIComponent(name)}`)).text();
    files[`/${row?.study ? "opened" : "saves"}/${name}`] = from;
    // In a second tab the same game goes on as another one: neither writes over the other.
    if (row && !row.study && (await held(name))) id = row.id;
    if (words.has("opened")) {
      words.delete("opened");
      words.set("save", name);
    }
  }
  if (!embedded && id !== name) await held(id); // a tab that opens the game that begins here goes on with a copy
  const all = words.get("puzzles") === "";
  if (!slug && !all) return say("This address names no game that there is.", true);
  const parts = ["core", ...(all ? site.games : [slug])].map((name) => `parts/${name}.pack`);
  // The files come through one worker, Python runs in another; they speak with each other through a channel.
  const channel = new MessageChannel();
  const wanted = { base, known: site.known, keeps: !embedded, together: RUNTIME, after: parts };
  const [worker] = await Promise.all([
    thread(`${base}worker.js`),
    thread(`${base}loader.js`).then((loader) => loader.postMessage(wanted, [channel.port1])),
  ]);
  const table = new Table((m) => worker.postMessage(m), base);
  /** @type {Promise<unknown>} */
  let writing = Promise.resolve();
  let told = "";
  const keep = async (/** @type {string} */ saved) => {
    try {
      const row = keptOf(saved, id, site);
      await stored("readwrite", (s) => s.put(row));
      if (told) {
        told = "";
        say(told);
      }
      const now = new URL(location.href);
      if (now.searchParams.get("save") !== id && [...now.searchParams.keys()].some((k) => PLAYED.includes(k))) {
        // A reload goes on with this very game.
        now.search = new URLSearchParams({
          save: id,
          ...Object.fromEntries([...words].filter(([k]) => ["bots", "view", "curtain"].includes(k))),
        }).toString();
        history.replaceState(null, "", now);
      }
    } catch (fault) {
      const why = fault instanceof Error ? fault.message : String(fault);
      told = `This browser does not keep the game (${why}): save it as a file.`;
      say(told);
    }
  };
  const slow = setTimeout(() => say("This takes longer than usual; it goes on."), LONG);
  worker.onmessage = (e) => {
    const m = JSON.parse(e.data);
    if (m.do === "stage") {
      say(STAGES[/** @type {keyof typeof STAGES} */ (m.what)] || "");
      document.documentElement.dataset[m.what] = m.at;
      if (m.what === "rules" && PLAYED.some((word) => words.has(word))) awaited(base, site.board);
    } else if (m.do === "shown") {
      clearTimeout(slow);
      say("");
      const root = table.widgets.get(m.id)?.el;
      if (root) byId("table").replaceChildren(root);
      document.documentElement.dataset.ready = "board";
    } else if (m.do === "keep") {
      if (!embedded) writing = writing.then(() => keep(m.text));
    } else if (m.do === "said" || m.do === "failed") {
      clearTimeout(slow);
      say(m.text, true);
    } else table.hear(m);
  };
  worker.onerror = (e) => say(`Python could not be started here: ${e.message || "the browser refuses it"}.`, true);
  const rest = [`${base}${REST}.gz`, site.known[REST][1]];
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  worker.postMessage({ base, words: JSON.stringify(listed(words)), parts, files, rest, slug, dark }, [channel.port2]);
  addEventListener("pagehide", () => worker.postMessage(JSON.stringify({ do: "keep" })));
}

// A worker that is started from its text inherits the policy of the page.
/** @type {(address: string) => Promise<Worker>} */
async function thread(address) {
  const text = await (await fetch(address)).text();
  return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
}

// The modules of a board, which come while Python opens the game.
/** @type {(base: string, names: string[]) => void} */
function awaited(base, names) {
  for (const name of names) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href: `${base}modules/${name}.js` });
    document.head.append(link);
  }
}

// May this tab write a game? It may as long as it is open, if no other may.
/** @type {(name: string) => Promise<boolean>} */
const held = (name) =>
  new Promise((done) => {
    navigator.locks.request(`theomachy ${name}`, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      return lock && new Promise(() => {});
    });
  });
/** @type {(words: URLSearchParams) => Record<string, string[]>} */
const listed = (words) => Object.fromEntries([...new Set(words.keys())].map((name) => [name, words.getAll(name)]));

async function main() {
  const base = new URL("./", import.meta.url).href;
  /** @type {Site} */
  const site = await (await fetch(`${base}site.json`)).json();
  const words = new URLSearchParams(location.search);
  if ([...words].length || embedded) await screen(words, site, base);
  else await startPage(site, base);
}
main().catch((fault) => say(fault instanceof Error ? fault.message : String(fault), true));
