// @ts-check
// The lower tabs: the tree of lines with its notes, the figures over time, the rules.
/** @import { LabChart, LabLine, LabModel, LabRules, LabTree, Panel, Ui } from "./types.js" */
import { head, paced } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { rule, rulemore } from "./rule.js";
import { colour, fixed, line, outline, owner } from "./signs.js";

/** @type {Panel<LabModel>} */
export const lab = (d, ui) => {
  const tab = (/** @type {string} */ k, /** @type {string} */ label) =>
    button(
      d.tab === k ? "on" : "",
      () => ui.act("tab", { tab: d.tab === k ? "" : k }),
      { role: "tab", "aria-selected": d.tab === k ? "true" : "false" },
      label,
    );
  return [
    h("div", { class: "tabs", role: "tablist" }, tab("tree", "Lines"), tab("chart", "Figures"), tab("rules", "Rules")),
    d.tree ? treeTab(d.tree, ui) : d.chart ? chartTab(d.chart, ui) : d.rules ? rulesTab(d.rules, ui) : null,
  ];
};

function treeTab(/** @type {LabTree} */ t, /** @type {Ui} */ { act, state, keep }) {
  const wide = Math.max(560, (state.root.clientWidth || 1300) - 350, Math.min(3000, t.deep)),
    X = (/** @type {number} */ depth) => 20 + ((wide - 280) * depth) / Math.max(1, t.deep),
    Y = (/** @type {number} */ lane) => 26 + 46 * (lane - t.low);
  const H = Y(t.high) + 44,
    out = [],
    endOf = (/** @type {LabLine} */ l) => (l.up === null ? X(l.to) : Math.max(X(l.to), X(l.from) + 30));
  for (const l of t.lines) {
    const y = Y(l.lane),
      x0 = X(l.from),
      x1 = endOf(l);
    out.push(
      s("path", {
        d:
          l.up === null
            ? `M${fixed(x0)} ${y}H${fixed(x1)}`
            : `M${fixed(x0)} ${Y(l.up)}C${fixed(x0 + 14)} ${Y(l.up)} ${fixed(x0 + 6)} ${y} ${fixed(x0 + 24)} ${y}` +
              `H${fixed(x1)}`,
        fill: "none",
        stroke: l.up === null ? "var(--ink)" : "var(--ink-3)",
        "stroke-width": l.up === null ? 2 : 1.6,
      }),
    );
    for (const [depth, who] of l.ticks)
      out.push(
        s("rect", {
          x: fixed(X(depth) - 1.2),
          y: y - 3,
          width: 2.4,
          height: 6,
          fill: who === "chance" ? "var(--ink-3)" : colour(who),
        }),
      );
    out.push(
      s("text", { x: fixed(x1 + 16), y: y - 1, class: "nname node", click: () => act("go", { n: l.end }) }, l.name),
      s("text", { x: fixed(x1 + 16), y: y + 13, class: "nnote" }, l.note),
    );
  }
  for (const n of t.nodes) {
    const x = n.end ? endOf(t.lines[n.l]) : X(n.depth),
      y = Y(n.lane);
    if (n.here)
      out.push(s("circle", { cx: fixed(x), cy: y, r: 11, fill: "none", stroke: "var(--accent)", "stroke-width": 2 }));
    out.push(
      s(
        "path",
        {
          class: "node",
          transform: `translate(${fixed(x)} ${y})`,
          d: outline(owner(n.o)[0], 5.5),
          fill: n.o === "chance" ? "var(--ink-3)" : colour(n.o),
          stroke: "var(--page)",
          "stroke-width": 1.5,
          click: () => act("go", { n: n.n }),
        },
        s("title", {}, n.say),
      ),
    );
    if (n.name && !n.end)
      out.push(s("text", { x: fixed(x), y: y - 12, "text-anchor": "middle", class: "nname" }, n.name));
    if (n.note && !n.end)
      out.push(
        s(
          "text",
          { x: fixed(x), y: y + 20, "text-anchor": "middle", class: "nnote" },
          n.note.length > 40 ? `${n.note.slice(0, 39)}…` : n.note,
        ),
      );
  }
  let free = -99;
  for (const [depth, label] of t.turns)
    if (X(depth) > free) {
      free = X(depth) + 10 + 6 * label.length;
      out.push(s("text", { x: fixed(X(depth)), y: H - 2, "text-anchor": "middle", class: "axis" }, label));
    }
  // A long tree is wider than its place: where one stands comes into sight.
  const at = t.nodes.find((n) => n.here),
    scroll = h(
      "div",
      { class: "scroll-x", "data-scroll": "tree" },
      s("svg", { width: wide, height: H, viewBox: `0 0 ${wide} ${H}`, role: "img", "aria-label": t.say }, out),
    );
  const stands = at ? X(at.depth) : 0;
  const show = (/** @type {number} */ tries) => {
    if (!scroll.clientWidth) return void (tries && requestAnimationFrame(() => show(tries - 1))); // not in the page yet
    if (stands < scroll.scrollLeft + 40 || stands > scroll.scrollLeft + scroll.clientWidth - 160)
      scroll.scrollLeft = stands - scroll.clientWidth * 0.6;
  };
  if (keep.stands !== stands || !keep.tree?.isConnected) queueMicrotask(() => show(60));
  keep.stands = stands;
  keep.tree = scroll;
  const name = h("input", {
    "data-keep": "treename",
    "data-typed": "",
    value: t.name,
    maxlength: 80,
    placeholder: "no name",
    "aria-label": "Name of this position",
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") act("name", { text: name.value });
    },
  });
  const note = h("textarea", {
    class: "note",
    "data-keep": "note",
    "data-typed": "",
    maxlength: 2000,
    placeholder: "A note at this position",
    "aria-label": "Note at this position",
    keydown: (e) => e.stopPropagation(),
    blur: () => note.value !== t.note && act("note", { text: note.value }),
  });
  note.value = t.note;
  return h(
    "div",
    { class: "cols" },
    scroll,
    h(
      "div",
      {},
      head("This position", t.where),
      h(
        "div",
        { class: "field ui" },
        name,
        button("btn small", () => act("name", { text: name.value }), {}, "Rename"),
      ),
      h("div", { style: { "margin-top": "8px" } }, note),
      h(
        "div",
        { class: "foot" },
        button("btn line", () => act("note", { text: note.value }), {}, "Keep the note"),
        button(
          "btn line",
          () => act("promote"),
          { disabled: t.main, title: "Make this the main line" },
          "Promote line",
        ),
        t.readings
          ? button(
              "btn line",
              () => act("readings"),
              { title: "The game under another ruling", "data-keep": "readings" },
              "Two readings",
            )
          : null,
        span("grow"),
        span("s3 sm", t.say),
      ),
    ),
  );
}

