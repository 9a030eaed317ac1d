// @ts-check
// Why not: type an action or pick it, and see how each of its requirements stands.
/** @import { Panel, WhyModel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { cross, dot, line, tick, token } from "./signs.js";

/** @type {Panel<WhyModel>} */
export const why = (d, { act, keep, state }) => {
  const typed = h("input", {
    "data-keep": "why",
    "data-typed": "",
    value: d.text,
    placeholder: d.hint,
    "aria-label": "An action",
    keydown: (e) => {
      if (e.key === "Enter") {
        e.stopPropagation();
        act("why", { text: typed.value });
      }
      if (e.key === "Escape") act("unwhy");
    },
  });
  const select = (
    /** @type {string} */ label,
    /** @type {number} */ value,
    /** @type {[number, string][]} */ options,
    /** @type {(i: number) => void} */ go,
  ) =>
    h(
      "select",
      { class: "pick", "aria-label": label, "data-keep": `why${label}`, change: (e) => go(Number(e.target.value)) },
      h("option", { value: -1 }, label),
      options.map(([i, text]) => h("option", { value: i, selected: i === value }, text)),
    );
  // Whoever opens the question writes next. A page that is loaded with it open leaves the focus where it is.
  const box = state.box(),
    active = /** @type {Document | ShadowRoot | undefined} */ (box?.getRootNode())?.activeElement;
  if (box && !keep.field?.isConnected && (active === box || box.contains(active || null)))
    queueMicrotask(() => typed.focus({ preventScroll: true }));
  keep.field = typed;
  const count = d.verdicts.length ? span("s3 sm", d.legal ? "all hold" : `${d.hold} hold, ${d.fail} fail`) : null;
  return [
    head(
      "Why not …?",
      "",
      count,
      button("btn small", () => act("unwhy"), { "aria-label": "Close" }, line("close")),
    ),
    h("div", { class: "field" }, span("s3", "why"), typed),
    h(
      "div",
      { class: "args" },
      select("an action", d.verb, d.actions, (i) => act("whyaction", { i })),
      d.slots.map((slot, at) => select(slot.word, slot.value, slot.options, (i) => act("whyarg", { at, i }))),
      d.asks ? span("s3 sm", d.asks) : null,
    ),
    d.note ? h("p", { class: "s3 sm", style: { "margin-top": "8px" }, role: "status" }, d.note) : null,
    d.error ? h("p", { class: "s2", style: { "margin-top": "10px" }, role: "alert" }, d.error) : null,
    d.title ? h("p", { class: "q", style: { margin: "10px 0 8px" } }, d.t ? token(d.t, 22) : null, d.title) : null,
    d.verdicts.map((v) =>
      h(
        "div",
        { class: `req ${v.ok ? "" : "bad"}` },
        v.ok ? tick() : cross(),
        h("span", {}, h("b", {}, v.text), v.fault ? h("p", {}, v.fault) : null),
        span("v", v.fact),
        ruleId(v.rule, act),
      ),
    ),
    d.instead.length
      ? [
          h(
            "div",
            { class: "after" },
            head("What would make it legal"),
            h(
              "div",
              { class: "fix" },
              dot(d.t ? d.t.o : "rule"),
              span(
                "grow",
                d.when,
                span("b", d.instead.join(", ")),
                d.instead.length === 1 ? " qualifies now" : " qualify now",
              ),
              d.lights
                ? button(
                    `btn line ${d.lit ? "on" : ""}`,
                    () => act("whylight"),
                    { "aria-pressed": d.lit ? "true" : "false" },
                    "Light them",
                  )
                : null,
            ),
          ),
        ]
      : null,
  ];
};
