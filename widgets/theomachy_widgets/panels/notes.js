// @ts-check
// Short remarks on the table, below everything else that belongs to it.
/** @import { NotesModel, Panel } from "./types.js" */
import { h } from "./dom.js";

export const remarks = (/** @type {string[]} */ all) =>
  h("p", { class: "s3 sm", style: { "margin-top": "8px" } }, all.join(" · "));
/** @type {Panel<NotesModel>} */
export const notes = (d) => remarks(d.notes);
