// @ts-check
// A contest of many sides: a row each, and below it the stakes against the dice on one axis.
/** @import { Act, Ledger, LedgerRow } from "./types.js" */
import { minus, percent, ruleId } from "./common.js";
import { h, s, span } from "./dom.js";
import { colour, INK, owner, PAPER, PIPS, token } from "./signs.js";
import { cells } from "./strip.js";

const CUP = "M7 4h8l2.4 12.4H4.6z";
const WORDS = /** @type {Record<string, string>} */ ({ planning: "chooses", sealed: "sealed", shown: "shown" });

// A sealed stake is a cup, full when it is set; a known one the die itself.
function stake(/** @type {LedgerRow} */ r) {
  if (r.said !== null)
    return s(
      "svg",
      { class: "cup known", width: 28, height: 28, viewBox: "0 0 28 28", "aria-hidden": "true" },
      s("rect", { x: 1, y: 1, width: 26, height: 26, rx: 5, fill: colour(r.t.o), stroke: "rgba(20,24,26,.55)" }),
      (PIPS[r.said] || []).map((p) =>
        s("circle", {
          cx: 14 + 7 * ((p % 3) - 1),
          cy: 14 + 7 * (Math.floor(p / 3) - 1),
          r: 2.3,
          fill: owner(r.t.o)[1] === "paper" ? PAPER : INK,
        }),
      ),
    );
  return s(
    "svg",
    { class: `cup ${r.state}`, width: 28, height: 28, viewBox: "0 0 22 22", "aria-hidden": "true" },
    s("rect", { x: 0.8, y: 0.8, width: 20.4, height: 20.4, rx: 4 }),
    s("path", { d: CUP }),
  );
}
const signed = (/** @type {LedgerRow} */ r) => {
  const sign = r.against ? "−" : "+";
  return r.low === r.high ? `${sign}${r.low}` : `${sign}${r.low} to ${r.high}`;
};
export function ledger(/** @type {Ledger} */ d, /** @type {Act} */ act) {
  const row = (/** @type {LedgerRow} */ r) =>
    h(
      "tr",
      {},
      h("td", {}, span("who3", token(r.t, 22), h("b", {}, r.name))),
      h(
        "td",
        {},
        r.given.length
          ? r.given.map((g) =>
              h(
                "span",
                { class: "given3", title: g.name },
                token(g.t, 17),
                g.n > 1 ? `${g.n} × ` : "",
                g.name,
                h("b", {}, g.figure),
              ),
            )
          : span("s3", r.against ? "places nothing" : "nothing"),
      ),
      h(
        "td",
        {},
        span(
          "bid3",
          stake(r),
          span("s3 sm", r.said !== null && r.state !== "shown" ? "seen by you" : WORDS[r.state] || ""),
        ),
      ),
      h("td", { class: r.low === r.high ? "b" : "s2" }, signed(r)),
      h(
        "td",
        {},
        r.purse.map(([n, most]) => cells({ l: "Power", v: n, most, note: "", sign: null, next: 0 }, colour(r.t.o))),
      ),
      h("td", {}, r.verdict ? minus(r.verdict) : span("s3", "–")),
    );
  return [
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        { class: "ledger3" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "1 Into the Rift", "2 Bid", "3 Counts", "4 Power", "Least"].map((t) => h("th", { scope: "col" }, t)),
          ),
        ),
        h("tbody", {}, d.rows.map(row)),
      ),
    ),
    balance(d),
    h("p", { class: "s3 sm" }, span("", `${d.total} against ${d.dice} `), ruleId(d.rule, act)),
  ];
}
const LEFT = 132,
  WIDE = 900,
  HIGH = 22;
