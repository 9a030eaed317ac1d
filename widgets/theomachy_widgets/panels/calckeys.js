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
