// @ts-check
// Where the fight of the calculator is: a strip of the board.
/** @import { CalcmapModel, Panel } from "./types.js" */
import { h } from "./dom.js";

/** @type {Panel<CalcmapModel>} */
export const calcmap = (d) =>
  h("img", { class: "calcmap", src: d.src, alt: d.alt, style: { "object-position": `50% ${d.y}%` } });
