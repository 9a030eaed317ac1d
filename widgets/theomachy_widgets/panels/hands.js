// @ts-check
// Hands in stacks: cards of one name lie together with their number, hidden ones show their backs. A card that answers
// the present question is lit; a click on another says what it is.
/** @import { Act, HandSide, HandsModel, Panel, StackCard, Ui } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { amountSign } from "./paper.js";
import { colour, icon, iconPath, owner, token } from "./signs.js";
import { gem } from "./stones.js";

const left = (/** @type {StackCard} */ c) =>
  [c.n, c.deck < 0 ? -1 : c.deck, c.discard]
    .map((n, k) => (n < 0 ? "" : `${n} ${["in hand", "in the deck", "discarded"][k]}`))
    .filter(Boolean)
    .join(", ");
const figure = (/** @type {NonNullable<HandSide["figure"]>} */ f) => [
  f.sign
    ? span(
        "gems",
        [...Array(f.most).keys()].map((i) =>
          f.sign && f.sign.shape !== "gem"
            ? h("i", { class: i < f.value ? "" : "off" }, amountSign(f.sign, 14, f.sign.letter))
            : gem(13, i < f.value),
        ),
      )
    : null,
  h("span", { class: "s2", title: f.name, "aria-label": f.name }, f.said),
];
function side(/** @type {HandSide} */ d, /** @type {Ui} */ { act, keep, again }) {
  const key = (/** @type {StackCard} */ c) => `${d.name} ${c.name}`;
  const card = (/** @type {StackCard} */ c) =>
    button(
      `ac ${c.kind ? "other" : ""} ${c.n > 1 ? "two" : ""} ${c.target ? "live" : ""} ${c.hot ? "hot" : ""}`,
      () => {
        if (c.target) act("target", { target: c.target });
        else {
          keep.open = keep.open === key(c) ? "" : key(c);
          again();
        }
      },
      {
        title: [c.name, left(c), c.brings].filter(Boolean).join(": "),
        "aria-label": `${c.name}: ${left(c)}${c.target ? ", can be played" : ""}`,
        "data-help": c.help || null,
        "data-box": c.target || null,
        "data-keep": `hand ${key(c)}`,
      },
      c.kind === "gem"
        ? span("pic", gem(26, true))
        : c.kind || !d.t
          ? icon(c.icon, 34)
          : token({ ...d.t, i: c.icon }, 28),
      span("nm", c.name),
      c.n > 1 ? h("em", {}, c.n) : null,
    );
  const open = d.stacks.find((c) => keep.open === key(c));
  const paint = d.t ? (owner(d.t.o)[1] === "paper" ? "#fffdf7" : "#1f2328") : "#fffdf7";
  const back = (/** @type {number} */ i) =>
    h(
      "span",
      { class: "back", style: { "--c": colour(d.t ? d.t.o : "neutral") } },
      d.t && i === d.backs - 1
        ? s("svg", { width: 22, height: 22, viewBox: "-11 -11 22 22" }, iconPath(d.t.i, 0, 0, 22, paint))
        : null,
    );
  return h(
    "div",
    { class: "hside", role: "group", "aria-label": `Cards of ${d.name}` },
    h(
      "div",
      { class: "hhead" },
      d.t ? token(d.t, 18) : null,
      button(
        "hname",
        () => act("sheet", { seat: d.seat }),
        { title: `Sheet of ${d.name}`, "data-keep": `sheet ${d.seat}` },
        d.name,
      ),
      d.now ? span("s2", d.now) : null,
      d.figure ? figure(d.figure) : null,
      d.piles ? span("s2 piles", d.piles) : null,
    ),
    d.backs
      ? h("div", { class: "hcards" }, span("backs", [...Array(d.backs).keys()].map(back)), span("s2", d.hidden))
      : h("div", { class: "hcards" }, d.stacks.map(card), d.stacks.length ? null : span("s3", "no cards in hand")),
    d.note ? h("p", { class: "s3 sm" }, d.note) : null,
    open
      ? h("p", { class: "s2 htext" }, span("b", `${open.name}. `), open.text || left(open), " ", ruleId(open.rule, act))
      : null,
  );
}

const shut = (/** @type {HandSide} */ d) => d.backs > 0;

/** @type {Panel<HandsModel>} */
export const hands = (d, ui) =>
  h(
    "div",
    { class: `hands ${d.sides.length !== 2 ? "" : shut(d.sides[0]) || !shut(d.sides[1]) ? "open2" : "uneven"}` },
    d.sides.map((x) => side(x, ui)),
  );
