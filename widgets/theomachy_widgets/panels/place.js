// @ts-check
// A small thing beside another, near it and never over it, and whole on the screen.
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

const GAP = 10,
  EDGE = 8;
// Where a card of a size goes beside a box: below, above, right or left, wherever there is room first; else below.
/** @type {(box: Box, wide: number, high: number) => { x: number, y: number, side: string }} */
export function beside(box, wide, high) {
  const W = document.documentElement.clientWidth || innerWidth,
    H = innerHeight;
  const across = Math.min(Math.max(EDGE, (box.left + box.right - wide) / 2), Math.max(EDGE, W - wide - EDGE)),
    down = Math.min(Math.max(EDGE, (box.top + box.bottom - high) / 2), Math.max(EDGE, H - high - EDGE));
  if (box.bottom + GAP + high <= H - EDGE) return { x: across, y: box.bottom + GAP, side: "below" };
  if (box.top - GAP - high >= EDGE) return { x: across, y: box.top - GAP - high, side: "above" };
  if (box.right + GAP + wide <= W - EDGE) return { x: box.right + GAP, y: down, side: "right" };
  if (box.left - GAP - wide >= EDGE) return { x: box.left - GAP - wide, y: down, side: "left" };
  return { x: across, y: Math.max(EDGE, H - high - EDGE), side: "over" };
}
// Into the top layer, so that nothing cuts it off; where a browser has none it stands fixed on the page.
/** @type {(node: HTMLElement) => void} */
export function raise(node) {
  node.setAttribute("popover", "manual");
  try {
    node.showPopover?.();
  } catch {
    /* it is there already, or the page is going */
  }
}
// Somebody else's grid may have moved what is fixed: it is put where it was meant.
/** @type {(node: HTMLElement, x: number, y: number) => void} */
export function put(node, x, y) {
  node.style.left = `${Math.round(x)}px`;
  node.style.top = `${Math.round(y)}px`;
  const is = node.getBoundingClientRect();
  if (Math.abs(is.left - x) > 1.5 || Math.abs(is.top - y) > 1.5) {
    node.style.left = `${Math.round(2 * x - is.left)}px`;
    node.style.top = `${Math.round(2 * y - is.top)}px`;
  }
}
