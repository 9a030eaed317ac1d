// @ts-check
// Cards with a current row: one is open with its rows, rails of powers and what the next rows change; the others
// stand small below.
/** @import { CardColumn, CardPower, CardSheet, CardsModel, Panel, Ui } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { icon, line, token } from "./signs.js";
import { gem } from "./stones.js";
import { sum } from "./sums.js";

// The table of a card. `big` has names of columns and marks of what falls.
function table(/** @type {CardSheet} */ c, /** @type {boolean} */ big) {
  const railed = c.powers.filter((p) => p.railed || p.kind !== "talent");
  const falls = new Set(c.falls.map(([, , row]) => row)),
    rows = c.columns[0].values.length;
  const value = (/** @type {CardColumn} */ col, /** @type {number} */ r, /** @type {number} */ k) => {
    const v = col.values[r],
      changed = k > 0 && r > 0 && v !== col.values[r - 1];
    return h("td", { class: changed && r > c.row ? "falls" : "" }, r < c.row ? h("s", {}, v) : v);
  };
  const rail = (/** @type {CardPower} */ p, /** @type {number} */ r) => {
    const on = p.rail[r],
      first = on && !p.rail[r - 1],
      last = on && !p.rail[r + 1];
    const said = p.values[r] || (on ? (r === c.row ? "●" : "·") : "–");
    return h(
      "td",
      { class: `rl ${on ? "on" : ""} ${first ? "first" : ""} ${last ? "last" : ""} ${p.dark ? "dark" : ""}` },
      h("i", {}),
      h("span", { "aria-label": on ? "can be used" : "cannot be used" }, said),
    );
  };
  return h(
    "table",
    { class: `rows2 ${big ? "big" : ""}`, "aria-label": `${c.name}, row by row` },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        c.columns.map((col) =>
          h(
            "th",
            { scope: "col", title: col.name },
            col.icon ? icon(col.icon, big ? 18 : 13) : null,
            big || !col.icon ? h("small", {}, col.name) : h("small", { class: "sr" }, col.name),
          ),
        ),
        railed.map((p) =>
          h(
            "th",
            { scope: "col", title: p.name },
            span(`pl2 ${p.dark ? "dark" : ""}`, p.letter),
            big ? h("small", {}, p.name) : h("small", { class: "sr" }, p.name),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      [...Array(rows).keys()].map((r) =>
        h(
          "tr",
          {
            class: `${r < c.row ? "lost" : r === c.row ? "now" : ""} ${falls.has(r) ? "next" : ""}`,
            "aria-current": r === c.row ? "true" : null,
          },
          c.columns.map((col, k) => value(col, r, k)),
          railed.map((p) => rail(p, r)),
        ),
      ),
    ),
  );
}
const beads = (/** @type {CardSheet["beads"]} */ b) =>
  b
    ? h(
        "span",
        { class: "beads", role: "img", "aria-label": `${b[0]} of ${b[1]} left` },
        [...Array(b[1]).keys()].map((i) => h("i", { class: i < b[0] ? "" : "gone" })),
      )
    : null;
// Where the cards of a name are: in hand full, in the deck an outline with a bar, discarded dashed.
const minis = (/** @type {CardSheet["stack"]} */ x, /** @type {number} */ w) => {
  if (!x) return null;
  const one = (/** @type {string} */ kind) =>
    s(
      "svg",
      { class: `mini ${kind}`, width: w, height: (4 * w) / 3, viewBox: "0 0 12 16", "aria-hidden": "true" },
      s("rect", { x: 1, y: 1, width: 10, height: 14, rx: 2 }),
      kind === "deck" ? s("path", { d: "M3.5 8h5" }) : null,
    );
  const many = (/** @type {number} */ n, /** @type {string} */ kind) =>
    [...Array(Math.max(0, Math.min(n, 8))).keys()].map(() => one(kind));
  return [many(x.hand, "hand"), many(x.deck, "deck"), many(x.discard, "discard")];
};
// The kind of a power by its shape, not by its colour.
/** @type {Record<string, () => SVGElement[]>} */
const KINDS = {
  permanent: () => [
    s("rect", { class: "ln", x: 1.2, y: 1.2, width: 9.6, height: 9.6, rx: 2 }),
    s("circle", { cx: 6, cy: 6, r: 2 }),
  ],
  passive: () => [s("circle", { class: "ln", cx: 6, cy: 6, r: 4.8 }), s("path", { d: "M6 1.2a4.8 4.8 0 0 1 0 9.6z" })],
  active: () => [s("path", { d: "M2 1l9 5-9 5z" })],
  offensive: () => [s("path", { d: "M6 0l1.7 4.3L12 6 7.7 7.7 6 12 4.3 7.7 0 6l4.3-1.7z" })],
};
const kindOf = (/** @type {string} */ name) =>
  KINDS[name]
    ? s("svg", { class: "kd", width: 12, height: 12, viewBox: "0 0 12 12", "aria-hidden": "true" }, KINDS[name]())
    : null;
const sym = (/** @type {CardPower} */ p) =>
  p.icon ? span("pl-i", icon(p.icon, 22)) : span(`pl2 ${p.dark ? "dark" : ""}`, p.letter);
const carries = (/** @type {CardSheet} */ c, /** @type {number} */ size) =>
  c.carried.map((x) =>
    h(
      "span",
      { class: "carries", title: `carries ${x.name}`, role: "img", "aria-label": `carries ${x.name}` },
      x.kind === "stone" || x.kind === "gem" ? gem(size, true) : x.icon ? icon(x.icon, size) : x.name,
    ),
  );
const headOf = (/** @type {CardSheet} */ c, /** @type {number} */ size) =>
  h(
    "div",
    { class: "ch" },
    token(c.t, size),
    h("div", {}, h("b", { class: "cn" }, c.name), h("p", { class: "s2 sm" }, size > 30 ? c.line : c.brief)),
    span("grow"),
    carries(c, size > 30 ? 18 : 14),
    c.marks.map((m) => span("tag n", m)),
  );

function open(/** @type {CardSheet} */ c, /** @type {Ui} */ ui) {
  const power = (/** @type {CardPower} */ p) =>
    h(
      "div",
      { class: `cpow ${p.live ? "" : "no"} ${p.hot ? "hot" : ""}` },
      sym(p),
      h(
        "div",
        {},
        h(
          "p",
          {},
          h("b", {}, p.name),
          p.kind ? span("s2 kind", kindOf(p.kind), p.kind) : null,
          p.cost ? span("s2 cost", p.cost_icon ? icon(p.cost_icon, 14) : null, p.cost) : null,
          p.house ? line("house") : null,
          p.live ? null : span("s3", "not in this row"),
        ),
        h("p", { class: "s2" }, p.text),
      ),
      p.target
        ? button(
            "btn line small",
            () => ui.act("target", { target: p.target }),
            { "data-box": p.target, title: p.brings || null },
            p.label || "Use",
          )
        : null,
      ruleId(p.rule, ui.act),
    );
  return h(
    "div",
    { class: "copen", role: "region", "aria-label": c.name },
    headOf(c, 44),
    c.stack ? h("p", { class: "cstack s2" }, minis(c.stack, 15), span("", c.stack.said)) : null,
    beads(c.beads),
    h(
      "div",
      { class: "cbody" },
      h(
        "div",
        { class: "scroll-x" },
        table(c, true),
        c.falls.length
          ? h(
              "p",
              { class: "s2 cfalls" },
              c.falls.map(([at, what]) => [h("b", {}, at), `: ${what}. `]),
            )
          : null,
      ),
      h(
        "div",
        {},
        c.powers.length ? h("div", { class: "lbl" }, span("", "Powers"), ruleId(c.rule, ui.act)) : null,
        [...c.powers.filter((p) => p.kind !== "talent"), ...c.powers.filter((p) => p.kind === "talent")].map(power),
        c.sums.map((x) => sum(x, ui.act)),
        c.here.length
          ? h(
              "div",
              { class: "chere" },
              h("div", { class: "ov" }, c.here_name ? `Here: ${c.here_name}` : "Here"),
              c.here.map(([name, fact, rule, bad]) =>
                h("div", { class: "term" }, span("", name), span(`n ${bad ? "bad" : ""}`, fact), ruleId(rule, ui.act)),
              ),
            )
          : null,
      ),
    ),
    c.target
      ? button("btn solid", () => ui.act("target", { target: c.target }), { "data-box": c.target }, c.label)
      : null,
  );
}
// What a small card says below its table: talents, powers by their signs, where its cards are.
const brief = (/** @type {CardSheet} */ c) => [
  c.powers.some((p) => !p.railed && p.kind === "talent")
    ? h(
        "p",
        { class: "tal s2" },
        c.powers
          .filter((p) => !p.railed && p.kind === "talent")
          .map((p) => p.name)
          .join(", "),
      )
    : null,
  c.powers
    .filter((p) => p.railed || p.kind !== "talent")
    .map((p) =>
      h(
        "p",
        { class: `bp2 ${p.live ? "" : "no"}` },
        span(`pl2 ${p.dark ? "dark" : ""}`),
        span("cut", p.name),
        kindOf(p.kind),
        span("grow"),
        p.cost_icon
          ? h(
              "span",
              { class: "s2 sm cost", title: p.cost },
              icon(p.cost_icon, 12),
              Number.parseInt(p.cost, 10) || p.cost,
            )
          : span("s2 sm", p.cost),
      ),
    ),
  c.stack
    ? h(
        "p",
        { class: "cstack s2 sm" },
        minis(c.stack, 12),
        c.stack.hand >= 0 ? span("", `${c.stack.hand} in hand`) : null,
      )
    : null,
];
const LEGEND = ["permanent", "passive", "active", "offensive"];
const legend = (/** @type {CardSheet[]} */ all) => {
  const used = LEGEND.filter((k) => all.some((c) => c.powers.some((p) => p.kind === k)));
  const one = { hand: 1, deck: 0, discard: 0, said: "" };
  return h(
    "div",
    { class: "clegend" },
    used.map((k) => span("ty s2", kindOf(k), k)),
    all.some((c) => c.stack)
      ? [
          span("ty s2", minis(one, 10), "hand"),
          span("ty s2", minis({ ...one, hand: 0, deck: 1 }, 10), "deck"),
          span("ty s2", minis({ ...one, hand: 0, discard: 1 }, 10), "discard"),
        ]
      : null,
  );
};

/** @type {Panel<CardsModel>} */
export const cards = (d, ui) => {
  const { keep, again } = ui;
  const seat = d.seats.some((x) => x.seat === keep.seat) ? keep.seat : d.mine,
    mine = d.cards.filter((c) => c.seat === seat);
  const one = mine.find((c) => c.id === keep.open) || mine.find((c) => c.target || c.hot || c.id === d.open) || mine[0];
  const small = (/** @type {CardSheet} */ c) =>
    button(
      `csmall ${c === one ? "on" : ""}`,
      () => {
        keep.open = c.id;
        again();
      },
      {
        "aria-pressed": c === one ? "true" : "false",
        "data-card": c.id,
        "data-keep": `card${c.id}`,
        "data-help": `sheet:${c.id}`,
      },
      headOf(c, 26),
      table(c, false),
      beads(c.beads),
      brief(c),
    );
  const sides =
    d.seats.length > 1
      ? h(
          "div",
          { class: "pills", role: "tablist", "aria-label": "Whose cards" },
          d.seats.map((x) =>
            button(
              `pill ${x.seat === seat ? "on" : ""}`,
              () => {
                keep.seat = x.seat;
                keep.open = "";
                again();
              },
              { role: "tab", "aria-selected": x.seat === seat ? "true" : "false", "data-keep": `cards${x.seat}` },
              x.name,
            ),
          ),
        )
      : null;
  return h(
    "div",
    { class: "cards2" },
    open(one, ui),
    h(
      "div",
      { class: "carmy" },
      h("div", { class: "cside" }, sides, legend(mine)),
      mine.length > 1 ? h("div", { class: "csmalls" }, mine.map(small)) : null,
    ),
  );
};
