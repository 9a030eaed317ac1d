// @ts-check
// Things in a row that each player does for himself: what each is worth and brings, and below it who has done it; one
// that brings nothing has its name there. What the player whose ink is shown has done is ringed, and its gains are
// crossed out.
/** @import { Amount, LineItem, LinesModel, Panel } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { ringMark, slashMark } from "./ink.js";
import { amountSign } from "./paper.js";
import { colour, iconPath, outline, owner } from "./signs.js";

const ROW = 8; // so many things with names are on a line: more are in a row that scrolls
const HORN = "M-13.8 -6.4C-20 -14.4 -17.6 -21.6 -12.5 -22.7C-13.4 -16 -9.6 -13.4 -4.8 -12.8z";
// A disc with the figure of a thing, with horns if it is a beast.
const disc = (/** @type {LineItem} */ x, /** @type {string} */ sign) =>
  s(
    "svg",
    { class: "li-disc", width: 42, height: 44, viewBox: "-23 -26 46 48", "aria-hidden": "true" },
    sign === "horned"
      ? [s("path", { class: "li-horn", d: HORN }), s("path", { class: "li-horn", d: HORN, transform: "scale(-1 1)" })]
      : null,
    s("circle", { class: "li-body", r: 16 }),
    x.icon && !x.text ? iconPath(x.icon, 0, 0, 20, "#fffdf7") : null,
    x.text ? s("text", { y: 5.2, "text-anchor": "middle" }, x.text) : null,
    x.target ? s("circle", { class: "li-lit", r: 20 }) : null,
    x.done ? ringMark(0, -1, 43, 45, x.id) : null,
  );
const gain = (/** @type {Amount} */ g, /** @type {boolean} */ gone, /** @type {string} */ name) =>
  span(
    `li-g ${gone ? "gone" : ""}`,
    g.n !== 1 ? h("b", {}, g.n) : null,
    amountSign(g, 16, g.letter),
    gone
      ? s("svg", { class: "ink", width: 18, height: 18, viewBox: "0 0 18 18" }, slashMark(9, 9, 17, 16, name))
      : null,
  );
const mark = (/** @type {LineItem["marks"][number]} */ x) =>
  s(
    "svg",
    { class: "ic", width: 12, height: 12, viewBox: "-6 -6 12 12", "aria-hidden": "true" },
    x.full
      ? s("path", { d: outline(owner(x.o)[0], 4.6), fill: colour(x.o), class: x.fresh ? "fresh" : "" })
      : s("path", { d: outline(owner(x.o)[0], 3.8), fill: "var(--page)", stroke: colour(x.o), "stroke-width": 2.2 }),
  );

/** @type {Panel<LinesModel>} */
export const lines = (d, { act }) => {
  const item = (/** @type {LineItem} */ x, /** @type {string} */ sign, /** @type {boolean} */ alone) => {
    const say = [x.name, x.said].filter(Boolean).join(": ");
    const face = [
      disc(x, sign),
      span(
        "li-r",
        x.worth ? span("li-w", amountSign(x.worth, 20, x.worth.n)) : null,
        x.text || x.worth || x.gains.length
          ? span(
              "li-gs",
              x.gains.map((g, i) => gain(g, x.done, `${x.id}${i}`)),
            )
          : span("li-n", x.name),
        x.tag ? span("li-tag", x.tag) : null,
        span("li-m", x.marks.map(mark), alone && x.marks.length === 1 ? span("s2 li-who", x.marks[0].name) : null),
      ),
    ];
    const states = [
      x.done && "done",
      x.fresh && "fresh",
      x.target && "lit",
      x.hot && "hot",
      x.fault && "fault",
      x.pale && "pale",
    ];
    const cls = ["li", ...states].filter(Boolean).join(" ");
    if (!x.target)
      return h(
        "span",
        { class: cls, role: "listitem", "aria-label": say, "data-item": x.id, "data-help": x.help },
        face,
      );
    return h(
      "span",
      { role: "listitem" },
      button(
        cls,
        () => act("target", { target: x.target }),
        {
          "aria-label": `Choose ${say}`,
          title: [say, x.brings].filter(Boolean).join(" · "),
          "data-item": x.id,
          "data-help": x.help,
          "data-line": x.target,
          "data-keep": `line${x.target}`,
        },
        face,
      ),
    );
  };
  // Arrows go from thing to thing that can be chosen.
  const go = (/** @type {KeyboardEvent & { currentTarget: HTMLElement, target: HTMLElement }} */ e) => {
    const way = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 })[
      e.key
    ];
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (e.currentTarget.querySelectorAll("[data-line]"))],
      at = all.indexOf(e.target);
    if (!way || at < 0) return;
    e.preventDefault();
    e.stopPropagation();
    all[(at + way + all.length) % all.length].focus();
  };
  // Where things have a name and no more, one row holds them, and the note beside them.
  const named = (/** @type {LinesModel["lines"][number]} */ one) =>
    one.items.every((x) => !x.text && !x.worth && !x.gains.length);
  return d.lines.map((one) =>
    h(
      "div",
      { class: `line-of ${named(one) ? "named" : ""} ${named(one) && one.items.length > ROW ? "long" : ""}` },
      named(one)
        ? h(
            "h2",
            { class: "ov" },
            one.name,
            one.items.length > ROW ? span("s2 li-count", ` ${one.items.length}`) : null,
          )
        : null,
      h(
        "div",
        {
          class: "lis",
          role: "list",
          "aria-label": one.name,
          "data-arrows": "",
          keydown: go,
          style: { "--n": one.items.length },
        },
        one.items.map((x) => item(x, one.sign, named(one))),
      ),
      one.note || one.rule ? h("p", { class: "s2 sm li-note" }, one.note, ruleId(one.rule, act)) : null,
    ),
  );
};
