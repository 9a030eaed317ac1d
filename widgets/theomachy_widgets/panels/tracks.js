// @ts-check
// Printed rows of spaces with one marker, and short remarks. A long row is a ruler: every fifth space is named.
/** @import { Panel, TracksModel } from "./types.js" */
import { ruleId } from "./common.js";
import { h, span } from "./dom.js";
import { line } from "./signs.js";

const MANY = 16;
/** @type {Panel<TracksModel>} */
export const tracks = (d, { act }) => [
  d.tracks.map((t) =>
    h(
      "div",
      { class: "track" },
      h("h2", { class: "ov" }, t.name),
      h(
        "div",
        { class: `cells ${t.cells.length > MANY ? "long" : ""}` },
        t.cells.map((c, i) =>
          h(
            "span",
            { class: i === t.at ? "on" : i < t.at ? "past" : "", "aria-current": i === t.at ? "true" : null },
            t.cells.length > MANY && i !== t.at && (i % 5 || Math.abs(i - t.at) < 2) ? "" : c,
          ),
        ),
      ),
      t.note ? span("s3 sm", t.note) : null,
      t.house ? span("s3", line("house")) : null,
      span("grow"),
      ruleId(t.rule, act),
    ),
  ),
  d.notes.length ? h("p", { class: "s3 sm", style: { "margin-top": "6px" } }, d.notes.join(" · ")) : null,
];
