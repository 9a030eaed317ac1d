// @ts-check
// The sheet of a player whose slots are a row of cards: what fills each or is asked for, what there is of each kind,
// what the next count brings, what may be used when, and the other players in short.
/** @import { Act, OpenSlot, OtherSheet, Passage, SheetRow, Sum, TableauModel } from "./types.js" */
import { askReach, openGoals } from "./asking.js";
import { minus, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { ending } from "./sheet.js";
import { colour, icon, token } from "./signs.js";
import { books } from "./strip.js";

const STATES = ["to fill", "full", "of no use now"];

const card = (/** @type {OpenSlot} */ x, /** @type {TableauModel} */ d, /** @type {Act} */ act) => {
  const kind = x.filled ? (x.live ? "full" : "down") : "open";
  const said = x.note || (x.filled ? "" : "open");
  return h(
    "li",
    { class: `card4 ${kind}`, "data-help": `named:${d.seat}:${x.name}` },
    h("p", { class: "b" }, x.filled ? icon(x.icon || d.t.i, 15) : null, x.name),
    h("p", { class: "s2" }, x.text),
    h(
      "p",
      { class: "foot4" },
      said ? span(x.filled ? "b" : "s3", said) : null,
      askReach(x.goal, d.seat, x.name, act),
      span("grow"),
      ruleId(x.rule, act),
    ),
  );
};

const row = (/** @type {SheetRow} */ r, /** @type {Act} */ act) =>
  h(
    "tr",
    { class: r.have ? "" : "none3" },
    h("td", {}, token(r.t, 20)),
    h("th", { scope: "row" }, h("b", {}, r.name), r.line ? span("s3 sm", ` ${r.line}`) : null),
    r.cells.map((c) => h("td", { class: "n" }, minus(c))),
    h("td", { class: "n" }, h("b", {}, String(r.have)), ` of ${r.most}`),
    h("td", {}, ruleId(r.rule, act)),
  );

// What comes, in one line: the parts, and at the right what they come to.
const brings = (/** @type {Sum} */ x, /** @type {Act} */ act) => [
  h("h3", { class: "ov" }, span("", x.head), x.note ? span("s3 sm", x.note) : null, span("grow"), ruleId(x.rule, act)),
  h(
    "p",
    { class: "brings4", "aria-label": `${x.head}: ${x.value} ${x.name}` },
    x.terms.map(([name, n]) => span("", `${name} `, h("b", {}, minus(n)))),
    x.terms.length ? null : span("s3", "nothing"),
    span("grow"),
    h("b", {}, minus(x.value), span("s3 sm", ` ${x.name}`)),
  ),
];

const passage = (/** @type {Passage} */ p, /** @type {Act} */ act) =>
  h(
    "li",
    { class: `text4 ${p.when ? "asleep" : ""}` },
    h(
      "p",
      {},
      h("b", {}, p.name),
      p.tag ? span("tag n", p.tag) : null,
      p.when ? span("s3 sm", p.when) : null,
      span("grow"),
      ruleId(p.rule, act),
    ),
    h("p", { class: "s2" }, p.text),
  );

const other = (/** @type {OtherSheet} */ x, /** @type {Act} */ act) =>
  h(
    "li",
    {},
    button(
      "other4",
      () => act("sheet", { seat: x.seat }),
      {
        "data-keep": `sheet${x.seat}`,
        "aria-label": [
          `Sheet of ${x.name}`,
          STATES.map((said, k) => [x.squares.filter((n) => n === k).length, said])
            .filter(([n]) => n)
            .map(([n, said]) => `${n} ${said}`)
            .join(", "),
          x.said,
        ]
          .filter(Boolean)
          .join(". "),
      },
      span("who4", token(x.t, 20), h("b", {}, x.name), span("grow"), books(x.squares, [])),
      x.pieces.length || x.said
        ? span(
            "has4",
            x.pieces.map((p) => h("span", { title: p.name }, token(p.t, 17))),
            span("s3 sm", x.said),
          )
        : null,
    ),
  );

export const deck = (/** @type {TableauModel} */ d, /** @type {Act} */ act) => {
  const [now, ...more] = d.passages;
  const last = more.length ? more[more.length - 1] : null;
  const texts = [now, ...more.slice(0, -1)].filter(Boolean);
  const list = (/** @type {[string, Passage[]]} */ [name, rows], wide = "") => [
    h("h3", { class: "ov" }, name),
    h(
      "ul",
      { class: `texts4 ${wide}`, "aria-label": name },
      rows.map((p) => passage(p, act)),
    ),
  ];
  return [
    d.groups.map((g) => [
      h("h3", { class: "ov" }, g.name, span("s3 sm", g.note)),
      h(
        "ul",
        { class: "deck4", "aria-label": g.name, style: { "--c": colour(d.t.o) } },
        g.slots.map((x) => card(x, d, act)),
      ),
    ]),
    h(
      "div",
      { class: "cols3" },
      h(
        "div",
        {},
        d.tables.map((t) =>
          h(
            "table",
            { class: "kinds3 kinds4" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", {}),
                h("th", { scope: "col" }, t.name),
                t.columns.map((c) => h("th", { scope: "col" }, c)),
                h("th", { scope: "col" }, "In play"),
                h("th", {}),
              ),
            ),
            h(
              "tbody",
              {},
              t.rows.map((r) => row(r, act)),
            ),
          ),
        ),
        d.sums.map((x) => brings(x, act)),
        d.pieces.map(([name, pieces]) => [
          h("h3", { class: "ov" }, name),
          h(
            "div",
            { class: "pieces" },
            pieces.map((p) => span("", token(p.t, 20), p.name)),
          ),
        ]),
      ),
      h(
        "div",
        {},
        texts.map((x) => list(x)),
      ),
    ),
    last ? list(last, "wide4") : null,
    h("h3", { class: "ov" }, "The others", span("s3 sm", "full, hatched: of no use now, empty")),
    h(
      "ul",
      { class: "others4", "aria-label": "The others" },
      d.others.filter((x) => !x.on).map((x) => other(x, act)),
    ),
    h("div", { class: "cols3" }, h("div", {}, openGoals(d.goals, d.seat, act)), h("div", {}, ending(d, act))),
  ];
};
