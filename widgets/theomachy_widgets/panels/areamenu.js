// @ts-check
// The menu of a thing on the board: what can be asked of it. It comes by the right button, or by Shift F10 where the
// focus is; the kernel says what is in it. Arrows go through it, Enter chooses, Escape puts it away.
/** @import { Act, AreaMenu, AreaMenuRow, State } from "./types.js" */
/** @import { Box } from "./place.js" */
import { button, h, span } from "./dom.js";
import { beside, put, raise } from "./place.js";
import { line } from "./signs.js";

/** @type {(e: EventTarget | undefined) => { board: Element | null, target: string }} */
const on = (at) => {
  if (!(at instanceof Element)) return { board: null, target: "" };
  return {
    board: at.closest("canvas.theo-at-board"),
    target: at.closest(".theo-at-board [data-target]")?.getAttribute("data-target") || "",
  };
};

/**
 * @typedef {object} Menu
 * @property {() => void} end
 * @property {() => void} focused
 * @property {(e: MouseEvent) => void} open
 * @property {() => boolean} shown
 * @property {(e: KeyboardEvent) => boolean} key true for a key that is the menu's alone
 */
/** @type {(box: HTMLElement, state: State, comes: () => void) => Menu} */
export function menuOn(box, { model, act, root }, comes) {
  /** @type {HTMLElement | null} */
  let pop = null;
  /** @type {() => Box} */
  let at = () => box.getBoundingClientRect();
  let q = 0;
  const hide = (back = false) => {
    if (!pop) return;
    const had = pop.contains(/** @type {Document | ShadowRoot} */ (pop.getRootNode()).activeElement);
    pop.remove();
    pop = null;
    if (back && had) box.focus({ preventScroll: true });
  };
  const ask = (/** @type {() => Box} */ where, /** @type {Record<string, unknown>} */ what) => {
    hide();
    at = where;
    act("areamenu", { q: ++q, ...what });
  };
  const choose = (/** @type {AreaMenuRow} */ row) => {
    hide(true);
    act(row.act, row.args);
  };
  // The box hears keys before what lies in it: as long as the menu is open, it asks here first. A letter that does
  // something puts the menu away and does it; a number is no answer to what is asked behind it.
  const key = (/** @type {KeyboardEvent} */ e) => {
    if (!pop) return false;
    const way = { ArrowDown: 1, ArrowUp: -1, Tab: e.shiftKey ? -1 : 1 }[e.key];
    if (e.key === "Escape") hide(true);
    else if (way) {
      const rows = [...pop.querySelectorAll("button")],
        now = rows.indexOf(/** @type {HTMLButtonElement} */ (e.composedPath()[0]));
      rows[(now + way + rows.length) % rows.length].focus();
    } else if (!/^[0-9]$/.test(e.key) && !e.key.startsWith("Arrow")) {
      if (e.key.length === 1 && e.key !== " ") hide(true);
      return false;
    }
    return true;
  };
  const told = (/** @type {any} */ message) => {
    if (message?.do !== "areamenu" || message.q !== q) return;
    const menu = /** @type {AreaMenu} */ (message);
    hide();
    if (menu.rows.length < 2) return menu.rows.length ? choose(menu.rows[0]) : undefined;
    comes();
    pop = h(
      "div",
      { class: "area-menu", role: "menu", "aria-label": menu.name },
      h("p", { class: "ov" }, menu.name),
      menu.rows.map((row) =>
        button(
          "",
          () => choose(row),
          { role: "menuitem" },
          line(row.icon),
          h("span", {}, row.label),
          span("s3", row.key),
        ),
      ),
    );
    root.append(pop);
    raise(pop);
    const { x, y } = beside(at(), pop.offsetWidth, pop.offsetHeight);
    put(pop, x, y);
    pop.querySelector("button")?.focus({ preventScroll: true });
  };
  const away = (/** @type {Event} */ e) => {
    if (pop && !(e.composedPath()[0] instanceof Node && pop.contains(/** @type {Node} */ (e.composedPath()[0]))))
      hide();
  };
  for (const name of ["pointerdown", "wheel"]) addEventListener(name, away, { capture: true, passive: true });
  model.on("msg:custom", told);
  return {
    key,
    shown: () => !!pop,
    end: () => {
      hide();
      for (const name of ["pointerdown", "wheel"]) removeEventListener(name, away, { capture: true });
      model.off("msg:custom", told);
    },
    open: (e) => {
      const { board, target } = on(e.composedPath()[0]);
      if (!board && !target) return;
      e.preventDefault();
      e.stopPropagation();
      const here = () => ({ left: e.clientX, right: e.clientX, top: e.clientY, bottom: e.clientY });
      if (target) return ask(here, { target });
      const r = /** @type {Element} */ (board).getBoundingClientRect();
      ask(here, { x: (e.clientX - r.left) / r.width, y: (e.clientY - r.top) / r.height });
    },
    // What has the focus on the accessible board; else what is aimed at.
    focused: () => {
      const focus = /** @type {Document | ShadowRoot} */ (box.getRootNode()).activeElement,
        { target } = on(focus || undefined),
        spot = target ? focus : box.querySelector(".theo-at-board");
      ask(
        () => {
          const r = (spot || box).getBoundingClientRect();
          return target
            ? r
            : { left: r.left + r.width / 2, right: r.left + r.width / 2, top: r.top + 40, bottom: r.top + 40 };
        },
        target ? { target } : {},
      );
    },
  };
}
