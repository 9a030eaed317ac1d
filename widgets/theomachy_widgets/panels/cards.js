// @ts-check
// Cards with a current row: one is open with its rows, rails of powers and what the next rows change; the others
// stand small below.
/** @import { CardColumn, CardPower, CardSheet, CardsModel, Panel, Ui } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { icon, line, token } from "./signs.js";
import { sum } from "./sums.js";

// The table of a card. `big` has names of columns and marks of what falls.
function table(/** @type {CardSheet} */ c, /** @type {boolean} */ big) {
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
        c.powers.map((p) =>
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
          c.powers.map((p) => rail(p, r)),
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
const headOf = (/** @type {CardSheet} */ c, /** @type {number} */ size) =>
  h(
    "div",
    { class: "ch" },
    token(c.t, size),
    h("div", {}, h("b", { class: "cn" }, c.name), h("p", { class: "s2 sm" }, c.line)),
    span("grow"),
    c.marks.map((m) => span("tag n", m)),
  );

function open(/** @type {CardSheet} */ c, /** @type {Ui} */ ui) {
  const power = (/** @type {CardPower} */ p) =>
    h(
      "div",
      { class: `cpow ${p.live ? "" : "no"} ${p.hot ? "hot" : ""}` },
      span(`pl2 ${p.dark ? "dark" : ""}`, p.letter),
      h(
        "div",
        {},
        h(
          "p",
          {},
          h("b", {}, p.name),
          p.kind ? span("s2", p.kind) : null,
          p.cost ? span("s2", p.cost) : null,
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
    headOf(c, 40),
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
        c.powers.map(power),
        c.sums.map((x) => sum(x, ui.act)),
      ),
    ),
    c.target
      ? button("btn solid", () => ui.act("target", { target: c.target }), { "data-box": c.target }, c.label)
      : null,
  );
}

/** @type {Panel<CardsModel>} */
export const cards = (d, ui) => {
  const { keep, again } = ui;
  const seat = d.seats.some((x) => x.seat === keep.seat) ? keep.seat : d.mine,
    mine = d.cards.filter((c) => c.seat === seat);
  const one = mine.find((c) => c.id === keep.open) || mine.find((c) => c.target || c.hot) || mine[0];
  const small = (/** @type {CardSheet} */ c) =>
    button(
      `csmall ${c === one ? "on" : ""}`,
      () => {
        keep.open = c.id;
        again();
      },
      { "aria-pressed": c === one ? "true" : "false", "data-card": c.id, "data-keep": `card${c.id}` },
      headOf(c, 22),
      table(c, false),
      beads(c.beads),
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
    sides ? h("div", { class: "cside" }, sides) : null,
    open(one, ui),
    mine.length > 1 ? h("div", { class: "csmalls" }, mine.map(small)) : null,
  );
};
