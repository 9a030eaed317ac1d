// @ts-check
// Plans compared: one is open, with the exact distribution of what comes of it; what came up is marked, and dashes say
// how it stood before.
/** @import { AdviceModel, Panel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { tick } from "./signs.js";

const W = 388,
  H = 150,
  BASE = H - 34,
  TOP = 22;
const share = (/** @type {number} */ p) => `${(100 * p).toFixed(1)}\u2009%`;

function chart(/** @type {AdviceModel["bars"]} */ bars) {
  const gap = bars.length > 6 ? 8 : 30,
    wide = Math.min(46, (W - 6 - gap * bars.length) / bars.length),
    most = Math.max(...bars.map(([, p, q]) => Math.max(p, q || 0)), 0.05),
    k = (BASE - TOP) / most;
  return s(
    "svg",
    {
      class: "dist",
      width: "100%",
      viewBox: `0 0 ${W} ${H}`,
      role: "img",
      "aria-label": bars
        .map(([l, p, q, on]) => `${l}: ${share(p)}${q === null ? "" : `, before ${share(q)}`}${on ? ", rolled" : ""}`)
        .join("; "),
    },
    bars.map(([label, p, q, on], i) => {
      const x = 6 + i * (wide + gap),
        high = Math.max(p * k, 1);
      return [
        s("rect", { class: on ? "on" : "", x, y: BASE - high, width: wide, height: high, rx: 2 }),
        q === null ? null : s("path", { class: "was", d: `M${x - 4} ${BASE - q * k}h${wide + 8}` }),
        s(
          "text",
          {
            class: `p ${on ? "on" : ""}`,
            x: x + wide / 2,
            y: BASE - Math.max(p, q || 0) * k - 7,
            "text-anchor": "middle",
          },
          bars.length > 6 ? `${Math.round(100 * p)}` : share(p),
        ),
        s("text", { class: `l ${on ? "on" : ""}`, x: x + wide / 2, y: BASE + 17, "text-anchor": "middle" }, label),
        on
          ? [
              s("path", { class: "on", d: `M${x + wide / 2 - 5} ${BASE + 29}h10l-5-7z` }),
              s("text", { class: "came", x: x + wide / 2 + 10, y: BASE + 31 }, "rolled"),
            ]
          : null,
      ];
    }),
    s("path", { class: "axis", d: `M0 ${BASE}H${W}` }),
  );
}

/** @type {Panel<AdviceModel>} */
export const advice = (d, { act }) => [
  head(d.name, "", ruleId(d.rule, act)),
  d.objectives.length > 1
    ? h(
        "div",
        { class: "pills goals2", role: "radiogroup", "aria-label": "What for" },
        d.objectives.map((o) =>
          button(
            `pill ${o.on ? "on" : ""}`,
            () => act("objective", { k: o.k }),
            { role: "radio", "aria-checked": o.on ? "true" : "false", "data-keep": `goal${o.k}` },
            o.name,
          ),
        ),
      )
    : null,
  h(
    "div",
    { class: "plans2", role: "listbox", "aria-label": d.name },
    h(
      "div",
      { class: "pln h", "aria-hidden": "true" },
      span("", "Plan"),
      d.columns.map((c) => span("n", c)),
    ),
    d.plans.map((p) =>
      button(
        `pln ${p.on ? "hot" : ""}`,
        () => act("plan", { k: p.k }),
        { role: "option", "aria-selected": p.on ? "true" : "false", "data-keep": `plan${p.k}` },
        span("", p.name, p.taken ? span("tag good", "taken") : null),
        p.figures.map((f, i) => span(`n ${i ? "s2" : "b"}`, f)),
      ),
    ),
  ),
  d.answer
    ? h(
        "div",
        { class: "foot" },
        button("btn line", () => act("answer", { i: d.answer?.i }), {}, tick(), d.answer.label),
      )
    : null,
  d.note || d.more
    ? h("p", { class: "s3 sm after2" }, [d.note, d.more ? `${d.more} more plans.` : ""].filter(Boolean).join(" "))
    : null,
  d.bars.length
    ? h(
        "div",
        { class: "dist-of" },
        h(
          "div",
          { class: "hd" },
          span("ov", d.of),
          span("s3 sm", "exact"),
          span("grow"),
          span("num2", d.mean),
          span("s2 sm", "on average"),
        ),
        chart(d.bars),
        d.before_note ? h("p", { class: "s3 sm was-note" }, h("i", { class: "was" }), d.before_note) : null,
      )
    : null,
];
