// @ts-check
// A simulation: what is played, by whom, how many, where; and what has come of it so far, always with its interval.
/** @import { Act, Kid, Panel, SimOption, SimSeat } from "./types.js" */
/** @import { SimbarModel, SimSettle, SimsetModel, SimviewModel, SimWin } from "./types.js" */
import { button, h, s, span } from "./dom.js";
import { colour, cross, fixed, line, token } from "./signs.js";
import { errorStrip, watchCell } from "./watch.js";

const THIN = "\u2009";
const tenth = (/** @type {number} */ x) => x.toFixed(1);
const signed = (/** @type {number} */ x) => (x < 0 ? "\u2212" : "+") + Math.abs(x).toFixed(1);
const thousands = (/** @type {number} */ n) => n.toLocaleString("en");

/** @type {Panel<SimbarModel>} */
export const simbar = (d, { act, keep, state }) => {
  if (!keep.keys) {
    keep.keys = watchCell(state, (e) => {
      const now = /** @type {SimbarModel} */ (state.model.get("simbar"));
      if (now.home) return false;
      if (e.key === " " && now.pause) act("pause");
      else if ((e.key === "c" || e.key === "C") && now.cancel) keep.ask();
      else return false;
      return true;
    });
    hand(state);
  }
  keep.ask = () => {
    if (globalThis.confirm("Stop here? The games so far are kept.")) act("cancel");
  };
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Simulation" },
      span("game cut", d.title),
      span("s2 cut", d.line),
      span("grow"),
      d.home
        ? button("btn", () => act("comeback"), {}, "Back to the simulation")
        : [
            d.table ? button("btn", () => act("table"), { "data-keep": "table" }, line("share"), "Table as CSV") : null,
            d.pause ? button("btn", () => act("pause"), { "data-keep": "pause", title: "Space" }, d.pause) : null,
            d.cancel ? button("btn line", keep.ask, { "data-keep": "cancel", title: "C" }, d.cancel) : null,
            d.start ? button("btn solid", () => act("start"), { "data-keep": "start" }, d.start) : null,
          ],
    ),
    errorStrip(d, act),
  ];
};

