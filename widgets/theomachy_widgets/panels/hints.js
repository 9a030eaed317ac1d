// @ts-check
// Hints: the best moves, each with its gain, its error and the reason in a line; one is lit, and the button plays it.
/** @import { HintRow, HintsModel, Panel } from "./types.js" */
import { head } from "./common.js";
import { button, h, span } from "./dom.js";
import { cross } from "./signs.js";

/** @type {Panel<HintsModel>} */
export const hints = (d, { act, keep, again }) => {
  const row = (/** @type {HintRow} */ r) =>
    button(
      `proposal ${r.lit ? "on" : ""}`,
      (e) => {
        // By key, the row where one stands is chosen first and then played.
        if (e.detail < 2) act(r.lit && !e.detail ? "hintplay" : "hint", r.lit && !e.detail ? {} : { n: r.n });
      },
      {
        role: "option",
        "aria-selected": r.lit ? "true" : "false",
        "data-hint": r.n,
        "data-keep": `hint${r.n}`,
        title: `Light it (${r.n}); twice, or Enter, plays it`,
        dblclick: () => act("hintplay"),
      },
      span(`nr ${r.lit ? "on" : ""}`, r.n),
      h(
        "span",
        {},
        span("t", r.label, r.more ? span("then", `, then ${r.more}`) : null),
        r.why ? span("d", r.why) : null,
        r.same ? span("d same", r.same) : null,
      ),
      span("fig", r.figure, r.unit ? h("small", {}, r.unit) : null),
    );
  const says = d.fault || d.note;
  return [
    head(d.title, "", span("s3 sm", d.progress)),
    d.busy ? h("div", { class: "thinks", "aria-hidden": "true" }, h("i", {})) : null,
    d.rows.length
      ? h("div", { class: "hints", role: "listbox", "aria-label": d.title, "aria-live": "polite" }, d.rows.map(row))
      : null,
    says
      ? h("p", { class: "says s2", role: "status" }, d.fault ? cross() : null, says)
      : d.rows.length
        ? null
        : h("p", { class: "says s3", role: "status" }, "Looking \u2026"),
    d.legend ? h("p", { class: "figured s3 sm" }, d.legend) : null,
    h(
      "div",
      { class: "foot" },
      d.button
        ? button("btn solid", () => act("hintplay"), { title: "Enter", "data-keep": "hintplay" }, d.button)
        : null,
      d.busy && d.rows.length
        ? button("btn", () => act("letgo"), { title: "Escape", "data-keep": "hintstop" }, "Stop")
        : button(
            "btn",
            () => act("hints"),
            { title: "Escape", "data-keep": "hintstop" },
            d.others > 0 ? `Show the other ${d.others}` : "Close",
          ),
      span("grow"),
      d.rows.some((r) => r.figure)
        ? button(
            "lnk",
            () => {
              keep.told = !keep.told;
              again();
            },
            { "aria-expanded": keep.told ? "true" : "false", "data-keep": "strength" },
            "What is strength?",
          )
        : null,
    ),
    keep.told
      ? h(
          "p",
          { class: "says s2 told" },
          "An evaluation, no rule: how far one is ahead of the strongest other, as bots reckon; told is what it " +
            "comes to some twenty answers on, compared with now. \u00b1 is half of the 95 % interval.",
        )
      : null,
  ];
};
