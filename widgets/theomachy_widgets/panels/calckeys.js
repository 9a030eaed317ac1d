// @ts-check
// The keys of the calculator while it is open: Escape, + and −, X, E, O, V, C, B.
/** @import { Act } from "./types.js" */

/** @type {Record<string, string>} */
const KEYS = {
  Escape: "calcclose",
  x: "calcswap",
  e: "calchow",
  o: "calcplay",
  v: "calckeep",
  c: "calccopy",
  b: "calcboard",
};

/** @type {(key: string, focus: EventTarget | undefined, act: Act, box: ParentNode | null) => boolean} */
export function calcKey(key, focus, act, box) {
  const row = focus instanceof Element ? focus.closest("[data-step]") : null;
  const face = focus instanceof Element ? focus.closest("[data-cdie]") : null,
    die = box?.querySelector("[data-cdie]");
  if (face && (key === "+" || key === "=" || key === "-"))
    act("calcdie", { i: Number(face.getAttribute("data-cdie")), by: key === "-" ? 1 : -1 });
  else if (key === "d" && die instanceof HTMLElement) die.focus();
  else if (row && (key === "+" || key === "=" || key === "-"))
    act("calccount", { id: row.getAttribute("data-step"), by: key === "-" ? -1 : 1 });
  else if (KEYS[key]) act(KEYS[key]);
  else return false;
  return true;
}

// The right button on a thing of the board opens the calculator of what may be fought there.
/** @type {(e: MouseEvent, act: Act) => void} */
export function calcAt(e, act) {
  const on = e.composedPath()[0];
  if (!(on instanceof Element)) return;
  const board = on.closest("canvas.theo-at-board"),
    target = on.closest(".theo-at-board [data-target]")?.getAttribute("data-target");
  if (!board && !target) return;
  e.preventDefault();
  e.stopPropagation();
  if (target) return act("calc", { target });
  const r = /** @type {Element} */ (board).getBoundingClientRect();
  act("calcat", { x: (e.clientX - r.left) / r.width, y: (e.clientY - r.top) / r.height });
}
