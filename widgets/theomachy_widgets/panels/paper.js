// @ts-check
// A sheet to write on: blocks in a grid with arrows between them, rows of boxes. Written ink is dry or fresh; what
// may be written
// now is framed, and a click or Enter writes it.
/** @import { Act, Amount, Block, BlockGroup, Box, BoxRow, Kid, Panel, PaperModel, Ui, WriteSheet } from "./types.js" */
import { askReach, openGoals } from "./asking.js";
import { minus, ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { crossMark, ringMark, written } from "./ink.js";
import { icon, line, token } from "./signs.js";

const STAR = [...Array(32).keys()]
  .map((i) => {
    const r = i % 2 ? 7.4 : 9.4,
      a = (i * Math.PI) / 16;
    return `${i ? "L" : "M"}${(10 + r * Math.cos(a)).toFixed(1)} ${(10 + r * Math.sin(a)).toFixed(1)}`;
  })
  .join("");
/** @type {Record<string, () => SVGElement>} */
const SHAPES = {
  disc: () => s("circle", { cx: 10, cy: 10, r: 8.6 }),
  square: () => s("rect", { x: 1.8, y: 1.8, width: 16.4, height: 16.4, rx: 3 }),
  hexagon: () => s("path", { d: "M10 1l7.8 4.5v9L10 19l-7.8-4.5v-9z" }),
  octagon: () => s("path", { d: "M6.4 1.4h7.2l5 5v7.2l-5 5H6.4l-5-5V6.4z" }),
  star: () => s("path", { d: `${STAR}z` }),
  gem: () => s("path", { d: "M6 1H14L19 7L10 19L1 7z" }),
};
// The sign of a kind of thing: a letter or icon in its shape. A star holds the number itself.
export const amountSign = (/** @type {Amount} */ a, /** @type {number} */ size, /** @type {Kid} */ text) =>
  s(
    "svg",
    { class: `amt-sign ${a.tint} ${a.shape}`, width: size, height: size, viewBox: "0 0 20 20", "aria-hidden": "true" },
    (SHAPES[a.shape] || SHAPES.disc)(),
    s("text", { x: 10, y: 14, "text-anchor": "middle" }, text),
  );
export const amount = (/** @type {Amount} */ a) =>
  a.shape === "star"
    ? h("span", { class: "amt", title: `${a.n} ${a.name}`, "aria-label": `${a.n} ${a.name}` }, amountSign(a, 20, a.n))
    : h(
        "span",
        { class: "amt", title: `${a.n} ${a.name}`, "aria-label": `${a.n} ${a.name}` },
        h("b", {}, minus(a.n)),
        a.icon ? icon(a.icon, 14) : amountSign(a, 16, a.letter),
      );

/** @typedef {{ act: Act, tell: (b: Partial<Box>) => void, seat: number }} Pen whose sheet it is, and what is told */
// One box. One that may be written is a button; what it would bring is said on hover and on focus.
function box(
  /** @type {Box} */ b,
  /** @type {{ act: Act, tell: (b: Partial<Box>) => void }} */ ui,
  w = 22,
  height = 22,
  cls = "",
  printed = "",
) {
  const face = [printed ? span("printed", printed) : null, written(b, w, height)];
  const state = `${b.fresh ? "fresh" : ""} ${b.target ? "lit" : ""} ${b.hot ? "hot" : ""} ${b.fault ? "fault" : ""}`;
  const attrs = { style: { width: `${w}px`, height: `${height}px` } };
  if (!b.target)
    return h("span", { class: `wbox ${state} ${cls}`, ...attrs, title: b.said, "data-of": b.name || null }, face);
  const say = [b.label || b.name, b.said, b.brings].filter(Boolean).join(": ");
  return button(
    `wbox ${state} ${cls}`,
    (e) => {
      e.stopPropagation();
      ui.act("target", { target: b.target });
    },
    {
      ...attrs,
      "aria-label": `Write: ${say}`,
      title: b.brings || null,
      "data-box": b.target,
      "data-keep": `box${b.target}`,
      focus: () => ui.tell(b),
      mousemove: () => ui.tell(b), // one that rests while the sheet is drawn anew says nothing
    },
    face,
  );
}

function row(
  /** @type {BoxRow} */ r,
  /** @type {{ act: Act, tell: (b: Partial<Box>) => void }} */ ui,
  /** @type {string} */ where = "",
) {
  const short = r.boxes.every((b) => b.name.length < 3),
    numbers = r.boxes.length > 3 && !short && where !== "block"; // a row of figures, though none is written yet
  const wide = r.boxes.some((b) => b.text || b.was) || r.sign || numbers;
  const size = where === "block" ? 14 : r.boxes.some((b) => b.name && b.name.length < 3) ? 26 : 20;
  const one = (/** @type {Box} */ b) => {
    const word = b.text && !/^[0-9]+$/.test(b.text),
      figures = b.was ? 10 * Math.max(0, b.text.length + b.was.length - 2) : 0;
    return h(
      "span",
      { class: `wnamed ${word ? "word" : ""}` },
      b.name && r.boxes.length > 1 && (wide || !short) ? h("small", {}, b.name) : null,
      box(
        b,
        ui,
        word
          ? 46
          : wide
            ? (r.boxes.length > 6
                ? 32
                : r.boxes.length > 5
                  ? 30
                  : r.boxes.length > 4
                    ? 38
                    : where === "block"
                      ? 32
                      : 46) + figures
            : size,
        word ? 26 : wide ? 28 : size,
        word ? "word" : "",
        wide || where === "block" || !short ? "" : b.name,
      ),
    );
  };
  return h(
    "div",
    {
      class: `brow ${wide ? "wide" : ""} ${r.boxes.length > 8 ? "long" : ""}`,
      role: "group",
      "aria-label": r.name || r.sign?.name || null,
    },
    r.sign ? amountSign(r.sign, 18, r.sign.letter) : r.name ? span("bname2", r.name) : null,
    span("wboxes", r.boxes.map(one)),
    r.goals.length
      ? span(
          "goals",
          r.goals.map((g, i) => span(i < r.reached ? "goal reached" : "goal", g.name, amountSign(g, 20, g.n))),
        )
      : null,
    r.note ? span("s3 sm", r.note) : null,
    r.rule ? ruleId(r.rule, ui.act) : null,
  );
}

function block(/** @type {Block} */ b, /** @type {Pen} */ ui) {
  const can = b.box?.target;
  const full = [b.box, ...b.rows.flatMap((r) => r.boxes)].find((each) => each?.brings)?.brings || b.text;
  const says = () => ui.tell({ label: b.name, brings: [full, b.note].filter(Boolean).join(" ") });
  const mark = b.box?.mark,
    struck = mark === "cross" || mark === "circle";
  const over = () =>
    s(
      "svg",
      { class: "wstruck", viewBox: "0 0 120 60", preserveAspectRatio: "none", "aria-hidden": "true" },
      mark === "cross" ? crossMark(60, 30, 110, 50, b.id) : ringMark(60, 30, 122, 62, b.id),
    );
  return h(
    "div",
    {
      class: `wblock ${b.state} ${mark === "cross" ? "struck" : ""}`,
      "data-block": b.id,
      "data-help": b.help || null,
      mousemove: says,
      click: can ? () => ui.act("target", { target: can }) : () => ui.act("rule", { id: b.rule }),
    },
    h(
      "div",
      { class: "bh" },
      b.worth ? amountSign(b.worth, 20, b.worth.n) : null,
      h("b", {}, b.name),
      b.house ? line("house") : null,
      askReach(b.goal, ui.seat, b.name, ui.act, true),
      b.box ? null : b.price.map(amount),
      b.box && (!struck || b.box.target) ? box(b.box, ui, 18, 18) : null,
    ),
    h(
      "div",
      { class: "bb" },
      b.text ? h("p", { title: full }, b.text) : null,
      b.note ? h("p", { class: "s3 sm" }, b.note) : null,
      b.rows.map((r) => row(r, ui, "block")),
    ),
    b.box && b.price.length ? h("div", { class: "bp" }, b.price.map(amount)) : null,
    struck ? over() : null,
  );
}

// Arrows in the gaps of the grid, from the upper edge of a block to the lower edge of one above it; dark where the
// first stands.
function arrows(/** @type {BlockGroup} */ g, /** @type {number} */ high) {
  const W = 1000,
    gap = 18,
    cell = W / g.columns,
    H = high * 100;
  const paths = g.arrows.map(([ax, ay, bx, by, done]) => {
    const x0 = (ax + 0.5) * cell,
      x1 = (bx + 0.5) * cell;
    const y0 = ay * 100 + gap / 2,
      y1 = (by + 1) * 100 - gap / 2 + 2,
      mid = by < ay ? (by + 1) * 100 + 1 : y0;
    return [`M${x0} ${y0}V${mid}H${x1}V${y1}`, done];
  });
  return s(
    "svg",
    { class: "arrows", viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    paths.sort((a, b) => Number(a[1]) - Number(b[1])).map(([d, done]) => s("path", { d, class: done ? "stands" : "" })),
  );
}

function group(/** @type {BlockGroup} */ g, /** @type {Pen} */ ui) {
  const high = 1 + Math.max(-1, ...g.blocks.map((b) => b.cell[1]));
  /** @type {Record<string, boolean>} */
  const needs = {};
  for (const [, , bx, by, done] of g.arrows) needs[`${bx},${by}`] ||= done;
  return h(
    "div",
    { class: "wgroup", role: "group", "aria-label": g.name || null },
    g.name || g.note
      ? h(
          "div",
          { class: "gh" },
          h("h3", { class: "ov" }, g.name),
          g.house ? line("house") : null,
          g.note ? span("s3 sm", g.note) : null,
          ruleId(g.rule, ui.act),
        )
      : null,
    g.blocks.length
      ? h(
          "div",
          { class: `wgrid ${g.levels.length ? "leveled" : ""} ${g.columns > 3 ? "tight" : ""}` },
          g.levels.length
            ? h(
                "div",
                { class: "levels", style: { "--rows": high } },
                g.levels.map((l, i) => span(`level ${g.open >= 0 && i >= high - g.open ? "on" : ""}`, l)),
              )
            : null,
          h(
            "div",
            { class: "cells2", style: { "--cols": g.columns, "--rows": high } },
            g.arrows.length ? arrows(g, high) : null,
            g.blocks.map((b) =>
              h(
                "div",
                {
                  class: `wat ${needs[`${b.cell}`] === undefined ? "" : needs[`${b.cell}`] ? "open" : "needs"}`,
                  style: { "grid-column": b.cell[0] + 1, "grid-row": b.cell[1] + 1 },
                },
                block(b, ui),
              ),
            ),
          ),
        )
      : null,
    g.rows.map((r) => row(r, ui)),
  );
}

/** @type {Record<string, number>} */
const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const roundBox = (/** @type {Box} */ b) => {
  const at = b.mark === "circle" ? "now" : b.mark ? "gone" : "";
  return h(
    "span",
    { class: `rnd ${at}`, "aria-current": at === "now" ? "step" : null, title: b.said },
    b.name,
    written({ ...b, text: "" }, 20, 20)[0],
  );
};

const teller = (/** @type {HTMLElement} */ read) => (/** @type {Partial<Box>} */ b) => {
  const said = [b.label || b.name, b.brings].filter(Boolean).join(": ");
  if (read.textContent !== said) read.textContent = said;
};

// All sheets at once, of each what is written: names and boxes, without the sentences.
function sideBySide(/** @type {PaperModel} */ d, /** @type {Ui} */ { act }) {
  const read = h("p", { class: "read2", "aria-live": "polite" });
  const tell = teller(read);
  const one = (/** @type {WriteSheet} */ x) =>
    h(
      "div",
      { class: `paper brief ${x.closed ? "shut" : ""}`, role: "region", "aria-label": x.title },
      h("div", { class: "wtop" }, token(x.t, 18), h("h2", { class: "wtitle" }, x.name)),
      x.closed
        ? h("p", { class: "closed" }, x.closed)
        : [...x.groups, ...x.aside].map((g) => group({ ...g, note: "" }, { act, tell, seat: x.seat })),
    );
  return [h("div", { class: "besides" }, d.sheets.map(one)), read];
}

/** @type {Panel<PaperModel>} */
export const paper = (d, ui) => {
  const { act, keep, again } = ui;
  if (d.beside) return sideBySide(d, ui);
  const one = d.sheets.find((x) => x.seat === keep.seat) || d.sheets[0];
  const read = h("p", { class: "read2", "aria-live": "polite" });
  const tell = teller(read);
  const mine = { act, tell, seat: one.seat };
  // Arrows go from box to box that may be written.
  const go = (/** @type {KeyboardEvent & { currentTarget: HTMLElement, target: HTMLElement }} */ e) => {
    const way = WAYS[e.key];
    const all = [.../** @type {NodeListOf<HTMLElement>} */ (e.currentTarget.querySelectorAll("[data-box]"))],
      at = all.indexOf(e.target);
    if (!way || at < 0) return;
    e.preventDefault();
    e.stopPropagation();
    all[(at + way + all.length) % all.length].focus();
  };
  const others =
    d.sheets.length > 1
      ? h(
          "div",
          { class: "fronts", role: "tablist", "aria-label": "Sheets" },
          d.sheets.map((x) =>
            button(
              `front ${x === one ? "on" : ""}`,
              () => {
                keep.seat = x.seat;
                again();
              },
              { role: "tab", "aria-selected": x === one ? "true" : "false" },
              token(x.t, 14),
              x.name,
            ),
          ),
        )
      : null;
  const top = h(
    "div",
    { class: "wtop" },
    token(one.t, 24),
    h("h2", { class: "wtitle" }, one.title),
    one.note ? span("s2", one.note) : null,
    span("grow"),
    one.rounds.length
      ? h(
          "span",
          { class: "rnds", role: "group", "aria-label": "Rounds" },
          span("s3 sm", "Round"),
          one.rounds.map(roundBox),
        )
      : null,
  );
  if (one.closed)
    return [
      others,
      h(
        "div",
        { class: "paper shut", role: "region", "aria-label": one.title },
        top,
        h("p", { class: "closed" }, one.closed),
      ),
    ];
  return [
    others,
    h(
      "div",
      { class: "paper", "data-arrows": "", role: "region", "aria-label": one.title, keydown: go },
      top,
      h(
        "div",
        { class: `wcols ${one.aside.length ? "two2" : ""}` },
        h(
          "div",
          { class: "wmain" },
          one.groups.map((g) => group(g, mine)),
        ),
        one.aside.length
          ? h(
              "div",
              { class: "waside" },
              one.aside.map((g) => group(g, mine)),
            )
          : null,
      ),
      one.goals.length ? h("div", { class: "wgoals" }, openGoals(one.goals, one.seat, act)) : null,
      h(
        "div",
        { class: "wfoot" },
        read,
        h(
          "p",
          { class: "wkey s3 sm" },
          h("span", { class: "k dry" }),
          "written before",
          h("span", { class: "k fresh" }),
          "this round",
          h("span", { class: "k may" }),
          "may be written now",
        ),
      ),
    ),
  ];
};
