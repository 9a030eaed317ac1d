// @ts-check
// What each of the proposals would leave, beside what there is now: a table below the board.
/** @import { LeavesModel, Panel } from "./types.js" */
import { h, span } from "./dom.js";

/** @type {Panel<LeavesModel>} */
export const leaves = (d) =>
  h(
    "div",
    { class: "left-by", role: "table", "aria-label": "What each would leave", style: { "--n": d.heads.length } },
    h(
      "div",
      { role: "row" },
      h("span", { role: "columnheader", class: "s3 name" }, "What each would leave"),
      h("span", { role: "columnheader", class: "s2" }, "now"),
      d.heads.map((one) =>
        h(
          "span",
          { role: "columnheader", class: "of", title: one.label, "aria-label": `${one.n}: ${one.label}` },
          span(`nr ${one.lit ? "on" : ""}`, one.n),
          span("label", one.brief),
        ),
      ),
    ),
    d.rows.map((row) =>
      h(
        "div",
        { role: "row" },
        h("span", { role: "rowheader", class: "name" }, row.name),
        h("span", { role: "cell" }, h("b", {}, row.now)),
        row.each.map((one) =>
          h(
            "span",
            { role: "cell" },
            one ? [h("b", {}, one[0]), one[1] ? span(one[1].startsWith("+") ? "up" : "down", one[1]) : null] : "",
          ),
        ),
      ),
    ),
  );
