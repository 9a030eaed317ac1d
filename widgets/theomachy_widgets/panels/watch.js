// @ts-check
// The grid round the panels: its theme, its keys, and what else is to be heard there (`more`: name of an event ->
// listener). It does not exist yet while a panel is drawn for the first time. `own` is what one kind of grid adds: what
// else it tells of the screen it is shown on, who holds the pen of its board, and what is done once it is there (and
// undone when it goes).
/** @import { Act, State } from "./types.js" */
/**
 * @typedef {object} Own
 * @property {() => Record<string, unknown>} [tells]
 * @property {() => boolean} [pen]
 * @property {() => string} [board]
 * @property {(box: HTMLElement) => () => void} [attached]
 */

import { hearBoard, inGrid, minus, nameBoards, ruleId, themeOf } from "./common.js";
import { button, h, span } from "./dom.js";
import { cross, dice, dot } from "./signs.js";

const SCROLLS = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " ", "Tab"]);

/**
 * @param {State} state
 * @param {(e: KeyboardEvent, pushed: boolean) => boolean | undefined | void} pressed
 * @param {Record<string, (e: any) => void>} more
 * @param {Own} own
 * @returns {true}
 */
export function watchCell(state, pressed, more = {}, own = {}) {
  const { model, act } = state;
  let tries = 0,
    told = "";
  /** @type {(() => void) | null} */
  let left = null;
  const typing = (/** @type {KeyboardEvent} */ e) => {
    const at = e.composedPath()[0];
    return at instanceof HTMLElement && (at.matches("input, textarea, select") || at.isContentEditable);
  };
  const heard = (/** @type {any} */ e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || typing(e) || inGrid(e)) return;
    const focus = e.composedPath()[0],
      pushed = focus instanceof Element && focus.closest("button, [role=option]");
    if (!pressed(e, !!pushed)) return;
    e.preventDefault();
    e.stopPropagation();
  };
  const paint = () => {
    const theme = themeOf(model),
      box = state.box();
    if (box) box.setAttribute("data-theme", theme);
    if (theme !== told) {
      told = theme;
      tell();
    }
  };
  const tell = () => {
    const box = state.box();
    if (box) nameBoards(box, own.board?.() ?? "Board. Tab and Escape leave.");
    act("shown", { theme: told, ...own.tells?.() });
  };
  /** @type {number[]} */
  let later = []; // a page of a server may hear of the canvases only after it has shown the bar: it tells again
  const attach = () => {
    const box = state.box();
    if (!box) {
      if (tries++ < 600) requestAnimationFrame(attach);
      return;
    }
    box.tabIndex = 0;
    box.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab must not take these keys for its own
    const all = Object.entries({ keydown: heard, ...more });
    for (const [name, listener] of all) box.addEventListener(name, listener, true);
    // On a page of ours keys count before anything was clicked, but for those that scroll it.
    const loose = (/** @type {KeyboardEvent} */ e) => {
      if (e.target === document.body && !("jpThemeLight" in document.body.dataset) && !SCROLLS.has(e.key))
        if (!e.defaultPrevented) heard(e);
    };
    document.addEventListener("keydown", loose);
    const deaf = hearBoard(box, act, own.pen ?? null),
      undone = own.attached?.(box),
      unfit = fitted(box);
    left = () => {
      deaf();
      unfit();
      undone?.();
      document.removeEventListener("keydown", loose);
      for (const [name, listener] of all) box.removeEventListener(name, listener, true);
    };
    paint();
    later = [300, 600, 1200, 3000, 8000].map((ms) => setTimeout(tell, ms));
  };
  const watch = new MutationObserver(paint),
    query = matchMedia("(prefers-color-scheme: dark)");
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  query.addEventListener("change", paint);
  model.on("change:theme", paint);
  state.onEnd(() => {
    tries = 1e9;
    later.forEach(clearTimeout);
    watch.disconnect();
    query.removeEventListener("change", paint);
    model.off("change:theme", paint);
    left?.();
  });
  attach();
  return true;
}
// A lesson or an editor on a page of its own is no higher than the screen, or than 900: the board gives way first, then
// what lies below it and beside it scrolls. In one column all keep their own height. (The dashboard has more parts, and
// shares its room out itself.)
const LEAST = { board: 460, foot: 120 };
/** @type {(box: HTMLElement) => () => void} */
function fitted(box) {
  const around = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--theo-around"));
  const fits = box.closest(".theo-lesson, .theo-editor");
  if (!fits || !around()) return () => {};
  const share = () => {
    const one = getComputedStyle(box).gridTemplateColumns.split(" ").length < 2,
      foot = box.querySelector(".theo-foot"),
      bar = box.querySelector(".theo-at-bar");
    const room = Math.max(900, innerHeight) - around() - (bar instanceof HTMLElement ? bar.offsetHeight : 0) - 24;
    const own = foot instanceof HTMLElement ? foot.offsetHeight : 0,
      below = Math.min(own, Math.max(LEAST.foot, room - LEAST.board));
    for (const [name, px] of /** @type {[string, number][]} */ ([
      ["--foot", below < own ? below : 0],
      ["--most", room - (own ? below : 0)],
      ["--beside", room],
    ]))
      one || !px ? box.style.removeProperty(name) : box.style.setProperty(name, `${Math.round(px)}px`);
  };
  const sizes = new ResizeObserver(share);
  for (const part of box.querySelectorAll(".theo-at-bar, .theo-foot")) sizes.observe(part);
  sizes.observe(document.documentElement);
  addEventListener("resize", share);
  return () => {
    sizes.disconnect();
    removeEventListener("resize", share);
  };
}
/** @type {(d: any, act: Act) => HTMLElement | null} */
export const errorStrip = (d, act) =>
  d.error
    ? h(
        "div",
        { class: "strip-error", role: "alert" },
        cross(),
        span("grow", d.error),
        button("btn small", () => act("calm"), {}, "Close"),
      )
    : null;
// One event as a row, without a board to stand at it.
/** @type {(r: any, act: Act) => HTMLElement} */
export const eventRow = (r, act) =>
  h(
    "div",
    { class: `row ${r.d ? "" : "d0"} ${r.who === "not used" ? "unused" : ""}`, style: { "--d": r.d } },
    span(
      "act",
      dot(r.who),
      span(
        "say-fg",
        span("say", r.say),
        span(
          "fg",
          r.dice.length ? dice(r.dice, r.dice.length > 10 ? 12 : 14) : "",
          r.fig && r.dice.length < 5 ? span("", minus(r.fig)) : "",
        ),
      ),
    ),
    ruleId(r.rule, act),
  );
