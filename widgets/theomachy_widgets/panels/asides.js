// @ts-check
// The tabs of the side column. What somebody opens (a sheet, a rule) comes to the front; else it stays as it was.
/** @import { AsidesModel, Panel } from "./types.js" */
import { button, h } from "./dom.js";

const ALL = ["story", "hand", "conditions", "sheet", "thumbs", "legend", "rule"];

/** @type {Panel<AsidesModel>} */
export const asides = (d, { act, keep, state, again }) => {
  keep.seen ||= {};
  for (const [k, what] of Object.entries(d.opened)) {
    if (what !== null && what !== "" && keep.seen[k] !== what) keep.open = k;
    keep.seen[k] = what;
  }
  const on = d.tabs.find((t) => t.k === keep.open)?.k ?? d.tabs[0].k;
  requestAnimationFrame(() => settleTabs(state.root, on)); // the panels themselves may not be there yet
  const open = (/** @type {string} */ k) => {
    keep.open = k;
    if (k === "legend" && !d.key) act("legend");
    again();
  };
  const go = (/** @type {KeyboardEvent & { currentTarget: HTMLElement }} */ e) => {
    const way = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[e.key];
    if (!way) return;
    e.preventDefault();
    e.stopPropagation();
    const at = d.tabs.findIndex((t) => t.k === on),
      to = d.tabs[(at + way + d.tabs.length) % d.tabs.length].k;
    /** @type {HTMLElement | null} */ (e.currentTarget.querySelector(`[data-aside="${to}"]`))?.focus();
    open(to);
  };
  return h(
    "div",
    { class: "asides", "data-arrows": "", role: "tablist", "aria-label": "Beside the board", keydown: go },
    d.tabs.map((t) =>
      button(
        `aside ${t.k === on ? "on" : ""}`,
        () => open(t.k),
        {
          role: "tab",
          "aria-selected": t.k === on ? "true" : "false",
          tabindex: t.k === on ? 0 : -1,
          "data-aside": t.k,
          "data-keep": `aside${t.k}`,
        },
        t.name,
        t.n ? h("b", {}, t.n) : null,
      ),
    ),
  );
};

function settleTabs(/** @type {HTMLElement} */ root, /** @type {string} */ on) {
  for (const section of root.querySelectorAll("section")) {
    const name = section.getAttribute("data-panel") || "";
    if (ALL.includes(name)) section.classList.toggle("away", name !== on);
  }
}
