// @ts-check
// The calculator: two sides with steppers, switches and policies at the left; what comes of it at the right, the
// setting in hand in a tinted column beside the other one.
/** @import { Act, CalcFate, CalcGrid, CalcLadder, CalcPick, CalcRow, CalcSide, CalcSpread } from "./types.js" */
/** @import { CalcStepper, CalcThrow, CalculatorModel, Kid, Panel } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { colour, die, line, token } from "./signs.js";

const mark = (/** @type {any} */ t, size = 20) => (t && "i" in t ? token(t, size) : span("none"));
const over = (/** @type {Kid} */ text, /** @type {Kid[]} */ ...right) =>
  h("div", { class: "cov" }, h("h3", { class: "ov" }, text), span("grow"), right);

/** @type {(x: CalcStepper, act: Act) => HTMLElement} */
function stepper(x, act) {
  const step = (
    /** @type {number} */ by,
    /** @type {string} */ sign,
    /** @type {boolean} */ off,
    /** @type {string} */ word,
  ) =>
    button(
      "st",
      () => act("calccount", { id: x.id, by }),
      { disabled: off, "aria-label": `${word} ${x.name}`, "data-keep": `${word}${x.id}`, tabindex: "-1" },
      sign,
    );
  const moved = x.n !== x.board;
  return h(
    "div",
    { class: `cst ${x.n ? "" : "out"}`, "data-step": x.id },
    mark(x.t),
    span("cname", x.name, x.note ? span("s3", ` ${x.note}`) : null),
    span("s2 cfig", x.figure),
    x.least < x.most
      ? h(
          "span",
          {
            class: "cnt",
            role: "spinbutton",
            tabindex: "0",
            "data-keep": `n${x.id}`,
            "aria-label": x.name,
            "aria-valuenow": x.n,
            "aria-valuemin": x.least,
            "aria-valuemax": x.most,
          },
          step(-1, "−", x.n <= x.least, "fewer"),
          span(moved ? "n moved" : "n", String(x.n)),
          step(1, "+", x.n >= x.most, "more"),
        )
      : span("n", String(x.n)),
    span("s2 cof", moved ? span("moved sm", `board: ${x.board}`) : x.of),
  );
}

/** @type {(x: CalcSide, side: number, act: Act) => HTMLElement} */
const side = (x, k, act) =>
  h(
    "div",
    { class: "calc-side" },
    h("div", { class: "chead" }, mark(x.t, 28), h("h3", {}, x.name), span("s2 grow", x.role), big(x.total)),
    x.steppers.map((one) => stepper(one, act)),
    x.parts.map((p) =>
      h(
        "div",
        { class: "cst part" },
        span("none"),
        span("cname", p.name),
        span("b cfig", p.figure),
        ruleId(p.rule, act),
      ),
    ),
    x.switches.length ? over("Powers") : null,
    x.switches.map((p) =>
      h(
        "div",
        { class: `csw ${p.on ? "" : "off"}` },
        h("button", {
          type: "button",
          class: p.on ? "sw on" : "sw",
          role: "switch",
          "aria-checked": p.on ? "true" : "false",
          "aria-label": p.name,
          disabled: !!p.why,
          "data-keep": `sw${p.id}`,
          click: () => act("calcpower", { id: p.id }),
        }),
        h(
          "span",
          { class: "ctext", title: p.on ? null : p.why || p.text },
          h("b", { class: p.changed ? "moved" : "" }, p.name),
          " ",
          span("s2", p.why || p.text),
        ),
        ruleId(p.rule, act),
      ),
    ),
    x.policies.length ? over(x.asks) : null,
    x.policies.length
      ? h(
          "div",
          { class: "cpol" },
          h(
            "div",
            { class: "cseg", role: "radiogroup", "aria-label": x.asks },
            x.policies.map((p) =>
              button(
                p.on ? "on" : "",
                () => act("calcpolicy", { side: k, k: p.k }),
                { role: "radio", "aria-checked": p.on ? "true" : "false", "data-keep": `pol${k}${p.k}` },
                p.name,
              ),
            ),
          ),
          span("grow"),
          x.order.length
            ? span(
                "chain",
                x.order.map((one, i) => [
                  i ? span("s3", "›") : null,
                  button(
                    "",
                    () => act("calcorder", { side: k, id: one.id }),
                    { title: `${one.name}: a place earlier`, "aria-label": `${one.name}, a place earlier` },
                    mark(one.t, 18),
                  ),
                ]),
              )
            : null,
        )
      : null,
  );

