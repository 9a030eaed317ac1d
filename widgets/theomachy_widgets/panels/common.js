// @ts-check
// What all panels share.
/** @import { Act, Kid, Model, State } from "./types.js" */
import { button, h, span } from "./dom.js";

// Has the page addresses of its own for what there is to open? A cell of a notebook has none.
export const isServed = () => location.protocol.startsWith("http") && !document.querySelector("[data-jp-theme-light]");
// What is typed is searched at once, and then at most every so often.
/** @type {(keep: { timer?: number, went?: number }, act: () => void, ms?: number) => void} */
export function paced(keep, act, ms = 120) {
  clearTimeout(keep.timer);
  const go = () => {
    keep.went = performance.now();
    act();
  };
  const wait = (keep.went || -ms) + ms - performance.now();
  if (wait > 0) keep.timer = setTimeout(go, wait);
  else go();
}
// Arrows inside a grid of outcomes, or on a sheet, go from field to field, and nowhere else.
/** @type {(e: KeyboardEvent) => boolean} */
export const inGrid = (e) => {
  const on = e.composedPath()[0];
  return e.key.startsWith("Arrow") && on instanceof Element && !!on.closest("[role=grid], [data-arrows]");
};
/** @type {(title: string, note?: Kid, ...right: Kid[]) => HTMLElement} */
export const head = (title, note, ...right) =>
  h("div", { class: "hd" }, h("h2", { class: "ov" }, title), note ? span("s3 sm", note) : null, span("grow"), ...right);
/** @type {(id: string | null | undefined, act: Act) => HTMLElement} */
export const ruleId = (id, act) =>
  id
    ? button(
        "rid",
        (e) => {
          e.stopPropagation();
          act("rule", { id });
        },
        { title: `Rule ${id}`, "data-help": `rule:${id}` },
        id,
      )
    : span("rid");
/** @type {(text: unknown) => string} */
export const minus = (text) => String(text).replace(/-(?=\d)/g, "−");
/** @type {(p: number) => string} */
export const percent = (p) => `${p >= 0.005 || p === 0 ? Math.round(100 * p) : "<1"} %`;

// A canvas says nothing by itself: it gets a role, and a name for who does not see it.
/** @type {(box: HTMLElement, name: string) => void} */
export function nameBoards(box, name) {
  for (const canvas of box.querySelectorAll("canvas.theo-at-board")) {
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-roledescription", "board");
    if (canvas.getAttribute("aria-label") !== name) canvas.setAttribute("aria-label", name);
  }
}

// Clicks on the canvas of a box are told with the stamp of the picture, as points from 0 to 1; while `draws()`, also
// where they end. (The canvas itself tells its kernel too, but without a stamp: that ends a motion and plays nothing.)
/** @type {(box: HTMLElement, act: Act, draws: (() => boolean) | null) => () => void} */
export function hearBoard(box, act, draws) {
  const at = (/** @type {PointerEvent} */ e, /** @type {Element} */ board) => {
    const r = board.getBoundingClientRect();
    return { x: (e.clientX - r.left) / r.width, y: (e.clientY - r.top) / r.height };
  };
  const board = (/** @type {PointerEvent} */ e) => {
    const on = e.composedPath()[0];
    return on instanceof Element ? on.closest("canvas.theo-at-board") : null;
  };
  const down = (/** @type {PointerEvent} */ e) => {
    const on = board(e);
    if (on && e.isPrimary && e.button === 0 && !e.shiftKey) act("press", at(e, on));
  };
  const end = (/** @type {PointerEvent} */ e) => {
    const on = board(e);
    if (on && draws?.() && e.isPrimary && e.button === 0) act("release", at(e, on));
  };
  // The canvas would take every key that comes to it, Tab too: none does.
  const key = (/** @type {KeyboardEvent} */ e) => {
    const on = e.composedPath()[0];
    if (on instanceof Element && on.matches("canvas.theo-at-board")) e.stopPropagation();
  };
  box.addEventListener("keydown", key, true);
  box.addEventListener("pointerdown", down, true);
  if (draws) box.addEventListener("pointerup", end, true);
  return () => {
    box.removeEventListener("keydown", key, true);
    box.removeEventListener("pointerdown", down, true);
    box.removeEventListener("pointerup", end, true);
  };
}

/** @type {(model: Model) => string} */
export function themeOf(model) {
  const asked = model.get("theme");
  if (asked !== "auto") return asked;
  const told = document.body.getAttribute("data-jp-theme-light");
  if (told) return told === "false" ? "dark" : "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

// These children and no others, in this order. Those that are there already are not touched: they need no new layout,
// and what they hold (focus, how far they are scrolled) stays.
/** @type {(parent: Node, kids: any[]) => void} */
export function settle(parent, kids) {
  const wanted = new Set(kids);
  for (const old of [...parent.childNodes]) if (!wanted.has(old)) old.remove();
  let at = parent.firstChild;
  for (const kid of kids)
    if (at && kid === at) at = at.nextSibling;
    else parent.insertBefore(kid instanceof Node ? kid : document.createTextNode(String(kid)), at);
}

// A page of a server keeps each of its parts in a tree of its own.
/** @type {(root: Document | ShadowRoot, what: string) => Element | null} */
function deep(root, what) {
  const here = root.querySelector(what);
  if (here) return here;
  for (const one of root.querySelectorAll("*")) {
    const found = one.shadowRoot && deep(one.shadowRoot, what);
    if (found) return found;
  }
  return null;
}

const FILLED = 3000; // milliseconds
// What opens below the dashboard may lie beyond the edge of the screen.
export function reveal(/** @type {State} */ state, /** @type {string} */ what, tries = 40) {
  const found = state.box()?.parentElement?.querySelector(what) || deep(document, what);
  if (found) {
    const show = () =>
      found.scrollIntoView({
        block: found.clientHeight > 0.8 * window.innerHeight ? "start" : "nearest",
        behavior: "smooth",
      });
    show();
    // It comes empty and grows while it is filled: until then it is brought into sight anew.
    const grows = new ResizeObserver(show);
    grows.observe(found);
    setTimeout(() => grows.disconnect(), FILLED);
  } else if (tries) setTimeout(() => reveal(state, what, tries - 1), 100);
}

// Of a page that a study was shared as only the study in it travels.
/** @type {(text: string) => string} */
export function studyIn(text) {
  const held = /<[s]cript type="application\/json" id="theomachy-study">([\s\S]*?)<\/script>/.exec(text);
  return held ? held[1] : text;
}
