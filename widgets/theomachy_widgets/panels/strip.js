// @ts-check
// The players: two side by side, or a row each under common headings; a click opens the sheet.
/** @import { Figure, Panel, StripModel, StripSeat } from "./types.js" */
import { minus } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { amountSign } from "./paper.js";
import { colour, line, spark, token } from "./signs.js";

const LONG_HEAD = 8; // letters of a heading that a narrow column of plain figures holds

/** @type {Panel<StripModel>} */
export const strip = (d, { act }) => {
  // While players may be chosen, a click chooses; else it opens the sheet.
  const open = (/** @type {StripSeat} */ x) => () =>
    x.pick ? act("target", { target: x.pick }) : act("sheet", { seat: x.seat });
  if (d.seats.length <= 2)
    return h(
      "div",
      { class: "two-seats" },
      d.seats.map((x) =>
        button(
          `pl ${x.now ? "now" : ""} ${x.pick ? "pick" : ""}`,
          open(x),
          {
            "aria-label": x.pick ? `Choose ${x.name}` : `Sheet of ${x.name}`,
            "data-seat": x.seat,
            "data-help": `seat:${x.seat}`,
          },
          token(x.t, 24),
          span(
            "nm",
            h("span", { class: "cut", title: x.name }, x.name),
            h(
              "span",
              { class: "sm s3 cut", style: { "font-weight": 400 } },
              [x.status, x.extra].filter(Boolean).join(" · "),
            ),
          ),
          x.figures.slice(0, 6).map((f) => span("v", minus(f.v), h("small", {}, f.l))),
          x.closed ? shut(x.closed) : null,
          x.books.map(([, on, groups]) => books(on, groups)),
          spark(x.spark, colour(x.t.o)),
        ),
      ),
    );
  const full = d.seats.find((x) => !x.closed) || d.seats[0];
  const heads = full.figures.map((f) => f.l),
    names = d.seats[0].books.map(([n]) => n);
  const bars = full.figures.map((_, i) => d.seats.some((x) => x.figures[i]?.most));
  const shownAs = full.figures.map((_, i) => d.seats.some((x) => x.figures[i]?.pieces));
  // The columns of bars, of plain figures, and of books; what a column holds most has room without running into the
  // next.
  const counted = full.figures.map((f) => f.next !== undefined);
  const noted = full.figures.map((f, i) => f.l.length > LONG_HEAD || d.seats.some((x) => x.figures[i]?.note));
  const kinds = Math.max(...d.seats.flatMap((x) => x.figures.map((f) => (f.pieces || []).length)), 0);
  const wide = (
    /** @type {string} */ bar,
    /** @type {string} */ plain,
    /** @type {string} */ book,
    /** @type {string} */ many,
    /** @type {string} */ pictured,
  ) =>
    [
      ...bars.map((b, i) =>
        counted[i] ? many : shownAs[i] ? pictured : b ? bar : noted[i] ? "minmax(var(--noted,36px),.8fr)" : plain,
      ),
      ...names.map(() => book),
    ].join(" ");
  const many = d.seats.length > 4,
    crowd = d.seats.length > 5, // low rows, so that all are seen below a board
    packed = d.seats.length > 8, // as low as letters are: a token is no higher
    // A name stands in one line, with what is beside it.
    letter = packed ? 8.4 : 7.3,
    named = Math.max(
      ...d.seats.map((x) => letter * x.name.length + 6 * `${x.brief || x.letters}${x.extra}`.length + 12),
    );
  const columns = {
    "--cols": [
      `34px minmax(${Math.round(Math.min(190, Math.max(110, named)))}px,1.5fr)`,
      wide(
        "minmax(60px,1.1fr)",
        "minmax(36px,.7fr)",
        "minmax(92px,1fr)",
        "minmax(var(--many,110px),2.2fr)",
        `minmax(${Math.max(60, 33 * kinds)}px,1.3fr)`,
      ),
      "76px",
    ].join(" "),
    "--narrow": [
      packed ? "24px minmax(84px,1.5fr)" : "32px minmax(70px,1.5fr)",
      wide(
        "minmax(44px,1fr)",
        "minmax(34px,.8fr)",
        "minmax(var(--books,46px),.9fr)",
        "minmax(44px,1fr)",
        "minmax(72px,1.2fr)",
      ),
    ].join(" "),
  };
  const figure = (/** @type {Figure} */ f, /** @type {number} */ i, /** @type {StripSeat} */ x) =>
    f.next !== undefined
      ? cells(f, colour(x.t.o))
      : shownAs[i]
        ? span(
            "built",
            (f.pieces || []).length
              ? (f.pieces || []).map((p) => h("span", { title: p.name }, token(p.t, crowd ? 15 : 17), p.n))
              : "–",
          )
        : plainOrBar(f, i, x);
  const plainOrBar = (/** @type {Figure} */ f, /** @type {number} */ i, /** @type {StripSeat} */ x) =>
    bars[i]
      ? h(
          "span",
          { class: "tr2" },
          h("b", {}, minus(f.v)),
          h(
            "i",
            {},
            h("u", {
              style: {
                width: `${f.most ? Math.min(100, (100 * Number(f.v)) / f.most) : 0}%`,
                background: colour(x.t.o),
              },
            }),
          ),
        )
      : span(
          `n ${typeof f.v === "string" ? "words" : ""}`,
          f.sign ? amountSign(f.sign, 16, f.sign.letter) : null,
          minus(f.v),
          f.note ? h("small", {}, f.note) : null,
        );
  return h(
    "div",
    { class: `${many ? "many" : ""} ${crowd ? "crowd" : ""}`, style: { "margin-top": crowd ? "0" : "4px" } },
    h(
      "div",
      { class: "fs hd2", style: columns },
      h("span"),
      h("span"),
      heads.map((t) => h("span", {}, t)),
      names.map((t) => h("span", {}, t)),
      h("span"),
    ),
    d.seats.map((x) =>
      button(
        `fs ${x.now ? "now" : ""} ${x.pick ? "pick" : ""}`,
        open(x),
        {
          style: { ...columns, "--from": x.figures.length + 3, "--open": heads.length + 3 },
          "aria-label": x.pick ? `Choose ${x.name}` : `Sheet of ${x.name}`,
          "data-seat": x.seat,
          "data-help": `seat:${x.seat}`,
        },
        token(x.t, packed ? 14 : crowd ? 17 : many ? 19 : 22),
        h(
          "span",
          { class: "nm", title: [x.name, x.brief, x.extra].filter(Boolean).join(", ") },
          x.name,
          ...[x.you ? "you" : "", x.brief || x.letters, x.extra].filter(Boolean).map((said) => h("small", {}, said)),
        ),
        x.figures.map((f, i) => figure(f, i, x)),
        x.closed && heads.length > x.figures.length ? h("span", { class: "over-all" }, shut(x.closed)) : null,
        x.books.map(([, on, groups]) => books(on, groups)),
        spark(x.spark, colour(x.t.o), 70, crowd ? 15 : 20),
      ),
    ),
  );
};
// So many cells are full, and those that the next count fills are dotted.
export const cells = (/** @type {Figure} */ f, /** @type {string} */ paint) => {
  const n = Number(f.v),
    most = f.most || 0;
  return h(
    "span",
    { class: "cells3", title: `${f.l} ${f.v}, then ${n + (f.next || 0)}` },
    h("b", {}, minus(f.v)),
    h(
      "span",
      { class: "row3", style: { "--c": paint }, "aria-hidden": "true" },
      [...Array(most).keys()].map((k) => h("i", { class: k < n ? "on" : k < n + (f.next || 0) ? "to" : "" })),
    ),
    f.note ? h("small", {}, f.note) : null,
  );
};
// A sheet that nobody may look at now: hatched, with the reason.
const shut = (/** @type {string} */ why) => span("shut-row", line("lock"), why);
// Slots as squares, hatched where what fills one is of no use now.
export const books = (/** @type {number[]} */ on, /** @type {number[]} */ groups) =>
  span(
    "books",
    on.map((full, i) =>
      s(
        "svg",
        {
          class: i && groups[i] !== groups[i - 1] ? "ic apart" : "ic",
          width: 13,
          height: 16,
          viewBox: "0 0 15 18",
          "aria-hidden": "true",
        },
        s("rect", {
          x: 1.5,
          y: 1.5,
          width: 12,
          height: 15,
          rx: 2,
          fill: full === 1 ? "var(--ink)" : "none",
          stroke: full ? "var(--ink)" : "var(--line-strong)",
          "stroke-width": 1.3,
        }),
        full === 2 ? s("path", { d: "M2 9L8 2M2 16L13 3M7 16L13 9", stroke: "var(--ink)", "stroke-width": 1.2 }) : null,
      ),
    ),
  );
