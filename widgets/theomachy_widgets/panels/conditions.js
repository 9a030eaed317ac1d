// @ts-check
// The progress of conditions: n of m, the parts with ticks, and who could take it next.
/** @import { Act, Condition, ConditionPart, ConditionsModel, Panel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { dot, tick, token } from "./signs.js";

// So many are told at first: who wants to know what is near does not read two dozen, and what follows stays in sight.
const FEW = 4;
const WORDY = 34; // letters: parts whose names are longer have a line each

const part = (/** @type {ConditionPart} */ p) =>
  h(
    "li",
    { class: p.done ? "done" : "" },
    p.done ? tick() : dot("not used"),
    p.t ? token(p.t, 12) : null,
    span("name", p.name),
    p.need > 1 ? span("n", `${p.have} of ${p.need}`) : null,
  );
// What is asked for, in parts. A single one that the words above tell already says no more than its figure.
export const parts = (/** @type {Condition} */ c) => {
  if (c.parts.length < 2 && c.text) return null;
  const short = c.parts.every((p) => p.name.length < WORDY);
  return h("ul", { class: `parts ${short && c.parts.length > 1 ? "flow" : ""}` }, c.parts.map(part));
};
const figure = (/** @type {Condition} */ c) =>
  c.reached ? span("tag good", "reached") : c.most > 1 ? span("n", h("b", {}, c.value), ` of ${c.most}`) : null;
// Who could take it next: of the own one that is said by one word.
export const near = (/** @type {Condition} */ c) =>
  c.near.length && c.near.every((x) => c.t && x.t.o === c.t.o) ? span("tag warn", "near") : null;
const next = (/** @type {Condition} */ c) =>
  c.near.length && !near(c)
    ? h(
        "p",
        { class: "sm near" },
        span("tag warn", "next"),
        c.near.map((x) => span("who2", token(x.t, 12), x.name)),
      )
    : null;
export const meter = (/** @type {Condition} */ c) =>
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
    : null;

/** @type {Panel<ConditionsModel>} */
export const conditions = (d, { act, keep, again }) => {
  const shown = keep.all || d.rows.length <= FEW + 1 ? d.rows : d.rows.slice(0, FEW);
  const one = (/** @type {Condition} */ c) =>
    h(
      "div",
      { class: `cond ${c.reached ? "reached" : ""}`, role: "listitem", "data-help": c.help },
      h(
        "div",
        { class: "cond-h" },
        c.t ? token(c.t, 18) : null,
        h("b", {}, c.name),
        near(c),
        span("grow"),
        figure(c),
        ruleId(c.rule, act),
      ),
      meter(c),
      c.text ? h("p", { class: "s2" }, c.text) : null,
      parts(c),
      c.reward ? h("p", { class: "sm s2" }, c.reward) : null,
      next(c),
    );
  const reached = `${d.rows.filter((c) => c.reached).length} of ${d.rows.length} reached`;
  return [
    head("Progress", d.reward ? `${reached}, each brings ${d.reward}` : reached),
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
