// @ts-check
// The keys of the calculator while it is open: Escape, + and −, X, E, O, V, C, B; D goes to the dice, which digits set.
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
  const pin = focus instanceof Element ? focus.closest("[data-heights]") : null;
  const face = focus instanceof Element ? focus.closest("[data-cdie]") : null,
    die = box?.querySelector("[data-cdie]");
  const of = face && { hand: Number(face.getAttribute("data-hand")), i: Number(face.getAttribute("data-cdie")) };
  if (of && (key === "+" || key === "=" || key === "-")) act("calcdie", { ...of, by: key === "-" ? 1 : -1 });
  else if (face && of && /^\d$/.test(key)) {
    act("calcdie", { ...of, face: Number(key) });
    const all = [...(box?.querySelectorAll("[data-cdie]") || [])],
      next = all[all.indexOf(face) + 1];
    if (next instanceof HTMLElement) next.focus();
  } else if (key === "d" && die instanceof HTMLElement) die.focus();
  else if (row && ["+", "=", "-", "ArrowUp", "ArrowDown"].includes(key))
    act("calccount", { id: row.getAttribute("data-step"), by: key === "-" || key === "ArrowDown" ? -1 : 1 });
  else if (pin && key.startsWith("Arrow")) {
    const now = Number(pin.getAttribute("aria-valuenow")),
      heights = (pin.getAttribute("data-heights") || "").split(" ").map(Number),
      up = key === "ArrowRight" || key === "ArrowUp",
      to = up ? heights.find((n) => n > now) : heights.filter((n) => n < now).at(-1);
    if (to !== undefined) act("calcheight", { at: to });
  } else if (KEYS[key]) act(KEYS[key]);
  else return false;
  return true;
}

// What had the focus is hidden when the calculator opens, and is gone when it closes: keys are heard on by the box.
/** @type {(box: HTMLElement) => MutationObserver} */
export function calcFocus(box) {
  let open = box.classList.contains("theo-calc");
  const watch = new MutationObserver(() => {
    if (box.classList.contains("theo-calc") === open) return;
    open = !open;
    if (!box.matches(":focus-within")) return;
    const heard = () => box.matches(":focus-within") || box.focus({ preventScroll: true });
    setTimeout(heard, 200); // drawn by then, and the browser has let go of what is hidden
  });
  watch.observe(box, { attributes: true, attributeFilter: ["class"] });
  return watch;
}
