// @ts-check
// A panel is a function that draws one plain model; a region is a widget that holds a few panels.
/** @import { Act, Kid, Model, Panel, State } from "./types.js" */
import { settle, themeOf } from "./common.js";
import { flat, h } from "./dom.js";
import { presses } from "./press.js";
import { STYLE } from "./style.js";

// What has newly been chosen in a list comes into sight: the list scrolls, never the page.
function inSight(/** @type {HTMLElement} */ section) {
  const row = section.querySelector("[data-scroll] > [data-sight]"),
    list = row?.parentElement,
    name = row?.getAttribute("data-keep") || "";
  if (row instanceof HTMLElement && list && name !== section.dataset.sight) {
    const [r, l] = [row.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, r.top - l.top) || Math.max(0, r.bottom - l.bottom);
  }
  section.dataset.sight = name;
}

// Redraw a panel and leave the person where he was: the field that had the focus, and how far a list was scrolled.
/** @type {(section: HTMLElement, draw: () => Kid) => void} */
export function redraw(section, draw) {
  const scope = /** @type {Document | ShadowRoot} */ (section.getRootNode());
  const active = scope.activeElement;
  const key = active && section.contains(active) ? active.getAttribute("data-keep") : null;
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null;
  const caret = key && field ? { start: field.selectionStart, end: field.selectionEnd, text: field.value } : null;
  const inside = active && section.contains(active);
  const scrolled = [...section.querySelectorAll("[data-scroll]")].map((e) => ({
    name: e.getAttribute("data-scroll"),
    top: e.scrollTop,
    left: e.scrollLeft,
  }));
  const kids = draw();
  section.hidden = !kids;
  settle(section, kids ? flat([kids]).filter(Boolean) : []);
  for (const { name, top, left } of scrolled) {
    const again = section.querySelector(`[data-scroll="${name}"]`);
    if (again && again.scrollTop !== top) again.scrollTop = top;
    if (again && again.scrollLeft !== left) again.scrollLeft = left;
  }
  inSight(section);
  if (active && active === scope.activeElement) return;
  const fields = /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-keep]"));
  const again = key ? [...fields].find((e) => e.getAttribute("data-keep") === key) : null;
  if (again) {
    const typed = again instanceof HTMLInputElement || again instanceof HTMLTextAreaElement ? again : null;
    if (caret && typed && typed.value !== caret.text && typed.getAttribute("data-typed") !== null)
      typed.value = caret.text;
    again.focus({ preventScroll: true });
    try {
      if (caret && typed) typed.setSelectionRange(caret.start, caret.end);
    } catch {
      /* a field without a caret */
    }
  } else if (inside) {
    // What had the focus is gone: the keys of the table stay at hand.
    /** @type {HTMLElement | null} */ (section.closest(".theo-box"))?.focus({ preventScroll: true });
  }
}

// `of` names the kind of cell that the panels belong to: what its style sheet adds is for them alone.
/** @type {(panels: Record<string, Panel>, where: string, of?: string) => object} */
export function region(panels, where, of) {
  return {
    render(/** @type {{ model: Model, el: HTMLElement }} */ { model, el }) {
      const sheet = document.createElement("style");
      sheet.textContent = STYLE.look;
      const root = h("div", { class: `theo theo-${where} theo-of-${of || "dashboard"}` });
      el.append(sheet, root);
      // A message says which picture the person saw: the one that is drawn, not the one that has come and waits.
      let stamp = model.get("stamp");
      /** @type {Act} */
      const act = (what, args) => model.send({ do: what, stamp, ...args });
      /** @type {(() => void)[]} */
      const ends = [];
      /** @type {State} */
      const state = { model, root, act, onEnd: (f) => ends.push(f), box: () => root.closest(".theo-box"), kept: {} };
      /** @type {Record<string, HTMLElement>} */
      const sections = {};
      const draw = (/** @type {string} */ name) => {
        state.kept[name] ||= {};
        const data = model.get(name),
          keep = state.kept[name];
        STYLE.icons = model.get("icons");
        redraw(sections[name], () =>
          data && Object.keys(data).length ? panels[name](data, { act, keep, state, again: () => draw(name) }) : null,
        );
      };
      // What has changed is drawn with the next picture of the page, once: the board, which was sent first, goes
      // before.
      /** @type {Set<string>} */
      const waits = new Set();
      const drawn = () => {
        if (press.held()) return;
        const names_ = [...waits];
        waits.clear();
        stamp = model.get("stamp");
        for (const name of names_) if (name) draw(name);
      };
      const wake = () => (document.hidden ? setTimeout(drawn) : requestAnimationFrame(drawn));
      const press = presses(root, () => waits.size && wake());
      const soon = (/** @type {string} */ name) => {
        if (!waits.size && !press.held()) wake();
        waits.add(name);
      };
      const paint = () => root.setAttribute("data-theme", themeOf(model));
      paint();
      for (const name of Object.keys(panels)) {
        sections[name] = h("section", { "data-panel": name });
        root.append(sections[name]);
        draw(name);
        const changed = () => soon(name);
        model.on(`change:${name}`, changed);
        ends.push(() => model.off(`change:${name}`, changed));
      }
      const counted = () => soon("");
      model.on("change:stamp", counted);
      ends.push(() => model.off("change:stamp", counted));
      const watch = new MutationObserver(paint),
        query = matchMedia("(prefers-color-scheme: dark)");
      watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
      query.addEventListener("change", paint);
      model.on("change:theme", paint);
      ends.push(
        () => waits.clear(),
        () => press.end(),
        () => watch.disconnect(),
        () => query.removeEventListener("change", paint),
        () => model.off("change:theme", paint),
      );
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
