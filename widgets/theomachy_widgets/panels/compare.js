// @ts-check
// Two positions side by side: headings above the boards, then figures, where the lines part, and what lies differently.
/** @import { Act, CmpbarModel, CmpbaseModel, CmpLine, CmpTree, CompareSide, Panel, Ui } from "./types.js" */
import { head, minus, ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { rule } from "./rule.js";
import { colour, dot, fixed, outline, owner, token } from "./signs.js";
import { errorStrip, watchCell } from "./watch.js";

const FEW = 12; // differences that are listed at first
const LANE = 34,
  SIDE = ["left", "right"];
// The lines as they leave one another: the main line in the middle, the others above and below it in turns.
function tree(/** @type {CmpTree} */ d, /** @type {Ui} */ { act, keep, state, again }) {
  if (!keep.watch) {
    keep.watch = new ResizeObserver((all) => {
      const w = Math.round(all[0].contentRect.width);
      if (w > 120 && Math.abs(w - (keep.width || 0)) > 3) {
        keep.width = w;
        requestAnimationFrame(again);
      }
    });
    keep.watch.observe(state.root);
    state.onEnd(() => keep.watch.disconnect());
  }
  const width = keep.width || 900,
    named = width > 520 ? 190 : 104,
    step = (width - named - 16) / Math.max(1, d.turns.length),
    x = (/** @type {number} */ at) => 10 + at * step;
  // The latest to leave lies nearest, so that no line crosses another.
  const order = d.lines.map((_, i) => i).filter((i) => d.lines[i].over >= 0);
  order.sort((a, b) => d.lines[b].from - d.lines[a].from);
  const lane = new Map(order.map((i, n) => [i, n % 2 ? -(n + 1) / 2 : n / 2 + 1])),
    up = Math.max(0, ...lane.values()),
    down = -Math.min(0, ...lane.values()),
    y = (/** @type {number} */ i) => 26 + (up - (lane.get(i) ?? 0)) * LANE,
    height = 26 + (up + down) * LANE + 44;
  const letters = Math.floor((named - 20) / 7);
  const short = (/** @type {string} */ t) => (t.length > letters ? `${t.slice(0, letters - 1)}…` : t);
  const one = (/** @type {CmpLine} */ l, /** @type {number} */ i) => {
    const from = x(l.from),
      to = x(l.to),
      here = y(i),
      bend = Math.min(36, Math.max(6, to - from)),
      over = fixed(y(l.over < 0 ? i : l.over)),
      middle = fixed(from + bend / 2),
      curve = `C${middle} ${over} ${middle} ${here} ${fixed(from + bend)} ${here}`,
      way = `M${fixed(from)} ${over}${l.over < 0 ? "" : curve}H${fixed(to)}`;
    const chosen = l.sides.map((k) => SIDE[k]).join(" and "),
      say = chosen ? `${l.name}, ${chosen}` : `${l.name}: show it at the right`;
    const take = () => (l.sides.length ? null : act("line", { i: 1, node: l.end }));
    return s(
      "g",
      {
        class: `node ${l.sides.length ? "on" : ""}`,
        role: "button",
        tabindex: l.sides.length ? -1 : 0,
        "aria-label": say,
        "data-line": l.end,
        click: take,
        keydown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key === "Enter" || e.key === " ") {
            e.preventDefault();
            take();
          }
        },
      },
      s("title", {}, say),
      s("path", { d: way, class: l.over < 0 ? "way main" : "way" }),
      l.ticks.map(([at, o]) =>
        at > l.from || l.over < 0
          ? s("rect", {
              x: fixed(x(at) - 1),
              y: here - 3.5,
              width: 2,
              height: 7,
              rx: 1,
              fill: o === "chance" ? "var(--ink-3)" : colour(o),
            })
          : null,
      ),
      s("path", { d: outline(owner(l.o)[0], 5), transform: `translate(${fixed(to)} ${here})`, fill: colour(l.o) }),
      s("text", { x: fixed(to + 16), y: here + 4, class: "nname" }, short(l.name)),
      l.note ? s("text", { x: fixed(to + 16), y: here + 18, class: "nnote" }, short(l.note)) : null,
    );
  };
  const stands = d.lines.flatMap((l, i) =>
    l.at.map(([side, at]) => [
      s("circle", { cx: fixed(x(at)), cy: y(i), r: 10, class: "stand" }),
      s("text", { x: fixed(x(at)), y: y(i) - 13, class: "axis mid" }, SIDE[side]),
    ]),
  );
  let last = -99;
  const axis = d.turns.map((t, i) => {
    const at = x(i);
    if (at < last + 14) return null;
    last = at + 7 * t.length;
    return s("text", { x: fixed(at), y: height - 6, class: "axis" }, t);
  });
  return h(
    "div",
    { class: "lines-tree" },
    s(
      "svg",
      { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Lines of the game" },
      d.lines.map(one),
      stands,
      axis,
    ),
    d.more
      ? h("p", { class: "s3 sm" }, `and ${d.more} more ${d.more === 1 ? "line" : "lines"}: choose one above a board`)
      : null,
  );
}

