// @ts-check
// The sheet of a player with all that lies on it: slots in groups with what fills them, kinds of things, texts, what
// the next counts bring. It stands in front; the board stands small beside it.
/** @import { TableauModel, Figure, OpenSlot, Panel, Passage, SheetRow } from "./types.js" */
import { askReach, openGoals } from "./asking.js";
import { minus, ruleId } from "./common.js";
import { meter, near, parts } from "./conditions.js";
import { deck } from "./deck.js";
import { button, h, span } from "./dom.js";
import { ending } from "./sheet.js";
import { colour, icon, line, token } from "./signs.js";
import { cells } from "./strip.js";
import { sum } from "./sums.js";

const TAGS = /** @type {Record<string, string>} */ ({ weakness: "bad", ability: "good" });
const MOST_BEADS = 10;

// So many are out of so many: full and hollow marks of the owner.
const beads = (/** @type {SheetRow} */ r) =>
  r.most > MOST_BEADS
    ? span("n", `${r.have} of ${r.most}`)
    : h(
        "span",
        { class: "out3", role: "img", "aria-label": `${r.have} of ${r.most} on the map` },
        [...Array(Math.max(r.most, r.have)).keys()].map((k) =>
          h("i", { class: k < r.have ? "on" : "", style: { "--c": colour(r.t.o) } }),
        ),
      );

/** @type {Panel<TableauModel>} */
export const tableau = (d, { act }) => {
  const slot = (/** @type {OpenSlot} */ x) =>
    h(
      "div",
      { class: `slot3 ${x.filled ? (x.live ? "full" : "used") : ""}` },
      h(
        "div",
        { class: "tile3", style: { "--c": colour(d.t.o) }, "aria-hidden": "true" },
        x.filled ? icon(x.icon || d.t.i, 24) : null,
      ),
      h(
        "div",
        {},
        h(
          "p",
          {},
          h("b", {}, x.name),
          x.filled ? (x.live ? null : span("tag n", "used, still fills")) : x.condition ? near(x.condition) : null,
          !x.filled && x.condition && x.condition.most > 1
            ? span("s2 n", `${x.condition.value} of ${x.condition.most}`)
            : null,
        ),
        !x.filled && x.condition
          ? [h("p", { class: "s2" }, x.condition.text || x.text), meter(x.condition), parts(x.condition)]
          : h("p", { class: "s2" }, x.text),
        h("p", { class: "foot-of" }, askReach(x.goal, d.seat, x.name, act), span("grow"), ruleId(x.rule, act)),
      ),
    );
  const row = (/** @type {SheetRow} */ r) =>
    h(
      "tr",
      { class: r.have ? "" : "none3" },
      h("td", {}, token(r.t, 20)),
      h("td", {}, h("b", {}, r.name), h("div", { class: "s3 sm" }, r.line)),
      r.cells.map((c) => h("td", { class: "n" }, minus(c))),
      h("td", {}, beads(r)),
      h("td", {}, ruleId(r.rule, act)),
    );
  const passage = (/** @type {Passage} */ p) =>
    h(
      "div",
      { class: `text3 ${p.live ? "" : "asleep"}` },
      h(
        "p",
        {},
        p.tag ? span(`tag ${TAGS[p.tag] || "n"}`, p.tag) : null,
        h("b", {}, p.name),
        p.when ? span("s3 sm", p.when) : null,
        p.live ? null : span("s3 sm", "asleep"),
        span("grow"),
        ruleId(p.rule, act),
      ),
      h("p", { class: "s2" }, p.text),
    );
  const figure = (/** @type {Figure} */ f) =>
    f.next !== undefined
      ? span("fig3 wide3", cells({ ...f, note: f.note }, colour(d.t.o)), span("s3 sm", f.l))
      : span("fig3", span("", span("b", minus(f.v)), f.note ? span("s3 sm", ` ${f.note}`) : null), span("s3 sm", f.l));
  const fragments = () => [
    h(
      "div",
      { class: "groups3" },
      d.groups.map((g) =>
        h(
          "section",
          { class: `group3 ${g.full ? "full" : ""}`, style: { "--c": colour(d.t.o) } },
          h("div", { class: "lbl" }, h("b", {}, g.name), span("", g.note)),
          g.slots.map(slot),
        ),
      ),
    ),
    h(
      "div",
      { class: "cols3" },
      h(
        "div",
        {},
        d.tables.map((t) =>
          h(
            "table",
            { class: "kinds3" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", {}),
                h("th", { scope: "col" }, t.name),
                t.columns.map((c) => h("th", { scope: "col" }, c)),
                h("th", { scope: "col" }, "On the map"),
                h("th", {}),
              ),
            ),
            h("tbody", {}, t.rows.map(row)),
          ),
        ),
        h(
          "div",
          { class: "sums2" },
          d.sums.map((x) => h("div", {}, h("h3", { class: "ov" }, x.head), sum({ ...x, head: "" }, act))),
        ),
        openGoals(d.goals, d.seat, act),
        ending(d, act),
        d.pieces.map(([name, pieces]) => [
          h("div", { class: "lbl" }, name),
          h(
            "div",
            { class: "pieces" },
            pieces.map((p) => span("", token(p.t, 18), p.name)),
          ),
        ]),
      ),
      h(
        "div",
        {},
        d.passages.map(([name, rows]) => [h("h3", { class: "ov" }, name), rows.map(passage)]),
      ),
    ),
  ];
  return h(
    "div",
    { class: "tableau3", role: "region", "aria-label": d.name },
    h(
      "div",
      { class: "head3" },
      token(d.t, 38),
      h("div", {}, h("h2", {}, d.name), h("p", { class: "s2 sm" }, [d.status, ...d.tokens].join(" · "))),
      span("grow"),
      d.figures.map(figure),
      h(
        "span",
        { class: "others3" },
        d.others.map((x) =>
          button(
            x.on ? "on" : "",
            () => (x.on ? null : act("sheet", { seat: x.seat })),
            {
              title: x.name,
              "data-keep": `sheet${x.seat}`,
              "aria-label": `Sheet of ${x.name}`,
              "aria-pressed": x.on ? "true" : "false",
            },
            token(x.t, 16),
          ),
        ),
      ),
      button("btn line small", () => act("sheet", { seat: null }), { "data-keep": "close3" }, line("close"), "Board"),
    ),
    d.cards ? deck(d, act) : fragments(),
  );
};
