// @ts-check
// The hand of whoever looks: a card is lit when it answers the present question, pale when it waits.
// A card is narrow: very long words may break where a hyphen can stand, and what still is too long is written smaller.
/** @import { HandCard, HandModel, Panel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { icon, token } from "./signs.js";

const soft = (/** @type {string} */ name) =>
  name.replace(/\p{L}{11,}/gu, (word) => `${word.slice(0, 7)}\u00ad${word.slice(7)}`);
const FEW = 4,
  ROOM = 53,
  LETTERS = 9.5,
  pen = document.createElement("canvas").getContext("2d");
function lettersOf(/** @type {string} */ name, /** @type {string} */ fonts) {
  if (!pen) return LETTERS; // a browser that measures no text
  pen.font = `500 ${LETTERS}px ${fonts}`;
  const widest = Math.max(...name.split(/[\s\u00ad]+/).map((word) => pen.measureText(word).width));
  return widest > ROOM ? Math.max(7, Math.floor((20 * LETTERS * ROOM) / widest) / 20) : LETTERS;
}
/** @type {Panel<HandModel>} */
export const hand = (d, { act, keep, again, state }) => {
  const fonts = getComputedStyle(state.root).getPropertyValue("--ui").trim() || "sans-serif";
  const card = (/** @type {HandCard} */ c) =>
    button(
      `card ${c.live ? "live" : "off"} ${keep.open === c.k ? "hot" : ""}`,
      () => {
        keep.open = keep.open === c.k ? "" : c.k;
        c.target ? act("target", { target: c.target, k: c.k }) : null;
        again();
      },
      { title: [c.name, c.note].filter(Boolean).join(": ") || null, "data-help": c.help || null },
      icon(c.icon, 26),
      h(
        "span",
        { style: { "font-size": `${lettersOf(soft(c.name || "hidden"), fonts)}px` } },
        soft(c.name || "hidden"),
      ),
    );
  const open = d.cards.find((c) => c.k === keep.open);
  const seats =
    d.seats.length > 1
      ? d.seats.map((t) =>
          button(
            "",
            () => act("hand", { seat: t.seat }),
            { title: t.name, style: { opacity: t.on ? 1 : 0.45 } },
            token(t.t, 14),
          ),
        )
      : [];
  // Few cards that say when they are played are told with their words: nobody has to open them.
  const told = d.cards.length <= FEW && d.cards.every((c) => c.line);
  const row = (/** @type {HandCard} */ c) => {
    const jump = c.jump ?? -1,
      may = Boolean(c.target) || jump >= 0;
    return h(
      "div",
      { class: `tcard ${c.live ? "live" : ""} ${may ? "lit" : ""}`, "data-help": c.help || null },
      button(
        "tcard-c",
        () => (c.target ? act("target", { target: c.target, k: c.k }) : jump >= 0 ? act("jumpin", { i: jump }) : null),
        {
          "aria-label": `${c.name}: ${c.line}${may ? ", play it" : `, ${c.note}`}`,
          title: may ? `Play ${c.name}` : c.note || null,
          disabled: !may,
          "data-card": c.k,
        },
        icon(c.icon, 22),
      ),
      h(
        "div",
        {},
        h("p", {}, h("b", {}, c.name), h("span", { class: "s3 sm" }, c.line), c.live ? span("tag good", "now") : null),
        h("p", { class: "s2 sm" }, c.text),
      ),
      ruleId(c.rule, act),
    );
  };
  if (told && d.cards.length) return [head("Hand", d.note, ...seats), h("div", { class: "tcards" }, d.cards.map(row))];
  return [
    head("Hand", d.note, ...seats),
    h("div", { class: "hand" }, d.cards.map(card)),
    open
      ? h(
          "p",
          { class: "s2", style: { "margin-top": "8px" } },
          span("b", `${open.name}. `),
          open.text,
          open.note ? ` ${open.note}. ` : " ",
          ruleId(open.rule, act),
        )
      : null,
  ];
};