// The figures of every seat over the turns, wherever the dashboard stands: a line and a shape for each owner, words at
// its end.
function chartTab(/** @type {LabChart} */ c, /** @type {Ui} */ { keep, again, state }) {
  if (!c.keys.length) return h("p", { class: "s3" }, "This game tells no figures.");
  const at = Math.min(keep.key || 0, c.keys.length - 1),
    W = Math.max(430, Math.min(1000, (state.root.clientWidth || 780) - 24)),
    H = 268,
    L = 38,
    most = W < 700 ? 11 : 20, // letters of a name
    R = 128 + 8 * Math.max(0, Math.min(most, Math.max(...c.series[at].map((x) => x.name.length), 0)) - 11),
    top = 14,
    low = H - 30;
  const series = c.series[at],
    all = series.flatMap((x) => x.values),
    n = c.turns.length,
    raw = Math.max(1, (Math.max(...all, 1) - Math.min(...all, 0)) / 4),
    ten = 10 ** Math.floor(Math.log10(raw)),
    each = [1, 2, 5, 10].map((m) => m * ten).find((m) => m >= raw) || 10 * ten;
  const hi = Math.ceil(Math.max(...all, 1) / each) * each,
    lo = Math.floor(Math.min(...all, 0) / each) * each;
  const X = (/** @type {number} */ i) => L + ((W - L - R) * i) / Math.max(1, n - 1),
    Y = (/** @type {number} */ v) => top + (low - top) * (1 - (v - lo) / (hi - lo)),
    out = [];
  for (let v = lo; v <= hi; v += each)
    out.push(
      s("path", { d: `M${L} ${fixed(Y(v))}H${W - R}`, stroke: v === 0 ? "var(--line-strong)" : "var(--line)" }),
      s(
        "text",
        { x: L - 8, y: fixed(Y(v) + 4), "text-anchor": "end", class: "axis" },
        String(v).replace("-", "\u2212"),
      ),
    );
  const every = Math.max(1, Math.ceil((n - 1) / 8));
  c.turns.forEach((t, i) => {
    if ((i % every === 0 && n - 1 - i >= every / 2) || i === n - 1)
      out.push(s("text", { x: fixed(X(i)), y: H - 10, "text-anchor": "middle", class: "axis" }, t));
  });
  let lastY = -99;
  const ends = series
    .map((x, i) => [Y(x.values[n - 1] ?? 0), i])
    .sort((a, b) => a[0] - b[0])
    .map(([y, i]) => {
      lastY = Math.max(y, lastY + 16);
      return [i, lastY];
    });
  for (const x of series) {
    out.push(
      s("polyline", {
        points: x.values.map((v, i) => `${fixed(X(i))},${fixed(Y(v))}`).join(" "),
        fill: "none",
        stroke: colour(x.o),
        "stroke-width": 2,
        "stroke-linejoin": "round",
      }),
    );
    x.values.forEach((v, i) => {
      const marked = n < 8 || i % Math.ceil(n / 6) === 0 || i === n - 1;
      out.push(
        s(
          "path",
          {
            transform: `translate(${fixed(X(i))} ${fixed(Y(v))})`,
            d: outline(owner(x.o)[0], marked ? 4.2 : 6),
            fill: marked ? colour(x.o) : "transparent",
            stroke: marked ? "var(--page)" : "none",
          },
          s("title", {}, `${x.name}, turn ${c.turns[i]}: ${v}`),
        ),
      );
    });
  }
  for (const [i, y] of ends)
    out.push(
      s("path", {
        transform: `translate(${W - R + 18} ${fixed(y)})`,
        d: outline(owner(series[i].o)[0], 4.6),
        fill: colour(series[i].o),
      }),
      s(
        "text",
        { x: W - R + 29, y: fixed(y + 4), class: "nname" },
        series[i].name.length > most ? `${series[i].name.slice(0, most - 1)}\u2026` : series[i].name,
        s("title", {}, series[i].name),
      ),
      s(
        "text",
        { x: W - 2, y: fixed(y + 4), class: "nname", "text-anchor": "end" },
        String(series[i].values[n - 1] ?? "").replace("-", "\u2212"),
      ),
    );
  return h(
    "div",
    {},
    h(
      "div",
      { class: "args", style: { margin: "0 0 8px" } },
      c.keys.map((k, i) =>
        button(
          `btn ${i === at ? "on" : ""}`,
          () => {
            keep.key = i;
            again();
          },
          { "aria-pressed": i === at ? "true" : "false" },
          k,
        ),
      ),
    ),
    h("h3", { class: "b" }, `${c.keys[at]} over time`),
    h("p", { class: "s2 sm", style: { margin: "0 0 6px" } }, "at the end of each turn"),
    h(
      "div",
      { class: "scroll-x" },
      s(
        "svg",
        { width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${c.keys[at]} over time` },
        out,
      ),
    ),
  );
}

function rulesTab(/** @type {LabRules} */ r, /** @type {Ui} */ { act, keep }) {
  const field = h("input", {
    "data-keep": "rules",
    "data-typed": "",
    value: r.text,
    placeholder: "an id or words",
    "aria-label": "Search the rules",
    input: (e) => {
      const text = e.target.value;
      paced(keep, () => act("rules", { text }));
    },
    keydown: (e) => {
      if (e.key !== "Escape") e.stopPropagation();
    },
  });
  return h(
    "div",
    { class: "cols" },
    h(
      "div",
      {},
      h(
        "div",
        { class: "field ui" },
        line("find"),
        field,
        span("s3 sm", r.say),
        button(
          `btn small ${r.asked ? "on" : ""}`,
          () => act("questions"),
          { "aria-pressed": r.asked ? "true" : "false", title: "Only rules whose text leaves a question open" },
          "Open questions",
        ),
      ),
      h(
        "div",
        { class: "list", "data-scroll": "rules" },
        r.hits.map((x) =>
          button(
            "line",
            () => act("rule", { id: x.id }),
            {},
            span("rid", x.id),
            span("grow", x.title),
            x.q ? span("tag n", "open question") : null,
            span("s3 sm", x.where),
          ),
        ),
      ),
    ),
    r.open
      ? h("div", {}, rule(r.open, { act }), rulemore(r.open, { named: (name) => h("p", { class: "rid file" }, name) }))
      : h("p", { class: "s3" }, "A click opens a rule here and beside the board."),
  );
}
