// @ts-check
// The key of the board: what its grounds, borders and signs mean. It opens with a click and stays open.
/** @import { LegendModel, Panel } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, span } from "./dom.js";

/** @type {Panel<LegendModel>} */
export const legend = (d, { act }) => [
  button(
    "hd keyhead",
    () => act("legend"),
    { "aria-expanded": d.open ? "true" : "false", "data-keep": "legend" },
    h("span", { class: "ov" }, "Key"),
    span("grow"),
    span("s3 sm", d.open ? "\u25be" : "\u25b8"),
  ),
  d.open
    ? h(
        "div",
        { class: "legend" },
        d.rows.map((r) =>
          h(
            "div",
            { class: "lg" },
            h("img", { class: "day", src: r.pictures[0], alt: "", width: 86, height: 36 }),
            h("img", { class: "night", src: r.pictures[1], alt: "", width: 86, height: 36 }),
            h("div", {}, h("b", {}, r.name), r.text ? h("p", { class: "s2 sm" }, r.text) : null, ruleId(r.rule, act)),
          ),
        ),
      )
    : null,
];
