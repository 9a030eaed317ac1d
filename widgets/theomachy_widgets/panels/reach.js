// @ts-check
// Can it be reached: the goals of a seat to choose from, and the answer: yes with the line and what would break it, no
// with what stands in the way, or how far was looked.
/** @import { Act, Panel, ReachAnswer, ReachModel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { cross, dot, line, tick, token } from "./signs.js";

/** @type {(a: ReachAnswer, act: Act) => import("./types.js").Kid} */
const answer = (a, act) => [
  h(
    "p",
    { class: `reach-head ${a.verdict}`, role: "status" },
    a.verdict === "yes" ? tick() : a.verdict === "no" ? cross() : null,
    h("b", {}, a.head),
    span("s3 sm", a.when),
  ),
  a.steps.length
    ? h(
        "ol",
        { class: "reach-line" },
        a.steps.map((x) =>
          h(
            "li",
            {},
            span(`nr ${x.n === 1 ? "on" : ""}`, x.n),
            h(
              "span",
              {},
              x.t ? token(x.t, 14) : dot("chance"),
              ` ${x.text}`,
              x.luck ? h("span", { class: "s2 sm luck" }, x.luck) : null,
            ),
            ruleId(x.rule, act),
          ),
        ),
      )
    : null,
  a.figures.length
    ? h(
        "p",
        { class: "s2 sm reach-figures" },
        a.figures.map(([name, change]) => span("", `${name} `, h("b", {}, change))),
      )
    : null,
  a.stands.length
    ? h(
        "ul",
        { class: "reach-stands" },
        a.stands.map((x) =>
          h(
            "li",
            {},
            x.holds ? tick() : cross(),
            h("span", {}, x.text, x.fact ? h("span", { class: "s2" }, ` (${x.fact})`) : null),
            ruleId(x.rule, act),
          ),
        ),
      )
    : null,
  a.fails.length ? h("p", { class: "reach-fails" }, h("b", {}, "It fails if "), a.fails.join("; or if "), ".") : null,
  a.note ? h("p", { class: "s3 sm" }, a.note) : null,
];
const chooser = (/** @type {ReachModel} */ d, /** @type {Act} */ act, /** @type {() => void} */ leave) => {
  const choice = h(
    "select",
    {
      "aria-label": "Which goal?",
      "data-keep": "goal",
      change: () => act("reachfor", { key: choice.value }),
      keydown: (e) => {
        e.stopPropagation();
        if (e.key !== "Escape") return;
        leave();
        act("reach");
      },
    },
    h("option", { value: "" }, `What should ${d.who} reach?`),
    d.groups.map((g) =>
      h(
        "optgroup",
        { label: g.name },
        g.goals.map((x) => h("option", { value: x.key }, x.name)),
      ),
    ),
  );
  return choice;
};

/** @type {Panel<ReachModel>} */
export const reach = (d, { act, keep, state }) => {
  // The list stays while its goals do: what is found meanwhile neither shuts it nor takes the focus from it.
  const listed = JSON.stringify([d.who, d.t, d.groups]);
  const comes = !keep.choice?.isConnected;
  if (comes || keep.listed !== listed) {
    keep.listed = listed;
    keep.choice = chooser(d, act, () => state.box()?.focus({ preventScroll: true }));
    keep.field = h("div", { class: "field ui reach-choice" }, d.t ? token(d.t, 16) : null, keep.choice);
    // Who asks goes there: by keyboard a goal is chosen at once, and the answer is in sight.
    if (comes) setTimeout(() => keep.choice?.focus());
  }
  keep.choice.value = d.key;
  // The whole answer comes into sight, once.
  const answered = d.answer && d.answer.verdict !== "looking" ? d.key : "";
  if (answered && answered !== keep.answered)
    setTimeout(() => keep.choice.closest("section")?.scrollIntoView({ block: "nearest" }));
  keep.answered = answered;
  return [
    head(
      "Can it be reached?",
      "",
      ruleId(d.rule, act),
      button("btn small", () => act("reach"), { "aria-label": "Close", "data-keep": "reachclose" }, line("close")),
    ),
    keep.field,
    d.text ? h("p", { class: "s2 sm" }, d.text) : null,
    d.busy ? h("div", { class: "reach-busy", "aria-hidden": "true" }, h("i", {})) : null,
    d.answer ? answer(d.answer, act) : null,
    d.answer?.steps.length
      ? h(
          "div",
          { class: "foot" },
          button(
            `btn ${d.lit ? "line" : ""}`,
            () => act("reachlight"),
            { "aria-pressed": d.lit ? "true" : "false", "data-keep": "reachlight" },
            "Light the line",
          ),
          d.tries
            ? button(
                "btn line",
                () => act("reachtry"),
                { "data-keep": "reachtry" },
                line("branch"),
                "Try it on a branch",
              )
            : null,
        )
      : null,
  ];
};
