// @ts-check
// The way to the calculator from a decision about a fight.
/** @import { CalcopenModel, Panel } from "./types.js" */
import { button, span } from "./dom.js";
import { line } from "./signs.js";

/** @type {Panel<CalcopenModel>} */
export const calcopen = (d, { act }) =>
  button(
    "calcopen",
    () => act("calc", { place: d.place }),
    { title: "Who wins, who dies, in two settings side by side (k)", "data-keep": "calcopen" },
    line("compare"),
    span("grow", "Calculator"),
    span("s3 sm", d.label),
  );