// "11 dice": the number large. "to reach 8": the same at the end.
function big(/** @type {string} */ text) {
  const [, before, n, after] = /^(\D*)(\d*)(.*)$/.exec(text) || ["", "", "", text];
  return span("ctotal s2", before, h("b", {}, n), after);
}

// What is still counted is grey.
const late = (/** @type {CalculatorModel} */ d, /** @type {number} */ i) => (d.late[i] ? "late" : "");

const never = (/** @type {string} */ figure) => (figure === "\u2013" ? "cannot come about in this setting" : null);

/** @type {(rows: CalcRow[], d: CalculatorModel, act: Act) => HTMLElement} */
function table(rows, d, act) {
  const two = d.columns.length === 2,
    wide = 1 + d.columns.length + Number(two);
  return h(
    "table",
    { class: d.columns.length > 1 ? "ctab paired" : "ctab" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, span("sr", "what")),
        h("th", { class: "now", scope: "col" }, d.columns[0]),
        d.columns.slice(1).map((c, i) => h("th", { class: late(d, i + 1), scope: "col" }, c)),
        two ? h("th", { scope: "col" }, "change") : null,
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((r) => [
        r.head ? h("tr", { class: "cgroup" }, h("th", { colspan: wide, scope: "colgroup" }, r.head)) : null,
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row", title: r.rule ? `Rule ${r.rule}` : null },
            h("i", { class: "odot", style: { background: r.o ? colour(r.o) : "var(--ink-3)" } }),
            r.rule ? button("cword", () => act("rule", { id: r.rule }), {}, r.words) : r.words,
          ),
          h("td", { class: "now", title: never(r.now) }, r.now),
          r.was.map((was, i) => h("td", { class: late(d, i + 1), title: never(was) }, was)),
          two ? h("td", { class: "chg" }, r.change) : null,
        ),
      ]),
    ),
  );
}

/** @type {(x: CalcFate) => HTMLElement} */
const fate = (x) =>
  h(
    "div",
    {
      class: "cfate",
      role: "img",
      "aria-label": `${x.words}: killed ${x.now}${x.was === null && x.routed ? `, driven away ${x.then}` : ""}`,
    },
    mark(x.t, 18),
    span("cname", x.words),
    span(
      "cbar",
      h("i", { class: "gone", style: { width: `${100 * x.gone}%` } }),
      h("i", { class: "dead", style: { width: `${100 * x.dead}%` } }),
      x.was === null ? null : h("i", { class: "was", style: { left: `${100 * x.was}%` } }),
    ),
    span("b now", x.now),
    span(x.was === null ? "s2 was amber" : "s2 was", x.then),
  );

/** @type {(x: CalcSpread) => HTMLElement} */
function spread(x) {
  const W = 190,
    H = 92,
    base = H - 18,
    most = Math.max(...x.bars.map((b) => Math.max(b[1], b[2] || 0)), 0.05),
    each = W / Math.max(x.bars.length, 3),
    two = x.bars.some((b) => b[2] !== null),
    wide = Math.min(each * (two ? 0.38 : 0.6), 24);
  const words = x.bars.map(
    ([l, p, q]) => `${l}: ${Math.round(100 * p)}${q === null ? "" : `, else ${Math.round(100 * q)}`}`,
  );
  return h(
    "figure",
    { class: "cspread" },
    h("figcaption", { class: "s2" }, x.title),
    s(
      "svg",
      { viewBox: `0 0 ${W} ${H}`, width: "100%", role: "img", "aria-label": words.join("; ") },
      x.bars.map(([label, p, q], i) => {
        const mid = each * (i + 0.5),
          left = two ? mid - wide - 1 : mid - wide / 2,
          high = (/** @type {number} */ v) => Math.max((v / most) * (base - 16), v > 0 ? 0.6 : 0);
        return [
          s("rect", { class: "now", x: left, y: base - high(p), width: wide, height: high(p), rx: 1.5 }),
          q === null
            ? null
            : s("rect", { class: "was", x: mid + 1, y: base - high(q), width: wide, height: high(q), rx: 1.5 }),
          s(
            "text",
            { class: "p", x: left + wide / 2, y: base - high(p) - 4, "text-anchor": "middle" },
            `${Math.round(100 * p)}`,
          ),
          s("text", { class: "l", x: mid, y: H - 4, "text-anchor": "middle" }, label),
        ];
      }),
      s("path", { class: "axis", d: `M0 ${base + 0.5}H${W}` }),
    ),
  );
}

