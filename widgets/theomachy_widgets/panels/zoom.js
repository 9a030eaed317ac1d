// @ts-check
// A button on the board while there is a fight: from the fight to the whole board and back. The key z does the same.
/** @import { Panel, ZoomModel } from "./types.js" */
import { button } from "./dom.js";
import { line } from "./signs.js";

/** @type {Panel<ZoomModel>} */
export const zoom = (d, { act }) => {
  const words = d.on ? "Show the whole board" : `Show the fight in ${d.name} larger`;
  return button(
    "btn zoom",
    () => act("zoom"),
    { "aria-label": words, title: `${words} (z)` },
    line(d.on ? "whole" : "near"),
    d.on ? "Whole board" : "Fight",
  );
};
