// @ts-check
// What lies before one player: slots, pools, open marks.
/** @import { Act, Panel, SheetModel } from "./types.js" */
import { askReach, openGoals } from "./asking.js";
import { head, minus, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { dot, icon, line, tick, token } from "./signs.js";
import { sum } from "./sums.js";

// What every sheet ends with: how bots reckon its player, and that the player may leave.
export const ending = (/** @type {Pick<SheetModel, "stands" | "leave">} */ d, /** @type {Act} */ act) => [
  d.stands ? [h("div", { class: "lbl" }, "As bots reckon"), sum(d.stands, act)] : null,
  d.leave
    ? h(
        "div",
        { class: "goes" },
        button("btn small", () => act("leaving", { seat: d.leave?.[0] }), {}, line("leave"), `${d.leave[1]} …`),
      )
    : null,
];

/** @type {Panel<SheetModel>} */
export const sheet = (d, { act }) => [
  head(
    d.name,
    d.status,
    button("btn small", () => act("sheet", { seat: null }), { "aria-label": "Close" }, line("close")),
  ),
  h(
    "div",
    { class: "pieces" },
    d.figures.map((f) => span("", span("b", minus(f.v)), span("s3", f.l), f.note ? span("s3 sm", f.note) : null)),
  ),
  d.tokens.length
    ? h(
        "div",
        { class: "chips" },
        d.tokens.map((t) => span("tag n", t)),
      )
    : null,
  d.slots.map(([name, slots]) => [
    h("div", { class: "lbl" }, name),
    slots.map((x) =>
      h(
        "div",
        { class: `slot ${x.filled ? "" : "no"}`, "data-help": `named:${d.seat}:${x.name}` },
        x.filled ? (x.icon ? icon(x.icon, 16) : tick()) : dot("not used"),
        h(
          "span",
          {},
          span("b", x.name),
          x.text ? h("span", { class: "s2" }, ` ${x.text}`) : null,
          x.filled && !x.live ? span("s3", " (of no use now)") : null,
          askReach(x.goal, d.seat, x.name, act),
        ),
        ruleId(x.rule, act),
      ),
    ),
  ]),
  d.pieces.map(([name, pieces]) => [
    h("div", { class: "lbl" }, name),
    h(
      "div",
      { class: "pieces" },
      pieces.length ? pieces.map((p) => span("", token(p.t, 18), p.name)) : span("s3", "none"),
    ),
  ]),
  openGoals(d.goals, d.seat, act),
  ending(d, act),
];
