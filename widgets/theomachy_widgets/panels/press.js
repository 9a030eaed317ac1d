// @ts-check
// A button that is made anew between press and release never hears its click: while a pointer is held down, pictures
// wait.

const LONGEST = 1200; // milliseconds: who holds longer sees what has come
const FAR = 10; // pixels: who moves so far drags, and wants to see where to

/** Watch presses inside an element; `freed` is called when one ends, after its click has been heard.
 * @type {(root: HTMLElement, freed: () => void) => { held: () => boolean, end: () => void }} */
export function presses(root, freed) {
  /** @type {{ id: number, x: number, y: number } | null} */
  let press = null;
  let timer = 0;
  const free = () => {
    clearTimeout(timer);
    if (!press) return;
    press = null;
    freed();
  };
  const down = (/** @type {PointerEvent} */ e) => {
    if (!e.isPrimary || e.button !== 0) return;
    press = { id: e.pointerId, x: e.clientX, y: e.clientY };
    clearTimeout(timer);
    timer = setTimeout(free, LONGEST);
  };
  const up = (/** @type {PointerEvent} */ e) => {
    if (press?.id !== e.pointerId) return;
    clearTimeout(timer);
    timer = setTimeout(free); // the click comes in between
  };
  const move = (/** @type {PointerEvent} */ e) => {
    if (press?.id === e.pointerId && Math.hypot(e.clientX - press.x, e.clientY - press.y) > FAR) free();
  };
  root.addEventListener("pointerdown", down, true);
  window.addEventListener("pointerup", up, true);
  window.addEventListener("pointercancel", up, true);
  window.addEventListener("pointermove", move, true);
  return {
    held: () => press !== null,
    end: () => {
      clearTimeout(timer);
      root.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", up, true);
      window.removeEventListener("pointercancel", up, true);
      window.removeEventListener("pointermove", move, true);
    },
  };
}
