// @ts-check
// Two positions side by side: headings above the boards, then figures, where the lines part, and what lies differently.
/** @import { Act, CmpbarModel, CmpbaseModel, CompareSide, Panel, Ui } from "./types.js" */
import { head, minus, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { rule } from "./rule.js";
import { dot, token } from "./signs.js";
import { errorStrip, watchCell } from "./watch.js";

/** @type {Panel<CmpbarModel>} */
export const cmpbar = (d, { act, keep, state }) => {
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Comparison" },
      span("game", d.title),
      span("s2", d.say),
      span("grow"),
      button("btn", () => act("swap"), { title: "Left becomes right" }, "Swap"),
    ),
    errorStrip(d, act),
  ];
};
const which = (/** @type {CompareSide} */ d, /** @type {number} */ i, /** @type {Act} */ act) =>
  d.lines.length > 2
    ? h(
        "select",
        {
          class: "pick",
          "data-keep": "line",
          "aria-label": i ? "Line at the right" : "Line at the left",
          change: (e) => act("line", { i, node: Number(e.target.value) }),
        },
        d.lines.map(([n, name]) => h("option", { value: n, selected: n === d.at }, name)),
      )
    : null;
const heading =
  (/** @type {number} */ i) =>
  (/** @type {CompareSide} */ d, /** @type {Ui} */ { act }) => [
    h(
      "div",
      { class: "side-h" },
      dot(d.o),
      h("h2", {}, d.name),
      span("s3", d.sub),
      span("grow"),
      which(d, i, act),
      button("lnk", () => act("stand", { i }), { title: "Let the game stand here" }, "Stand here"),
    ),
    d.note ? h("p", { class: "s2 sm" }, d.note) : null,
  ];
export const cmpleft = heading(0);
export const cmpright = heading(1);
const change = (/** @type {number} */ x) =>
  x === 0 ? span("s3", "=") : span(x > 0 ? "plus" : "minus", x > 0 ? `+${x}` : minus(x));
/** @type {Panel<CmpbaseModel>} */
export const cmpbase = (d, { act }) => [
  h(
    "div",
    { class: "cmp" },
    h(
      "div",
      {},
      d.figures.length
        ? h(
            "div",
            { class: "scroll-x" },
            h(
              "table",
              { class: "cf" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  h("th"),
                  d.seats.map((x) => [h("th", { colspan: 3 }, token(x.t, 16), ` ${x.name}`)]),
                ),
                h(
                  "tr",
                  {},
                  h("th"),
                  d.seats.map(() => [h("th", {}, d.columns[0]), h("th", {}, d.columns[1]), h("th")]),
                ),
              ),
              h(
                "tbody",
                {},
                d.figures.map((f) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, f.label),
                    f.cells.map(([a, b, x]) => [h("td", {}, minus(a)), h("td", {}, minus(b)), h("td", {}, change(x))]),
                  ),
                ),
              ),
            ),
          )
        : null,
    ),
    h(
      "div",
      {},
      head("Where they part", d.parting.where, ruleId(d.parting.rule, act)),
      d.parting.steps.map((x, i) =>
        h(
          "div",
          { class: "row d0" },
          span("act", dot(x.o), span("say", x.who ? `${x.who}: ` : "", x.say)),
          span("s3 sm", d.columns[i]),
        ),
      ),
      h(
        "div",
        { style: { "margin-top": "16px" } },
        head("What differs", d.rows.length ? "" : "nothing"),
        h(
          "div",
          { class: "tree", "data-scroll": "diff" },
          d.rows.map((r) =>
            h(
              "div",
              { class: "row d0" },
              span("act", dot(r.o), span("say", r.what)),
              span("fg", minus(r.a), " → ", minus(r.b)),
            ),
          ),
        ),
        d.more ? h("p", { class: "s3 sm" }, `and ${d.more} more`) : null,
      ),
      d.rule?.id ? h("div", { class: "after" }, rule(d.rule, { act })) : null,
    ),
  ),
];