// One axis: stakes to the right, what hinders back to the left, what lies there right again; below the dice, and how
// likely each of their sums is.
function balance(/** @type {Ledger} */ d) {
  const sums = d.chances.map(([n]) => n),
    most = Math.max(...sums, d.high, 1),
    unit = (WIDE - LEFT - 12) / most,
    at = (/** @type {number} */ n) => LEFT + Math.max(0, n) * unit;
  let x = 0,
    y = 4;
  const bars = [];
  const label = (/** @type {string} */ t) => s("text", { class: "bl-l", x: 0, y: y + 14 }, t);
  const bar = (
    /** @type {LedgerRow | null} */ r,
    /** @type {number} */ from,
    /** @type {number} */ n,
    sure = true,
    words = "",
  ) =>
    s(
      "g",
      {},
      s("rect", {
        class: sure ? "bl-sure" : "bl-open",
        x: at(from) + 0.8,
        y: y + 1,
        width: Math.max(2, n * unit - 1.6),
        height: HIGH - 5,
        rx: 3,
        fill: sure && r ? colour(r.t.o) : "none",
      }),
      s(
        "text",
        {
          class: "bl-n",
          x: at(from) + (n * unit) / 2,
          y: y + 14,
          "text-anchor": "middle",
          fill: sure && r ? (owner(r.t.o)[1] === "paper" ? PAPER : INK) : "var(--ink-2)",
        },
        words,
      ),
    );
  const known = d.rows.every((r) => r.low === r.high);
  bars.push(label("Power pledged"));
  for (const r of d.rows.filter((q) => !q.against)) {
    const n = r.low === r.high ? r.low : r.said !== null ? r.said : r.high;
    if (n) bars.push(bar(r, x, n, r.said !== null, r.said !== null ? `${n}` : `${r.low} to ${r.high}`));
    x += n;
  }
  y += HIGH;
  for (const r of d.rows.filter((q) => q.against)) {
    bars.push(label(`${r.name} takes away`));
    const n = r.said !== null ? r.low : r.high;
    if (n) bars.push(bar(r, x - n, n, r.said !== null, r.said !== null ? `−${n}` : `${r.low} to ${r.high}`));
    x -= n;
    y += HIGH;
  }
  bars.push(label("Lies there"));
  let from = known ? x : 0;
  for (const r of d.rows.filter((q) => q.laid)) {
    bars.push(bar(r, from, r.laid, true, `${r.laid}`));
    from += r.laid;
  }
  const total = known ? from : null;
  bars.push(
    total !== null
      ? s("text", { class: "bl-t", x: at(Math.max(from, 0)) + 8, y: y + 14 }, `${total} ${d.total}`)
      : s("text", { class: "bl-l", x: at(from) + 8, y: y + 14 }, minus(`${from} sure; ${d.low} to ${d.high} in all`)),
  );
  y += HIGH + 4;
  bars.push(label(d.name));
  if (d.rolled !== null) {
    let sum = 0;
    for (const f of d.faces.length ? d.faces : [d.rolled]) {
      bars.push(bar(null, sum, f, false, `${f}`));
      sum += f;
    }
    bars.push(s("text", { class: "bl-t", x: at(d.rolled) + 8, y: y + 14 }, `${d.rolled}, ${d.dice}`));
  } else
    bars.push(
      bar(
        null,
        Math.min(...sums),
        most - Math.min(...sums),
        false,
        `${d.dice}, ${Math.min(...sums)} to ${Math.max(...sums)}`,
      ),
    );
  y += HIGH + 34;
  const peak = Math.max(...d.chances.map(([, p]) => p));
  bars.push(s("text", { class: "bl-l", x: 0, y: y - 4 }, "Chance of each sum"));
  for (const [n, p] of d.chances)
    bars.push(
      s(
        "rect",
        {
          class: `bl-p ${total !== null && n < total ? "wins" : ""}`,
          x: at(n) - unit / 2 + 1,
          y: y - (30 * p) / peak,
          width: Math.max(2, unit - 2),
          height: Math.max(0.6, (30 * p) / peak),
        },
        s("title", {}, `${n}: ${percent(p)}`),
      ),
    );
  bars.push(s("path", { class: "bl-axis", d: `M${LEFT} ${y}H${at(most)}` }));
  for (let n = 0; n <= most; n += 3)
    bars.push(s("text", { class: "bl-l", x: at(n), y: y + 13, "text-anchor": "middle" }, n));
  if (total !== null) bars.push(s("path", { class: "bl-now", d: `M${at(total)} ${HIGH}V${y}` }));
  const closes = total !== null ? d.chances.reduce((all, [n, p]) => all + (n < total ? p : 0), 0) : 0;
  if (total !== null && d.rolled === null)
    bars.push(s("text", { class: "bl-t", x: at(total) + 8, y: y - 34 }, `less than ${total}: ${percent(closes)}`));
  return s(
    "svg",
    {
      class: "balance3",
      viewBox: `0 0 ${WIDE} ${y + 18}`,
      role: "img",
      "aria-label": `${d.total} ${total ?? `${d.low} to ${d.high}`}, against ${d.rolled ?? d.dice}`,
    },
    bars,
  );
}
