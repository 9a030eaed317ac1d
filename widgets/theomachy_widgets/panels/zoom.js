// @ts-check
// A button on the board, on a small screen below: from the fight or what is going on to the whole board, and back. The
// key z does the same.
/** @import { Panel, ZoomModel } from "./types.js" */
import { button } from "./dom.js";
import { line } from "./signs.js";

/** @type {Panel<ZoomModel>} */
export const zoom = (d, { act }) => {
  const words = d.on
    ? "Show the whole board"
    : d.fight
      ? `Show the fight in ${d.name} larger`
      : "Show the board larger; a tap on an area moves there";
  return button(
    d.on || d.fight ? "btn zoom" : "btn zoom slim",
    () => act("zoom"),
    { "aria-label": words, title: `${words} (z)` },
    line(d.on ? "inward" : "outward"),
    d.on ? "Whole board" : d.fight ? "Fight" : "Larger",
  );
};
