// @ts-check
// The rule browser: a search field and its hits at the left, the open rule with its questions and scenarios at the
// right.
/** @import { Panel, RulesbarModel, RulespageModel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { rule, rulemore } from "./rule.js";
import { line } from "./signs.js";
import { errorStrip, watchCell } from "./watch.js";

/** @type {Panel<RulesbarModel>} */
export const rulesbar = (d, { act, keep, state }) => {
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Rules" },
      span("game", d.title),
      span("s2", "rules"),
      span("grow"),
      d.playing ? button("btn line", () => act("shut"), {}, "Close the lesson") : null,
    ),
    errorStrip(d, act),
  ];
};
/** @type {Panel<RulespageModel>} */
export const rulespage = (d, ui) => {
  const { act, keep } = ui;
  const field = h("input", {
    "data-keep": "rules",
    "data-typed": "",
    value: d.text,
    placeholder: "an id or words",
    "aria-label": "Search the rules",
    input: (e) => {
      clearTimeout(keep.timer);
      const text = e.target.value;
      keep.timer = setTimeout(() => act("rules", { text }), 150);
    },
  });
  return h(
    "div",
    { class: "cmp" },
    h(
      "div",
      {},
      h("div", { class: "field ui" }, line("find"), field, span("s3 sm", d.say)),
      h(
        "div",
        { class: "list tall", "data-scroll": "rules" },
        d.hits.map((x) =>
          button(
            `line ${x.id === d.at ? "on" : ""}`,
            () => act("rule", { id: x.id }),
            { "aria-pressed": x.id === d.at ? "true" : "false" },
            span("rid", x.id),
            span("grow", x.title),
            span("s3 sm", x.where),
          ),
        ),
      ),
    ),
    d.open.id
      ? h(
          "div",
          {},
          rule(d.open, ui),
          rulemore(d.open, {
            named: (name) =>
              button(
                "lnk",
                () => act("open", { name }),
                { "data-scenario": name, style: { display: "block", padding: "3px 0" } },
                name,
              ),
          }),
        )
      : h("p", { class: "s3" }, "A click opens a rule."),
  );
};
