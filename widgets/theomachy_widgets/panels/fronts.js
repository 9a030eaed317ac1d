// @ts-check
// The tabs above the main place: the board, a sheet, the cards. A dot says that something may be written there now.
/** @import { FrontsModel, Panel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { token } from "./signs.js";

/** @type {Panel<FrontsModel>} */
export const fronts = (d, { act }) => {
  const go = (/** @type {KeyboardEvent & { currentTarget: HTMLElement, target: HTMLElement }} */ e) => {
    const way = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[e.key];
    if (!way) return;
    e.preventDefault();
    e.stopPropagation();
    const at = d.tabs.findIndex((t) => t.k === d.on),
      to = d.tabs[(at + way + d.tabs.length) % d.tabs.length];
    /** @type {HTMLElement | null} */ (e.currentTarget.querySelector(`[data-front="${to.k}"]`))?.focus();
    act("front", { k: to.k });
  };
  const tabs = h(
    "div",
    { class: "fronts", "data-arrows": "", role: "tablist", "aria-label": "In front", keydown: go },
    d.tabs.map((t) => {
      const on = t.k === d.on;
      return button(
        `front ${on ? "on" : ""} ${t.closed ? "shut" : ""}`,
        () => act("front", { k: t.k }),
        {
          role: "tab",
          "aria-selected": on ? "true" : "false",
          tabindex: on ? 0 : -1,
          "data-front": t.k,
          "data-keep": `front${t.k}`,
          "aria-label": [t.name, t.figure, t.closed ? "closed" : "", t.may ? "something may be written" : ""]
            .filter(Boolean)
            .join(", "),
        },
        t.t ? token(t.t, 14) : null,
        t.name,
        t.figure ? h("b", {}, t.figure) : null,
        t.may && !on ? span("may") : null,
      );
    }),
  );
  const ask = d.ask;
  return ask
    ? h(
        "div",
        { class: "fronts-row" },
        tabs,
        h("div", { class: "ask1" }, ask.t ? token(ask.t, 16) : null, h("b", {}, ask.prompt)),
        ask.button ? button("btn solid", () => act("confirm"), { title: "Enter" }, ask.button) : null,
        ask.ends.map((o) => button("btn line", () => act("answer", { i: o.i }), { "data-option": o.i }, o.label)),
      )
    : tabs;
};
