// @ts-check
// The progress of conditions: n of m, the parts with ticks, and who could take it next.
/** @import { Condition, ConditionPart, ConditionsModel, Panel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { dot, tick, token } from "./signs.js";

// So many are told at first: who wants to know what is near does not read two dozen, and what follows stays in sight.
const FEW = 4;

/** @type {Panel<ConditionsModel>} */
export const conditions = (d, { act, keep, again }) => {
  const shown = keep.all || d.rows.length <= FEW + 1 ? d.rows : d.rows.slice(0, FEW);
  const part = (/** @type {ConditionPart} */ p) =>
    h(
      "li",
      { class: p.done ? "done" : "" },
      p.done ? tick() : dot("not used"),
      p.t ? token(p.t, 12) : null,
      span("grow", p.name),
      p.need > 1 || !p.done ? span("n", `${p.have} of ${p.need}`) : null,
    );
  const near = (/** @type {Condition} */ c) =>
    c.near.length
      ? h(
          "p",
          { class: "sm near" },
          span("tag warn", "next"),
          c.near.map((x) => span("who2", token(x.t, 12), x.name)),
        )
      : null;
  const one = (/** @type {Condition} */ c) =>
    h(
      "div",
      { class: `cond ${c.reached ? "reached" : ""}`, role: "listitem" },
      h(
        "div",
        { class: "cond-h" },
        c.t ? token(c.t, 18) : null,
        h("b", {}, c.name),
        span("grow"),
        c.reached ? span("tag good", "reached") : span("n", h("b", {}, c.value), ` of ${c.most}`),
        ruleId(c.rule, act),
      ),
      c.most > 1 && !c.reached
        ? h(
            "div",
            {
              class: "meter",
              role: "meter",
              "aria-valuenow": c.value,
              "aria-valuemin": 0,
              "aria-valuemax": c.most,
              "aria-label": c.name,
            },
            h("i", { style: { width: `${(100 * c.value) / c.most}%` } }),
          )
        : null,
      c.text ? h("p", { class: "s2" }, c.text) : null,
      c.parts.length > 1 || c.most === 1 ? h("ul", { class: "parts" }, c.parts.map(part)) : null,
      c.reward ? h("p", { class: "sm s2" }, c.reward) : null,
      near(c),
    );
  return [
    head("Progress", `${d.rows.filter((c) => c.reached).length} of ${d.rows.length} reached`),
    h("div", { role: "list" }, shown.map(one)),
    d.rows.length > FEW + 1
      ? button(
          "btn line",
          () => {
            keep.all = !keep.all;
            again();
          },
          { "aria-expanded": String(Boolean(keep.all)), "data-keep": "all" },
          keep.all ? "Only the nearest" : `${d.rows.length - FEW} more`,
        )
      : null,
  ];
};
