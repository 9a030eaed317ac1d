// @ts-check
// A board that lies in several sheets: one of them at a time, and a switch between them. A narrow page begins with the
// sheet on which something can be done; a wide one shows all, and the switch only where somebody has used it.
/** @import { BoardSheetTab, BoardsheetsModel, Panel } from "./types.js" */
import { button, h, span } from "./dom.js";

const NARROW = 560; // as in the style sheet
const WHOLE = -1;
const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/** @type {Panel<BoardsheetsModel>} */
export const boardsheets = (d, { act, keep, state }) => {
  const begin = (/** @type {number} */ tries) => {
    const wide = state.box()?.clientWidth || 0;
    if (wide && wide <= NARROW) act("boardsheet", { k: d.first });
    else if (!wide && tries) setTimeout(begin, 80, tries - 1); // the page is not laid out yet
  };
  if (d.asked && !keep.begun) {
    keep.begun = true;
    begin(50);
  }
  const tabs = [...d.sheets, { k: WHOLE, name: "All", n: 0 }];
  const go = (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ e) => {
    if (!STEPS[e.key]) return;
    e.preventDefault();
    e.stopPropagation();
    const to = tabs[(tabs.findIndex((t) => t.k === d.at) + STEPS[e.key] + tabs.length) % tabs.length];
    /** @type {HTMLElement | null} */ (e.currentTarget.querySelector(`[data-boardsheet="${to.k}"]`))?.focus();
    act("boardsheet", { k: to.k });
  };
  const tab = (/** @type {BoardSheetTab} */ t) => {
    const on = t.k === d.at;
    return button(
      on ? "on" : "",
      () => act("boardsheet", { k: t.k }),
      {
        role: "radio",
        "aria-checked": on ? "true" : "false",
        tabindex: on ? 0 : -1,
        "data-boardsheet": t.k,
        "data-keep": `boardsheet${t.k}`,
        "aria-label": t.k === WHOLE ? "All sheets" : t.n ? `${t.name}, ${t.n} to choose` : t.name,
      },
      t.name,
      t.n ? span("n", t.n) : null,
    );
  };
  return h(
    "div",
    {
      class: `bsheets ${d.at === WHOLE ? "whole" : ""}`,
      "data-arrows": "",
      role: "radiogroup",
      "aria-label": "Sheet of the board",
      keydown: go,
    },
    tabs.map(tab),
  );
};