// A file or a text that the kernel has made.
function hand(/** @type {any} */ { model, onEnd }) {
  const heard = (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ buffers) => {
    if (message?.do !== "save" || !buffers?.length) return;
    const keep = () => {
      const url = URL.createObjectURL(new Blob([buffers[0]], { type: message.type }));
      h("a", { href: url, download: message.name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
    };
    if (message.type === "text/plain" && navigator.clipboard)
      navigator.clipboard.writeText(new TextDecoder().decode(buffers[0])).catch(keep);
    else keep();
  };
  model.on("msg:custom", heard);
  onEnd(() => model.off("msg:custom", heard));
}

// -- what is played ---------------------------------------------------------------------------------------------------
/** @type {(label: string, rows: [string, string][], at: string, take: (value: string) => void, fixed: boolean,
 *   name?: string) => HTMLElement} */
const pick = (label, rows, at, take, fixed, name) =>
  h(
    "select",
    {
      class: "pick",
      "aria-label": label,
      "data-keep": name || label,
      disabled: fixed || null,
      change: (/** @type {any} */ e) => take(e.target.value),
    },
    rows.map(([value, say]) => h("option", { value, selected: value === at || null }, say)),
  );
/** @type {(label: string, at: string, take: (value: string) => void, fixed: boolean, more?: object) => HTMLElement} */
const typed = (label, at, take, fixed, more = {}) =>
  h("input", {
    class: "typed",
    "aria-label": label,
    "data-keep": label,
    value: at,
    disabled: fixed || null,
    change: (/** @type {any} */ e) => take(e.target.value),
    ...more,
  });
const row = (/** @type {string} */ say, /** @type {Kid[]} */ ...kids) =>
  h("div", { class: "sm-row" }, span("", say), kids);
const head = (/** @type {string} */ say, /** @type {Kid} */ more = null) =>
  h("div", { class: "hd" }, h("h2", { class: "ov" }, say), span("grow"), more);

/** @type {(d: SimsetModel, o: SimOption, act: Act, name: string) => Kid} */
const option = (d, o, act, name) => [
  row(
    o.title,
    pick(o.title, o.words, o.a, (value) => act("option", { name, side: 0, value }), d.fixed),
    d.two
      ? pick(
          `${o.title} of B`,
          [["", "as A"], ...o.words],
          o.b,
          (value) => act("option", { name, side: 1, value }),
          d.fixed,
        )
      : null,
  ),
];

/** @type {(d: SimsetModel, seat: SimSeat, i: number, act: Act) => Kid} */
const who = (d, seat, i, act) =>
  h(
    "div",
    { class: "sm-row sm-who" },
    span("sm-name", token({ o: seat.o, i: seat.i }, 20), span("cut", seat.name)),
    pick(`Who plays ${seat.name}`, d.bots, seat.a, (name) => act("seat", { seat: i, side: 0, name }), d.fixed),
    d.two
      ? pick(
          `Who plays ${seat.name} under B`,
          [["", "as A"], ...d.bots],
          seat.b,
          (name) => act("seat", { seat: i, side: 1, name }),
          d.fixed,
        )
      : null,
  );

/** @type {Panel<SimsetModel>} */
export const simset = (d, { act }) => {
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => act("set", { name, value });
  const state = d.state ? span("tag n", d.state) : null;
  return h(
    "div",
    { class: `sm ${d.two ? "two" : ""}` },
    d.unfinished.length
      ? h(
          "section",
          { "aria-label": "To go on with" },
          head("Go on"),
          d.unfinished.map(([name, title, told]) =>
            h(
              "div",
              { class: "sm-row" },
              span("grow", h("b", {}, title), h("br"), span("s2 sm", told)),
              button("btn line", () => act("resume", { name }), { "data-keep": `resume-${name}` }, "Resume"),
            ),
          ),
        )
      : null,
    h(
      "section",
      { "aria-label": "What is played" },
      head("What is played", state),
      row("Game", pick("Game", d.games, d.slug, set("game"), d.fixed)),
      d.counts.length > 1
        ? row(
            "Players",
            pick(
              "Players",
              d.counts.map((n) => [String(n), String(n)]),
              String(d.players),
              set("players"),
              d.fixed,
            ),
          )
        : null,
      d.options.map((o) => option(d, o, act, o.name)),
      d.two
        ? [
            row(
              "Ruling",
              pick("Ruling", [["", "as the house plays"], ...d.rulings], d.ruling?.name || "", set("ruling"), d.fixed),
            ),
            d.ruling ? option(d, { ...d.ruling, title: "Its choice" }, act, "=ruling") : null,
            row("Value", typed("Value", d.key, set("key"), d.fixed, { placeholder: `its key, such as ${d.such}` })),
            d.key
              ? row(
                  "is",
                  typed(
                    "Value of A",
                    d.values[0],
                    (value) => act("option", { name: "=value", side: 0, value }),
                    d.fixed,
                    {
                      placeholder: d.house,
                    },
                  ),
                  typed(
                    "Value of B",
                    d.values[1],
                    (value) => act("option", { name: "=value", side: 1, value }),
                    d.fixed,
                    {
                      placeholder: "as A",
                    },
                  ),
                )
              : null,
          ]
        : null,
    ),
    h(
      "section",
      { "aria-label": "Who plays" },
      head("Who", d.two ? span("sm-ab", span("ov", "A"), span("ov", "B")) : null),
      d.seats.map((seat, i) => who(d, seat, i, act)),
      button(
        "lnk sm",
        () => act("set", { name: "two", value: d.two ? "" : "yes" }),
        { "data-keep": "two", disabled: d.fixed || null },
        d.two ? "Without B" : "Compare with another setting",
      ),
    ),
    h(
      "section",
      { "aria-label": "How many" },
      head("How many"),
      row(
        d.two ? "Pairs" : "Games",
        h(
          "span",
          { class: "segment", role: "radiogroup", "aria-label": "How many games" },
          d.ns.map((n) =>
            button(
              n === d.n ? "on" : "",
              () => act("set", { name: "n", value: String(n) }),
              {
                role: "radio",
                "aria-checked": n === d.n ? "true" : "false",
                "data-keep": `n${n}`,
                disabled: d.fixed || null,
              },
              thousands(n),
            ),
          ),
        ),
      ),
      d.two ? null : row("Stop", pick("Stop", d.stops, d.stop, set("stop"), d.fixed)),
      row(
        "Seed",
        h(
          "span",
          { class: "sm-seed" },
          typed("Seed", d.seed, set("seed"), d.fixed),
          span("s3 sm", "same seed, same games"),
        ),
      ),
    ),
    h(
      "section",
      { "aria-label": "Where" },
      head("Where"),
      place(d, "machine", "This machine", d.machine, act),
      d.clusters ? place(d, "cluster", "A cluster", "address of its scheduler", act) : null,
      d.place === "cluster"
        ? row(
            "Address",
            typed("Address", d.cluster, set("cluster"), d.fixed, {
              placeholder: "tcp://10.0.0.5:8786",
              spellcheck: "false",
            }),
          )
        : null,
      h(
        "p",
        { class: "s2 sm" },
        d.fixed ? "Set-up is fixed while games run. " : null,
        button("lnk", () => act("copy"), { "data-keep": "copy" }, d.python),
      ),
    ),
  );
};

/** @type {(d: SimsetModel, name: string, say: string, told: string, act: Act) => Kid} */
const place = (d, name, say, told, act) =>
  button(
    `sm-place ${d.place === name ? "on" : ""}`,
    () => act("set", { name: "place", value: name }),
    { "aria-pressed": d.place === name ? "true" : "false", "data-keep": `place-${name}`, disabled: d.fixed || null },
    span("grow", h("b", {}, say), span("s2 sm", told)),
    d.place === name ? span("sm-tick", "✓") : null,
  );

// -- what has come of it ----------------------------------------------------------------------------------------------
/** @type {Panel<SimviewModel>} */
export const simview = (d, { act, keep }) => {
  const now = Date.now();
  if (d.said && (!keep.told || now - keep.told > 10000 || d.done === d.n)) {
    keep.told = now;
    keep.said = d.said;
  }
  const part = d.n ? Math.min(100, (100 * d.done) / d.n) : 0;
  return h(
    "div",
    { class: "sm" },
    d.done || !d.empty
      ? h(
          "div",
          { class: "sm-progress" },
          h(
            "span",
            {
              class: "sm-bar",
              role: "progressbar",
              "aria-valuenow": Math.round(part),
              "aria-valuemin": 0,
              "aria-valuemax": 100,
            },
            h("i", { style: { width: `${part}%` } }),
          ),
          span("", h("b", {}, `${thousands(d.done)} of ${thousands(d.n)}`), ` games${d.left ? ` · ${d.left}` : ""}`),
        )
      : null,
    h("span", { class: "sr", "aria-live": "polite" }, keep.said || ""),
    h(
      "div",
      { class: "sm-figures" },
      d.figures.map(([n, what]) => h("div", {}, h("b", {}, n), span("s2 sm", what))),
    ),
    d.empty ? h("p", { class: "s2 sm-empty" }, d.empty) : null,
    d.ahead.length ? h("ul", { class: "sm-ahead" }, d.ahead.map(promised)) : null,
    d.wins.length
      ? h(
          "div",
          { class: d.warn ? "sm-warn" : "sm-asked" },
          d.warn ? [span("sm-sign", cross()), span("grow", h("b", {}, d.warn[0]), ` ${d.warn[1]}`)] : span("grow"),
          h(
            "span",
            { class: "segment", role: "radiogroup", "aria-label": "What is compared" },
            d.measures.map(([k, say]) =>
              button(
                k === d.measure ? "on" : "",
                () => act("measure", { k }),
                { role: "radio", "aria-checked": k === d.measure ? "true" : "false", "data-keep": `by-${k}` },
                say,
              ),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: d.differences.length ? "sm-charts two" : "sm-charts" },
      d.wins.length ? h("section", {}, h("h3", {}, d.title), h("p", { class: "s2 sm" }, d.note), wins(d)) : null,
      d.places ? h("section", {}, h("h3", {}, "And by place"), h("p", { class: "s2 sm" }, d.placed), places(d)) : null,
      d.differences.length ? differences(d) : null,
      d.lengths.length
        ? h(
            "section",
            {},
            h("h3", {}, "Length of a game"),
            h("p", { class: "s2 sm" }, `the ${d.term} in which it ended`),
            lengths(d),
          )
        : null,
      d.settle
        ? h(
            "section",
            {},
            h("h3", {}, "Is it enough yet?"),
            h("p", { class: "s2 sm" }, `${d.settle.name}, in 100 games, as the games came in`),
            settling(d.settle),
          )
        : null,
    ),
    d.faults.length
      ? h(
          "section",
          { class: "sm-faults" },
          h("h3", {}, "Games with errors ", span("s2 sm", d.out)),
          d.faults.map((f) =>
            h(
              "div",
              { class: "sm-fault" },
              span("rid", `${f.side ? `${f.side}, ` : ""}game ${f.number}`),
              span("grow", f.what),
              span("s2", `${thousands(f.answers)} answers`),
              span("s2", f.seconds),
              f.opens ? button("lnk", () => act("open", { side: f.side, number: f.number }), {}, "Open") : null,
            ),
          ),
        )
      : null,
  );
};

/** What will stand there. @type {Record<string, string>} */
const SKETCHES = {
  bars: "M2 6h44M2 16h30M2 26h52M40 6h12M24 16h12M46 26h12",
  grid: "M2 4h56v24H2zM2 12h56M2 20h56M20 4v24M39 4v24",
  pair: "M30 2v28M30 9h20M30 22H14M44 9h12M8 22h12",
  steps: "M4 29v-5M13 29V18M22 29V8M31 29V4M40 29V13M49 29v-9M58 29v-3",
  line: "M2 8l8 14 8-9 8 6 8-3 8 2h16M2 29h56",
  rows: "M4 6h52M4 13h52M4 20h52M4 27h52M16 2v28",
  open: "M6 4h20v24H6zM34 4h20v24H34zM11 10h10M11 16h6M39 10h10M39 16h6",
};
/** @type {(row: [string, string, string]) => Kid} */
const promised = ([sketch, title, told]) =>
  h(
    "li",
    {},
    s("svg", { viewBox: "0 0 60 32", "aria-hidden": "true" }, s("path", { d: SKETCHES[sketch] })),
    h("div", {}, h("b", {}, title), h("p", { class: "s2 sm" }, told)),
  );

const WIDE = 220;
/** @type {(d: SimviewModel) => Kid} */
function wins(d) {
  const most = Math.max(d.even, ...d.wins.map((w) => Math.max(w.p + w.e, w.b ? w.b[0] + w.b[1] : 0))) || 1;
  const at = (/** @type {number} */ p) => Math.max(0, Math.min(WIDE, (p / most) * WIDE));
  const bar = (
    /** @type {SimWin} */ w,
    /** @type {number} */ y,
    /** @type {number} */ p,
    /** @type {number} */ e,
    /** @type {boolean} */ b,
  ) => [
    s("rect", {
      x: 0,
      y: y - 7,
      width: fixed(at(p)),
      height: 14,
      rx: 2,
      fill: b ? "var(--line-strong)" : w.o ? colour(w.o) : "var(--accent)",
    }),
    s("line", { x1: fixed(at(p - e)), x2: fixed(at(p + e)), y1: y, y2: y, stroke: "var(--page)", "stroke-width": 5 }),
    s("line", { x1: fixed(at(p - e)), x2: fixed(at(p + e)), y1: y, y2: y, stroke: "var(--ink)", "stroke-width": 2 }),
  ];
  return h(
    "div",
    { class: "sm-wins", role: "table", "aria-label": d.title },
    d.wins.map((w) =>
      h(
        "div",
        { class: "sm-win", role: "row" },
        span("sm-name", w.o ? token({ o: w.o, i: w.i }, 22) : null, h("b", { class: "cut" }, w.name)),
        s(
          "svg",
          { viewBox: `0 0 ${WIDE} ${w.b ? 42 : 26}`, class: "sm-svg", "aria-hidden": "true" },
          bar(w, 13, w.p, w.e, false),
          w.b ? bar(w, 30, w.b[0], w.b[1], true) : null,
          s("line", { x1: fixed(at(d.even)), x2: fixed(at(d.even)), y1: 2, y2: w.b ? 40 : 24, stroke: "var(--ink-3)" }),
        ),
        h(
          "span",
          { class: "sm-figure", role: "cell" },
          w.b ? span("ov", "A ") : null,
          h("b", {}, `${tenth(w.p)}${THIN}%`),
          span("s2", ` ± ${tenth(w.e)}`),
          w.b
            ? [h("br"), span("ov", "B "), h("b", {}, `${tenth(w.b[0])}${THIN}%`), span("s2", ` ± ${tenth(w.b[1])}`)]
            : null,
        ),
        w.b
          ? h(
              "span",
              { class: "sm-figure" },
              w.d ? [h(w.d[2] ? "b" : "span", {}, signed(w.d[0])), span("s2", ` ± ${tenth(w.d[1])}`)] : span("s3", "–"),
            )
          : null,
      ),
    ),
  );
}

/** @type {(d: SimviewModel) => Kid} */
function places(d) {
  const p = d.places;
  if (!p) return null;
  const cell = (/** @type {[number, number] | null} */ c) => {
    if (!c) return h("td", { class: "none" }, "–");
    const far = Math.min(80, Math.abs(c[0] - d.even) * 2.4);
    return h(
      "td",
      { class: c[0] >= d.even ? "more" : "less", style: { "--deep": `${far.toFixed(0)}%` }, title: `${c[1]} games` },
      c[0].toFixed(0),
    );
  };
  return h(
    "table",
    { class: "sm-places" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", {}),
        p.heads.map((x) => h("th", { scope: "col" }, x)),
      ),
    ),
    h(
      "tbody",
      {},
      p.rows.map(([o, i, name, cells]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", title: name }, o ? [token({ o, i }, 20), span("sr", name)] : name),
          cells.map(cell),
        ),
      ),
    ),
  );
}

/** @type {(d: SimviewModel) => Kid} */
const differences = (d) =>
  h(
    "section",
    {},
    h("h3", {}, "A against B"),
    h("p", { class: "s2 sm" }, `${thousands(d.pairs)} pairs of the same seed; what B adds, 95${THIN}% interval`),
    h(
      "table",
      { class: "sm-against" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["", "A", "B", "difference"].map((x) => h("th", { scope: "col" }, x)),
        ),
      ),
      h(
        "tbody",
        {},
        d.differences.map((x) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, x.what),
            h("td", {}, x.a),
            h("td", {}, x.b),
            h("td", {}, x.clear ? h("b", {}, x.d) : span("s2", x.d)),
          ),
        ),
      ),
    ),
    h("p", { class: "s3 sm" }, "Bold: the interval leaves out that there is no difference."),
  );

