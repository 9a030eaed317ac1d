// @ts-check
// A line that was measured between two things: what it says, and how each thing along it stands. The two ends are
// pointed at on the board, or chosen from the lists.
/** @import { Act, MeasuredModel, Panel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { cross, line, tick } from "./signs.js";

const ends = (/** @type {MeasuredModel} */ d, /** @type {Act} */ act) => {
  const list = (/** @type {"start" | "end"} */ which, /** @type {string} */ label, /** @type {string} */ on) =>
    h(
      "select",
      {
        class: "pick",
        "aria-label": label,
        "data-keep": `measured-${which}`,
        change: (e) => act("measured", { which, target: e.target.value }),
      },
      h("option", { value: "" }, label),
      d.things.map(([target, name]) => h("option", { value: target, selected: target === on }, name)),
    );
  return h("div", { class: "args" }, list("start", "from", d.start), list("end", "to", d.end));
};

/** @type {Panel<MeasuredModel>} */
export const measured = (d, { act }) => [
  head(
    d.title ? `${d.name}: ${d.title}` : d.name,
    "",
    ruleId(d.rule, act),
    button("btn small", () => act("measure"), { "aria-label": "Close", title: "Escape" }, line("close")),
  ),
  ends(d, act),
  d.words
    ? h(
        "p",
        { class: `said2 ${d.clear ? "" : "f"}`, role: "status" },
        line(d.clear ? "eye" : "noeye"),
        span("b", d.words),
      )
    : null,
  d.rows.map(([holds, text, fact, rule]) =>
    h(
      "div",
      { class: `chk ${holds ? "" : "f"}` },
      holds ? tick() : cross(),
      h("span", { class: "tx" }, span("", text), span("v", fact)),
      ruleId(rule, act),
    ),
  ),
  d.fault ? h("p", { class: "s2", role: "alert" }, d.fault) : null,
  h("p", { class: "s3 sm" }, "Point at any two areas to draw the line between them."),
];
