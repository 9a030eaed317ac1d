// @ts-check
// One rule, in our words.
/** @import { Act, Kid, OpenRule } from "./types.js" */
import { head } from "./common.js";
import { button, h, span } from "./dom.js";
import { line, tick } from "./signs.js";

/** @type {(d: any, ui: { act: Act }) => Kid} */
export const rule = (d, { act }) => [
  head(
    "Rule",
    "",
    span("rid", d.id),
    button("btn small", () => act("rule", { id: "" }), { "aria-label": "Close" }, line("close")),
  ),
  h("p", { class: "rule-text" }, span("b", `${d.title}. `), d.text),
  d.where || d.ruling
    ? h(
        "p",
        { class: "s3 sm", style: { "margin-top": "6px" } },
        [d.where, d.ruling ? `ruling: ${d.ruling}` : ""].filter(Boolean).join(" · "),
      )
    : null,
  d.page
    ? h(
        "p",
        { style: { "margin-top": "6px" } },
        h("a", { class: "lnk", href: d.page, target: "_blank", rel: "noopener" }, "The page of this rule"),
      )
    : null,
];
// What hangs on a rule: its open questions with the choice that holds here, and the scenarios that show it.
/** @type {(d: OpenRule, ui: { named: (name: string) => Kid }) => Kid} */
export const rulemore = (d, { named }) => [
  d.questions.map((q) =>
    h(
      "div",
      { class: "qs" },
      head("Open question", "", span("rid", q.name)),
      h("p", {}, q.question),
      q.choices.map((c) =>
        h(
          "div",
          { class: "slot" },
          c.on ? tick() : span(""),
          span(c.on ? "" : "s2", span("rid", c.name), " ", c.text),
          c.default ? span("s3 sm", "default") : span(""),
        ),
      ),
    ),
  ),
  h("div", { class: "qs" }, head("Shown by", d.files.length ? "" : "no scenario yet"), d.files.map(named)),
];
