// A panel is a function that draws one plain model; a region is a widget that holds a few panels.
import { settle, themeOf } from "./common.js";
import { h } from "./dom.js";
import { STYLE } from "./style.js";

// Redraw a panel and leave the person where he was: the field that had the focus, and how far a list was scrolled.
export function redraw(section, draw) {
  const scope = section.getRootNode(),
    active = scope.activeElement;
  const key = active && section.contains(active) ? active.getAttribute("data-keep") : null;
  const caret = key && "selectionStart" in active ? [active.selectionStart, active.selectionEnd, active.value] : null;
  const inside = !key && active && section.contains(active);
  const scrolled = [...section.querySelectorAll("[data-scroll]")].map((e) => [
    e.getAttribute("data-scroll"),
    e.scrollTop,
    e.scrollLeft,
  ]);
  const kids = draw();
  section.hidden = !kids;
  settle(section, kids ? [kids].flat(Infinity).filter(Boolean) : []);
  for (const [name, top, left] of scrolled) {
    const again = section.querySelector(`[data-scroll="${name}"]`);
    if (again && again.scrollTop !== top) again.scrollTop = top;
    if (again && again.scrollLeft !== left) again.scrollLeft = left;
  }
  if (active && active === scope.activeElement) return;
  if (key) {
    const again = [...section.querySelectorAll("[data-keep]")].find((e) => e.getAttribute("data-keep") === key);
    if (again) {
      if (caret && again.value !== caret[2] && again.getAttribute("data-typed") !== null) again.value = caret[2];
      again.focus({ preventScroll: true });
      try {
        if (caret) again.setSelectionRange(caret[0], caret[1]);
      } catch {
        /* a field without a caret */
      }
    }
  } else if (inside) {
    section.closest(".theo-box")?.focus({ preventScroll: true });
  }
}

// `of` names the kind of cell that the panels belong to: what its style sheet adds is for them alone.
export function region(panels, where, of) {
  return {
    render({ model, el }) {
      const sheet = document.createElement("style");
      sheet.textContent = STYLE.look;
      const root = h("div", { class: `theo theo-${where} theo-of-${of || "dashboard"}` });
      el.append(sheet, root);
      // A message says which picture the person saw: the one that is drawn, not the one that has come and waits.
      let stamp = model.get("stamp");
      const act = (what, args) => model.send({ do: what, stamp, ...args });
      const ends = [];
      const state = { model, root, act, onEnd: (f) => ends.push(f), box: () => root.closest(".theo-box") };
      const sections = {};
      const draw = (name) => {
        const data = model.get(name),
          keep = (state[name] ||= {});
        STYLE.icons = model.get("icons");
        redraw(sections[name], () =>
          data && Object.keys(data).length ? panels[name](data, { act, keep, state, again: () => draw(name) }) : null,
        );
      };
      // What has changed is drawn with the next picture of the page, once: the board, which was sent first, goes before.
      const waits = new Set();
      const drawn = () => {
        const names_ = [...waits];
        waits.clear();
        stamp = model.get("stamp");
        names_.forEach((name) => name && draw(name));
      };
      const soon = (name) => {
        if (!waits.size) document.hidden ? setTimeout(drawn) : requestAnimationFrame(drawn);
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
        () => watch.disconnect(),
        () => query.removeEventListener("change", paint),
        () => model.off("change:theme", paint),
      );
      return () => ends.forEach((end) => end());
    },
  };
}