/** @type {(d: SimviewModel) => Kid} */
function lengths(d) {
  const most = Math.max(1, ...d.lengths.map((x) => x[1]));
  return h(
    "div",
    { class: "sm-lengths" },
    d.lengths.map(([name, n, share]) =>
      h(
        "div",
        { class: "sm-length" },
        span("", `${d.term} ${name}`),
        span("sm-track", h("i", { style: { width: `${(100 * n) / most}%` } })),
        span(
          "sm-figure",
          h("b", {}, thousands(n)),
          span("s2", ` ${share < 1 ? tenth(share) : share.toFixed(0)}${THIN}%`),
        ),
      ),
    ),
  );
}

const [W, H, LEFT, FOOT] = [400, 150, 34, 22];
/** @type {(d: SimSettle) => Kid} */
function settling(d) {
  const top = Math.max(10, ...d.points.slice(1).map((p) => p.p + p.e), ...d.points.map((p) => p.p));
  const high = Math.min(100, Math.ceil(top / 25) * 25);
  const x = (/** @type {number} */ n) => LEFT + (n / d.n) * (W - LEFT - 8);
  const y = (/** @type {number} */ p) => 8 + (1 - Math.max(0, Math.min(high, p)) / high) * (H - 8 - FOOT);
  const at = (/** @type {number} */ n, /** @type {number} */ p) => `${fixed(x(n))},${fixed(y(p))}`;
  const paint = d.o ? colour(d.o) : "var(--accent)";
  const last = d.points[d.points.length - 1];
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((k) => Math.round(k * d.n));
  return s(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, class: "sm-svg", role: "img" },
    s(
      "title",
      {},
      last ? `${d.name}: ${tenth(last.p)} in 100 games, ± ${tenth(last.e)}, after ${last.n} games` : d.name,
    ),
    [0, high / 2, high].map((p) => [
      s("line", { x1: LEFT, x2: W - 8, y1: y(p), y2: y(p), stroke: "var(--line)" }),
      s("text", { x: LEFT - 6, y: y(p) + 4, "text-anchor": "end", class: "sm-axis" }, String(p)),
    ]),
    ticks.map((n) =>
      s("text", { x: x(n), y: H - 4, "text-anchor": n === d.n ? "end" : "middle", class: "sm-axis" }, thousands(n)),
    ),
    s("polygon", {
      points: [...d.points.map((p) => at(p.n, p.p + p.e)), ...d.points.map((p) => at(p.n, p.p - p.e)).reverse()].join(
        " ",
      ),
      fill: paint,
      opacity: 0.2,
    }),
    s("polyline", {
      points: d.points.map((p) => at(p.n, p.p)).join(" "),
      fill: "none",
      stroke: paint,
      "stroke-width": 2,
    }),
    last && last.n < d.n
      ? [
          s("line", {
            x1: x(last.n),
            x2: x(last.n),
            y1: 8,
            y2: H - FOOT,
            stroke: "var(--accent)",
            "stroke-dasharray": "2 3",
          }),
          s("text", { x: x(last.n) + 5, y: 16, class: "sm-axis now" }, "now"),
        ]
      : null,
  );
}