/** @type {Panel<CmpbarModel>} */
export const cmpbar = (d, ui) => {
  const { act, keep, state } = ui;
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Comparison" },
      span("game", d.title),
      span("s2", d.say),
      span("grow"),
      d.level !== null
        ? button(
            `btn ${d.level ? "on" : ""}`,
            () => act("level"),
            {
              "aria-pressed": d.level ? "true" : "false",
              title: d.level
                ? "The longer line stands where the shorter ends; now each at its end"
                : "Each stands at its end; now both at the same moment",
            },
            "Same moment",
          )
        : null,
      button("btn", () => act("swap"), { title: "Left becomes right" }, "Swap"),
    ),
    errorStrip(d, act),
    d.tree.lines?.length > 1 ? tree(d.tree, ui) : null,
  ];
};
const which = (/** @type {CompareSide} */ d, /** @type {number} */ i, /** @type {Act} */ act) =>
  d.lines.length > 2
    ? h(
        "select",
        {
          class: "pick",
          "data-keep": "line",
          "aria-label": i ? "Line at the right" : "Line at the left",
          change: (e) => act("line", { i, node: Number(e.target.value) }),
        },
        d.lines.map(([n, name]) => h("option", { value: n, selected: n === d.at }, name)),
      )
    : null;
const heading =
  (/** @type {number} */ i) =>
  (/** @type {CompareSide} */ d, /** @type {Ui} */ { act }) => [
    h(
      "div",
      { class: "side-h" },
      dot(d.o),
      h("h2", {}, d.name),
      span("s3", d.sub),
      span("grow"),
      which(d, i, act),
      button("lnk", () => act("stand", { i }), { title: "Let the game stand here" }, "Stand here"),
    ),
    d.note ? h("p", { class: "s2 sm" }, d.note) : null,
  ];
export const cmpleft = heading(0);
export const cmpright = heading(1);
const change = (/** @type {number} */ x) =>
  x === 0 ? span("s3", "=") : span(x > 0 ? "plus" : "minus", x > 0 ? `+${x}` : minus(x));
/** @type {Panel<CmpbaseModel>} */
export const cmpbase = (d, { act, keep, again }) => [
  h(
    "div",
    { class: "cmp" },
    h(
      "div",
      {},
      d.figures.length
        ? h(
            "div",
            { class: "scroll-x" },
            h(
              "table",
              { class: "cf" },
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  h("th"),
                  d.seats.map((x) => [h("th", { colspan: 3 }, token(x.t, 16), ` ${x.name}`)]),
                ),
                h(
                  "tr",
                  {},
                  h("th"),
                  d.seats.map(() => [h("th", {}, d.columns[0]), h("th", {}, d.columns[1]), h("th")]),
                ),
              ),
              h(
                "tbody",
                {},
                d.figures.map((f) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, f.label),
                    f.cells.map(([a, b, x]) => [h("td", {}, minus(a)), h("td", {}, minus(b)), h("td", {}, change(x))]),
                  ),
                ),
              ),
            ),
          )
        : null,
    ),
    h(
      "div",
      {},
      head("Where they part", d.parting.where, ruleId(d.parting.rule, act)),
      d.parting.steps.map((x, i) =>
        h(
          "div",
          { class: "row d0" },
          span("act", dot(x.o), span("say", x.who ? `${x.who}: ` : "", x.say)),
          span("s3 sm", d.columns[i]),
        ),
      ),
      h(
        "div",
        { style: { "margin-top": "16px" } },
        head("What differs", d.rows.length ? "" : "nothing"),
        h(
          "div",
          { class: "differ" },
          (keep.all ? d.rows : d.rows.slice(0, FEW)).map((r) =>
            h(
              "div",
              { class: "row d0" },
              span("act", dot(r.o), span("say", r.what)),
              span("fg", minus(r.a), " → ", minus(r.b)),
            ),
          ),
        ),
        d.rows.length > FEW
          ? button(
              "lnk",
              () => {
                keep.all = !keep.all;
                again();
              },
              { "aria-expanded": keep.all ? "true" : "false", "data-keep": "all" },
              keep.all ? `Only the first ${FEW}` : `All ${d.rows.length + d.more}`,
            )
          : null,
        d.more && keep.all ? h("p", { class: "s3 sm" }, `and ${d.more} more, not listed`) : null,
      ),
      d.rule?.id ? h("div", { class: "after" }, rule(d.rule, { act })) : null,
    ),
  ),
];