// The pin of the own height: drawn along the line, or by arrows, from one height that can be sent to the next.
/** @type {(x: CalcLadder, at: (n: number) => number, y: number, W: number, act: Act) => SVGElement} */
function pinOn(x, at, y, W, act) {
  const words = s("text", { class: "pin", x: 0, y: 15, "text-anchor": "middle" }, `in hand: ${x.mine}`),
    pin = s(
      "g",
      {
        class: "cpin",
        transform: `translate(${at(x.mine)})`,
        role: "slider",
        tabindex: "0",
        "data-keep": "cpin",
        "data-heights": x.steps.join(" "),
        "aria-label": "Power in hand",
        "aria-valuenow": x.mine,
        "aria-valuemin": x.steps[0] ?? x.mine,
        "aria-valuemax": x.steps.at(-1) ?? x.mine,
      },
      s("rect", { class: "grip", x: -44, y: 0, width: 88, height: y + 12 }),
      s("path", { class: "pin", d: `M-6 22h12l-6 9zM0 22V${y + 8}` }),
      words,
    );
  const near = (/** @type {number} */ to) =>
    x.steps.reduce((a, b) => (Math.abs(b - to) < Math.abs(a - to) ? b : a), x.mine);
  let now = x.mine;
  const under = (/** @type {PointerEvent} */ e) => {
    const line = /** @type {SVGSVGElement} */ (pin.ownerSVGElement).getBoundingClientRect();
    return near((((e.clientX - line.left) / line.width) * W - at(0)) / (at(1) - at(0)));
  };
  pin.addEventListener("pointerdown", (e) => {
    pin.setPointerCapture(e.pointerId);
    pin.classList.add("held");
  });
  pin.addEventListener("pointermove", (e) => {
    if (!pin.hasPointerCapture(e.pointerId)) return;
    now = under(e);
    pin.setAttribute("transform", `translate(${at(now)})`);
    words.textContent = `send ${now}`;
  });
  pin.addEventListener("pointerup", () => {
    pin.classList.remove("held");
    if (now !== x.mine) act("calcheight", { at: now });
  });
  return pin;
}

// Heights on one line: the own one above it as a pin, the others as marks; what must be exceeded hangs below.
/** @type {(x: CalcLadder, room: number, act: Act) => HTMLElement} */
function ladder(x, room, act) {
  const W = Math.max(Math.min(room || 860, 860), 300), // words are as large as elsewhere, on a telephone too
    left = 20,
    at = (/** @type {number} */ n) => left + ((W - 2 * left) * n) / x.most,
    y = 62,
    step = x.most > 24 ? 10 : 5,
    ticks = [...Array(Math.floor(x.most / step) + 1).keys()].map((i) => i * step);
  /** @type {number[]} */
  const ends = [0, 0, 0];
  const places = x.marks.map((m) => {
    const wide = 7 * `${m.at} ${m.words}`.length,
      mid = Math.min(Math.max(at(m.at), left + wide / 2), W - left - wide / 2);
    const lane = ends.findIndex((end) => mid - wide / 2 > end),
      row = lane < 0 ? 2 : lane;
    ends[row] = mid + wide / 2 + 8;
    return { m, mid, row };
  });
  return h(
    "figure",
    { class: "cladder" },
    s(
      "svg",
      {
        viewBox: `0 0 ${W} ${y + 30 + 17 * (1 + Math.max(0, ...places.map((p) => p.row)))}`,
        width: "100%",
        role: "img",
        "aria-label": [`in hand: ${x.mine}`, ...x.marks.map((m) => `${m.at}: ${m.words}`)].join("; "),
      },
      s("path", { class: "axis", d: `M${left} ${y}H${W - left}` }),
      ticks.map((n) => [
        s("path", { class: "axis", d: `M${at(n)} ${y - 4}V${y + 4}` }),
        s("text", { class: "l", x: at(n), y: y - 9, "text-anchor": "middle" }, n),
      ]),
      places.map(({ m, mid, row }) => [
        s("path", { class: "axis", d: `M${at(m.at)} ${y}L${mid} ${y + 16 + 17 * row}` }),
        s("circle", {
          cx: at(m.at),
          cy: y,
          r: 6.5,
          class: "mark",
          style: { fill: m.o ? colour(m.o) : "var(--panel)" },
        }),
        s(
          "text",
          { x: mid, y: y + 28 + 17 * row, "text-anchor": "middle" },
          s("tspan", { class: "b" }, `${m.at} `),
          m.words,
        ),
      ]),
      x.others.map((n) => s("path", { class: "pin was", d: `M${at(n) - 6} 22h12l-6 9zM${at(n)} 22V${y + 8}` })),
      pinOn(x, at, y, W, act),
    ),
  );
}

