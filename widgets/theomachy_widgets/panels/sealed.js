// @ts-check
// Plans in secret: an envelope a player, with wax when it is sealed; the own plan so far; all of them once the seals
// are open.
/** @import { Panel, Plan, SealedModel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { h, s, span } from "./dom.js";
import { colour, outline, owner, token } from "./signs.js";

function envelope(/** @type {Plan} */ p) {
  const wax = p.state === "sealed";
  return s(
    "svg",
    { class: `env ${p.state}`, width: 38, height: 26, viewBox: "0 0 38 26", "aria-hidden": "true" },
    p.state === "planning" ? s("path", { class: "flap", d: "M1.5 8.5L19 1l17.5 7.5" }) : null,
    s("rect", {
      x: 1.5,
      y: p.state === "planning" ? 8.5 : 2,
      width: 35,
      height: p.state === "planning" ? 16 : 22,
      rx: 2,
    }),
    s("path", { d: p.state === "planning" ? "M1.5 8.5L19 18l17.5-9.5" : "M2 3l17 11L36 3" }),
    wax && p.t
      ? s(
          "g",
          { transform: "translate(19 13.5)" },
          s("path", { d: outline(owner(p.t.o)[0], 8), fill: "var(--panel)" }),
          s("path", { d: outline(owner(p.t.o)[0], 6.2), fill: colour(p.t.o) }),
        )
      : null,
  );
}
/** @type {Record<string, [word: string, tag: string]>} */
const STATES = { planning: ["still planning", "n"], sealed: ["sealed", "good"], shown: ["open", "n"] };
const way = (/** @type {Plan} */ p) =>
  h(
    "ol",
    { class: "plan" },
    p.lines.map((t) => h("li", {}, t)),
  );

/** @type {Panel<SealedModel>} */
export const sealed = (d, { act }) => {
  const one = (/** @type {Plan} */ p) => {
    const [word, tag] = STATES[p.state];
    return h(
      "div",
      { class: `seal ${p.own ? "own" : ""}`, role: "listitem" },
      d.shown ? token(p.t, 22) : envelope(p),
      h(
        "div",
        {},
        h("b", {}, p.name),
        p.lines.length
          ? way(p)
          : d.shown
            ? h("p", { class: "s3 sm" }, "nothing")
            : p.own
              ? h("p", { class: "s3 sm" }, "only you see this plan")
              : null,
      ),
      d.shown ? null : span(`tag ${tag}`, word),
    );
  };
  const note = d.shown ? "All seals are open." : "All seals open at once. Until then only this is known.";
  return [
    head(
      d.shown ? "The seals are open" : "In secret",
      d.shown ? "" : d.waits === 1 ? "one still plans" : `${d.waits} still plan`,
      ruleId(d.rule, act),
    ),
    h("div", { class: `seals ${d.shown ? "beside" : ""}`, role: "list", "aria-live": "polite" }, d.plans.map(one)),
    h("p", { class: "s3 sm", style: { "margin-top": "6px" } }, note),
  ];
};
