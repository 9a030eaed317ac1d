// @ts-check
// Bars of outcomes before a roll, or of a roll that was made, with what came marked.
/** @import { OddsModel, Panel } from "./types.js" */
import { head, percent, ruleId } from "./common.js";
import { h, s, span } from "./dom.js";

/** A note that gets a line of its own: the title and the rule stay on theirs.
 *  @param {{ note: string }} b */
const long = (b) => b.note.length > 24;
/** @type {Panel<OddsModel>} */
export const odds = (d, { act }) =>
  d.bars.map((b) => {
    const most = Math.max(...b.rows.map((r) => r[1]), 0.01) * 1.12;
    return h(
      "div",
      { class: "bars" },
      head(b.title, long(b) ? "" : b.note, ruleId(b.rule, act)),
      long(b) ? h("p", { class: "s3 sm" }, b.note) : null,
      h(
        "div",
        {
          class: "odds",
          role: "img",
          "aria-label": b.rows.map(([l, p, on]) => `${l}: ${percent(p)}${on ? ", rolled" : ""}`).join("; "),
        },
        b.rows.map(([label, p, on]) => {
          const width = (100 * p) / most;
          const mark = on
            ? s(
                "svg",
                { class: `mark ${width > 78 ? "in" : ""}`, width: 56, height: 14, viewBox: "0 0 56 14" },
                s("path", { d: "M3 7l6-5v10z", fill: width > 78 ? "var(--on-accent)" : "var(--accent)" }),
                s(
                  "text",
                  { x: 12, y: 11, class: "rolled", style: width > 78 ? { fill: "var(--on-accent)" } : {} },
                  "rolled",
                ),
              )
            : null;
          return [
            span(`l ${on ? "on" : ""}`, label),
            span("tr", h("span", { class: `b ${on ? "act" : ""}`, style: { width: `${width}%` } }, mark)),
            span(`p ${on ? "on" : ""}`, percent(p)),
          ];
        }),
      ),
    );
  });