// Dice as they were rolled: a click on each sets it. What can be done with those that lie stands beside them.
/** @type {(x: CalcThrow, act: Act) => HTMLElement} */
const thrown = (x, act) =>
  h(
    "div",
    { class: "cthrown" },
    over("Dice as rolled", span("s2 sm", `Click a die to set it. ${x.note}`), ruleId(x.rule, act)),
    h(
      "div",
      { class: "csides" },
      x.hands.map((hand, k) =>
        h(
          "div",
          { class: "cdice", role: "group", "aria-label": hand.name },
          x.hands.length > 1 ? mark(hand.t, 18) : null,
          hand.dice.map((d, i) =>
            button(
              d.face < 0 ? "unset" : d.face ? "" : "blank",
              () => act("calcdie", { hand: k, i }),
              {
                "aria-label": `${hand.name}, die ${i + 1}: ${d.words}`,
                title: d.words,
                "data-cdie": i,
                "data-hand": k,
                "data-keep": `cdie${k}.${i}`,
              },
              die([Math.max(d.face, 0), d.kind], 28),
            ),
          ),
          hand.dice.length ? null : span("s3 sm", `${hand.name} rolls no dice`),
        ),
      ),
      "rows" in x.plans
        ? grid(x.plans, act, -1)
        : x.planned
          ? h("p", { class: "s3 sm cnone" }, "Plans stand here for dice that lie.")
          : null,
    ),
  );

/** @type {(x: CalcGrid, act: Act, k: number) => HTMLElement} */
const grid = (x, act, k) =>
  h(
    "div",
    { class: "cgrid" },
    over(
      x.title,
      x.rules.map((id) => ruleId(id, act)),
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          x.columns.map((c) => h("th", { scope: "col" }, c)),
        ),
      ),
      h(
        "tbody",
        {},
        x.rows.map((row, i) =>
          h(
            "tr",
            { class: i === x.lit ? "lit" : "" },
            row.map((cell, j) =>
              h(
                "td",
                {},
                x.picks && !j
                  ? button(
                      "cword",
                      () => act("calcrow", { grid: k, i }),
                      { title: "Send this", "data-keep": `g${i}` },
                      cell,
                    )
                  : cell === "yes"
                    ? span("tag good", cell)
                    : cell === "no" || cell.startsWith("ties")
                      ? span("tag bad", cell)
                      : cell,
              ),
            ),
          ),
        ),
      ),
    ),
  );

const KEYS = [
  ["Tab", "next figure"],
  ["+", ""],
  ["−", "change"],
  ["X", "swap sides"],
  ["E", "exact or sampled"],
  ["V", "keep to compare"],
  ["B", "as on the board"],
  ["C", "copy"],
  ["D", "dice as rolled"],
  ["O", "open it"],
  ["Esc", "back to the board"],
];

/** @type {(p: CalcPick, act: Act) => HTMLElement} */
const pick = (p, act) =>
  h(
    "label",
    { class: "s2" },
    p.name,
    " ",
    h(
      "select",
      {
        class: "cplace",
        "aria-label": p.name,
        "data-keep": `pick${p.id}`,
        change: (/** @type {Event} */ e) =>
          act("calcpick", { id: p.id, k: /** @type {HTMLSelectElement} */ (e.target).value }),
      },
      p.options.map((o) => h("option", { value: o.k, selected: o.on }, o.name)),
    ),
  );

/** @type {(d: CalculatorModel, act: Act) => HTMLElement} */
const top = (d, act) =>
  h(
    "header",
    { class: "ctop" },
    h("h2", { class: "ctitle" }, d.title),
    h("span", { class: "s2 grow cnote", title: d.note }, d.note),
    button(
      "btn",
      () => act("calcswap"),
      { disabled: !!d.fixed, title: d.fixed || "Who attacks defends (X)" },
      line("redo"),
      "Swap sides",
    ),
    button("btn", () => act("calcboard"), { disabled: d.same && !d.kept }, line("undo"), "As on the board"),
    button(
      "btn",
      () => act("calckeep"),
      { disabled: !d.opens, title: "Figures of it stay beside (V)" },
      line("compare"),
      d.keeps,
    ),
    button(
      "btn",
      () => act("calccopy"),
      { disabled: !d.opens, title: "The result as text, with the position on one line (C)" },
      line("share"),
      d.copied ? "Copied" : "Copy",
    ),
    button(
      "btn solid",
      () => act("calcplay"),
      { disabled: !d.opens, title: "On a board of its own, below (O)" },
      line("branch"),
      "Fight it",
    ),
    button("btn line", () => act("calcclose"), { title: "Escape", "data-keep": "cclose" }, line("close"), "Close"),
    d.picks.length || d.places.length > 1 || d.fixed
      ? h(
          "div",
          { class: "cpicks" },
          d.picks.map((p) => pick(p, act)),
          d.places.length > 1
            ? h(
                "select",
                {
                  class: "cplace",
                  "aria-label": "A fight on the board",
                  "data-keep": "cplace",
                  change: (/** @type {Event} */ e) =>
                    act("calc", { place: /** @type {HTMLSelectElement} */ (e.target).value }),
                },
                d.places.map((p) => h("option", { value: p.k, selected: p.on }, p.name)),
              )
            : null,
          d.fixed ? span("s2 cfixed", `Sides cannot be swapped: ${d.fixed[0].toLowerCase()}${d.fixed.slice(1)}`) : null,
        )
      : null,
  );

/** @type {(d: CalculatorModel, act: Act) => HTMLElement} */
function result(d, act) {
  const old = d.fault ? "cres old" : "cres",
    away = d.fates.some((x) => x.routed);
  return h(
    "aside",
    { class: old },
    over(
      "Result",
      d.dice
        ? h(
            "div",
            { class: "cseg", role: "radiogroup", "aria-label": "How" },
            [
              ["auto", "Exact"],
              ["sampled", "Sampled"],
            ].map(([k, name]) =>
              button(
                (d.how === "sampled") === (k === "sampled") ? "on" : "",
                () => ((d.how === "sampled") === (k === "sampled") ? null : act("calchow")),
                {
                  role: "radio",
                  "aria-checked": (d.how === "sampled") === (k === "sampled") ? "true" : "false",
                  "data-keep": `how${k}`,
                },
                name,
              ),
            ),
          )
        : span("tag", "no dice"),
    ),
    d.fault
      ? h("p", { class: "cfault", role: "alert" }, d.fault, d.rule ? ruleId(d.rule, act) : null)
      : d.empty
        ? h("p", { class: "cempty" }, h("b", {}, d.empty), " ", "Then its odds stand here.")
        : h(
            "p",
            { class: "csaid", "aria-live": "polite" },
            h("b", {}, d.said),
            d.said && !d.said.endsWith("\u2026") ? ". " : " ",
            d.choices,
            d.busy ? span("s3", " Still counting.") : null,
          ),
    d.empty ? null : table(d.rows, d, act),
    d.fates.length
      ? [
          over(
            "What becomes of them",
            span(
              "s3 sm ckey",
              h("i", { class: "dead" }),
              "killed",
              away ? [h("i", { class: "gone" }), "driven away"] : null,
            ),
          ),
          d.columns.length > 1
            ? h("p", { class: "s3 sm cof2" }, `bar ${d.columns[0]}, mark and second figure ${d.columns[1]}`)
            : null,
          d.fates.map(fate),
        ]
      : null,
    d.spreads.length ? h("div", { class: "cspreads" }, d.spreads.map(spread)) : null,
    d.tip ? h("p", { class: "ctip" }, d.tip) : null,
  );
}

/** @type {Panel<CalculatorModel>} */
export const calculator = (d, { act, state }) => [
  top(d, act),
  h(
    "div",
    { class: "cmain" },
    "marks" in d.ladder ? ladder(d.ladder, state.root.clientWidth, act) : null,
    h(
      "div",
      { class: "csides" },
      d.sides.map((x, i) => side(x, i, act)),
    ),
    "rule" in d.thrown ? thrown(d.thrown, act) : null,
    d.grids.map((x, i) => grid(x, act, i)),
    d.warning ? h("p", { class: "cwarn" }, d.warning, " ", d.warned ? ruleId(d.warned, act) : null) : null,
    h(
      "p",
      { class: "ckeys" },
      KEYS.filter(([key]) => key !== "D" || "rule" in d.thrown).map(([key, word]) => [
        h("kbd", {}, key),
        word ? span("s2", word) : null,
      ]),
    ),
  ),
  result(d, act),
];
