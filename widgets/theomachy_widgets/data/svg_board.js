// @ts-check

// The board as SVG, built from plain data. Text is set as text and attributes from a closed list; nothing is parsed as
// markup. Data are compared with data: what has not changed stays the very element that it was, so that a click costs
// what it changes, and a pointer or a reader that rests on something is not disturbed.
/** @import { Model } from "../panels/types.js" */
import { settle } from "../panels/common.js";

/** @typedef {[tag: string, attrs: Record<string, string>, text: string, children: Grown[]]} Grown an element as data */
/**
 * What can be reached: its target, area and label, whether it can be chosen and is, and its circle or its outline;
 * `more` are other areas that it belongs to, and a pointer goes through what is `quiet`.
 * @typedef {{ t: string, a: number, l: string, on: boolean, sel: boolean, c?: number[], d?: string, more?: number[],
 *   quiet?: boolean }} Thing
 */
const NS = /** @type {const} */ ("http://www.w3.org/2000/svg");
const TAGS = new Set(["g", "defs", "path", "circle", "text", "use", "clipPath"]);
const ATTRS = new Set([
  "id",
  "class",
  "d",
  "x",
  "y",
  "cx",
  "cy",
  "r",
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "transform",
  "clip-path",
  "href",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "paint-order",
]);
// Each widget has a module of its own, so what counts the boards of a page stands in none of them.
const count = () => {
  const page = /** @type {{ theomachyBoards?: number }} */ (globalThis);
  page.theomachyBoards = (page.theomachyBoards || 0) + 1;
  return page.theomachyBoards;
};

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} attrs
 * @param {Element} [parent]
 * @returns {SVGElementTagNameMap[T]}
 */
function make(tag, attrs, parent) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attrs)) node.setAttribute(name, String(value));
  if (parent) parent.append(node);
  return node;
}

// Ids are made unique for each board on the page, and references may only point into it. What is no element of a board
// is left out.
/** @type {(data: Grown, mark: string) => Element[]} */
function grow([tag, attrs, text, children], mark) {
  if (!TAGS.has(tag)) return [];
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (!ATTRS.has(name)) continue;
    if (name === "id") node.setAttribute("id", mark + value);
    else if (name === "href") {
      if (value.startsWith("#")) node.setAttribute("href", `#${mark}${value.slice(1)}`);
    } else if (name === "clip-path") {
      const to = /^url\(#([\w-]+)\)$/.exec(value);
      if (to) node.setAttribute("clip-path", `url(#${mark}${to[1]})`);
    } else node.setAttribute(name, value);
  }
  if (text) node.textContent = text;
  node.append(...children.flatMap((child) => grow(child, mark)));
  return [node];
}

// What was drawn in an element, by its data.
/** @type {WeakMap<Element, Map<string, Element[]>>} */
const drawn = new WeakMap();
// Draw these things in an element and no others. Layers stay, whatever lies in them.
/** @type {(parent: Element, data: Grown[], mark: string, layers?: boolean) => void} */
function renew(parent, data, mark, layers = false) {
  const old = drawn.get(parent),
    now = /** @type {Map<string, Element[]>} */ (new Map());
  const kids = data.flatMap((each) => {
    const [tag, attrs, , children] = each,
      key = JSON.stringify(layers ? [tag, attrs] : each),
      kept = old?.get(key)?.shift(),
      nodes = kept ? [kept] : grow(layers ? [tag, attrs, "", []] : each, mark);
    if (layers) for (const node of nodes) renew(node, children, mark);
    now.set(key, [...(now.get(key) || []), ...nodes]);
    return nodes;
  });
  drawn.set(parent, now);
  settle(parent, kids);
}

/** @param {{ model: Model, el: HTMLElement }} widget */
export function render({ model, el }) {
  const mark = `th${count()}-`;
  const frame = document.createElement("div");
  frame.className = "theomachy-svg-board";
  const svg = make("svg", { role: "application", "aria-roledescription": "board" });
  const ground = make("g", { "aria-hidden": "true" }, svg);
  const play = make("g", { "aria-hidden": "true" }, svg);
  const hits = make("g", { role: "listbox" }, svg);
  const said = document.createElement("div");
  said.className = "theomachy-said";
  said.setAttribute("role", "status");
  const strip = document.createElement("div");
  strip.className = "theomachy-strip";
  strip.setAttribute("role", "alert");
  frame.append(svg, said, strip);
  el.append(frame);
  let here = "";
  let home = -1; // the area whose things the keys go through: a border belongs to two
  /** @type {Thing[]} */
  let things = [];

  function box() {
    const b = model.get("box");
    svg.setAttribute("viewBox", `0 0 ${b.w} ${b.h}`);
    svg.setAttribute("width", b.w);
    svg.setAttribute("height", b.h);
    svg.setAttribute("aria-label", `${b.title}. ${b.text}`);
    hits.setAttribute("aria-label", b.title);
    frame.style.setProperty("--th-focus", b.focus);
    frame.style.setProperty("--th-paper", b.paper);
    frame.style.setProperty("--th-bad", b.bad);
    frame.style.setProperty("--th-bad-soft", b.bad_soft);
  }
  /** @type {Map<string, { node: SVGGraphicsElement, told: string }>} */
  let known = new Map(); // by target: its element, and what that says
  /** @type {(t: Thing) => { node: SVGGraphicsElement, told: string }} */
  function thing(t) {
    const told = JSON.stringify(t),
      before = known.get(t.t);
    if (before?.told === told) return before;
    const tag = t.c ? "circle" : "path",
      node = before?.node.tagName === tag ? before.node : make(tag, { role: "option" });
    const attrs = {
      ...(t.c ? { cx: t.c[0], cy: t.c[1], r: t.c[2] } : { d: t.d, "fill-rule": "evenodd" }),
      class: `th-hit${t.on ? " th-on" : ""}${t.quiet ? " th-quiet" : ""}`,
      "aria-label": t.l,
      "aria-selected": t.sel,
      "data-target": t.t,
    };
    for (const [name, value] of Object.entries(attrs))
      if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
    return { node, told };
  }
  // An element stays as long as its thing is there: who rests on it by key or pointer goes on doing so.
  function reach() {
    const focused = svg.contains(document.activeElement),
      label = nodeOf(here)?.getAttribute("aria-label");
    things = model.get("reach");
    if (!things.some((t) => t.t === here)) here = (things.find((t) => t.on) || things[0])?.t || "";
    known = new Map(things.map((t) => [t.t, thing(t)]));
    for (const { node } of known.values()) {
      const tab = node.dataset.target === here ? "0" : "-1";
      if (node.getAttribute("tabindex") !== tab) node.setAttribute("tabindex", tab);
    }
    settle(hits, nodes());
    if (!focused) return;
    if (document.activeElement !== nodeOf(here)) go(here);
    else if (label !== nodeOf(here)?.getAttribute("aria-label")) tell(here);
  }
  const nodes = () => [...known.values()].map(({ node }) => node);
  const nodeOf = (/** @type {string} */ target) => known.get(target)?.node;
  /** @type {(target: string) => void} */
  function tell(target) {
    said.textContent = nodeOf(target)?.getAttribute("aria-label") || "";
  }
  const of = (/** @type {Thing} */ t, /** @type {number} */ area) => t.a === area || (t.more || []).includes(area);
  /** @type {(target: string) => void} */
  function stand(target) {
    const thing = things.find((t) => t.t === target);
    if (thing && !of(thing, home)) home = thing.a;
    here = target;
  }
  /** @type {(target: string) => void} */
  function go(target) {
    const old = nodeOf(here),
      node = nodeOf(target);
    if (!node) return;
    if (old) old.setAttribute("tabindex", "-1");
    stand(target);
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
  }
  /** @type {(node: SVGGraphicsElement) => [x: number, y: number]} */
  function centre(node) {
    const b = node.getBBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  }
  // The nearest thing of the same sort in a direction: straight ahead counts more than sideways.
  /** @type {(dx: number, dy: number) => void} */
  function ahead(dx, dy) {
    const from = nodeOf(here);
    if (!from) return;
    const [x, y] = centre(from),
      sort = here.split(":")[0];
    let best = "";
    let price = Infinity;
    for (const node of nodes()) {
      const target = node.dataset.target || "";
      if (node === from || target.split(":")[0] !== sort) continue;
      const [u, v] = centre(node),
        along = (u - x) * dx + (v - y) * dy,
        aside = Math.abs((u - x) * dy - (v - y) * dx);
      if (along <= 1 || aside > along * 2.2) continue;
      if (along + 2 * aside < price) {
        best = target;
        price = along + 2 * aside;
      }
    }
    if (best) go(best);
  }
  /** @type {(step: number) => void} */
  function round(step) {
    const list = things.filter((t) => t.on),
      all = list.length ? list : things;
    if (!all.length) return;
    const i = all.findIndex((t) => t.t === here);
    go(all[i < 0 ? 0 : (i + step + all.length) % all.length].t);
  }
  /** @type {(step: number) => void} */
  function inner(step) {
    const mine = things.find((t) => t.t === here);
    if (!mine) return;
    const area = of(mine, home) ? home : mine.a,
      group = things.filter((t) => of(t, area)),
      i = group.indexOf(mine);
    go(group[(i + step + group.length) % group.length].t);
  }
  /** @type {(target: string, x: number, y: number) => void} */
  function pick(target, x, y) {
    if (target) here = target;
    model.send({ event: "pick", target, x, y, stamp: model.get("stamp") });
  }
  /** @type {(event: MouseEvent) => [x: number, y: number]} */
  function point(event) {
    const m = svg.getScreenCTM();
    if (!m) return [-1, -1];
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse());
    return [p.x, p.y];
  }
  const targetOf = (/** @type {Event} */ event) => {
    const hit = event.target instanceof Element ? event.target.closest(".th-hit") : null;
    return hit instanceof SVGElement ? hit.dataset.target || "" : "";
  };
  // A stroke joins two things: a drag with the pointer, or Shift and Enter on the one and then on the other.
  let pressed = "",
    begun = "";
  const stroke = (/** @type {string} */ from, /** @type {string} */ to) =>
    model.send({ event: "stroke", from, to, stamp: model.get("stamp") });
  svg.addEventListener("pointerdown", (event) => {
    pressed = targetOf(event);
  });
  svg.addEventListener("pointerup", (event) => {
    const to = targetOf(event);
    if (pressed && to && to !== pressed) stroke(pressed, to);
  });
  function join() {
    if (begun && begun !== here) stroke(begun, here);
    begun = begun ? "" : here;
    said.textContent = begun ? `from ${nodeOf(here)?.getAttribute("aria-label") || ""}` : "";
  }
  svg.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (target) go(target);
    pick(target, ...point(event));
  });
  let over = "";
  const hover = (/** @type {string} */ target) => {
    if (target !== over) {
      over = target;
      model.send({ event: "hover", target });
    }
  };
  svg.addEventListener("pointerover", (event) => hover(targetOf(event)));
  svg.addEventListener("pointerleave", () => hover(""));
  // (A listener of the group itself would make Chromium stop at it.)
  frame.addEventListener("focusin", (event) => {
    const target = targetOf(event);
    if (target) {
      stand(target);
      tell(target);
    }
  });
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => ahead(-1, 0),
      ArrowRight: () => ahead(1, 0),
      ArrowUp: () => ahead(0, -1),
      ArrowDown: () => ahead(0, 1),
      PageDown: () => round(1),
      PageUp: () => round(-1),
      "+": () => inner(1),
      "-": () => inner(-1),
      Home: () => go(things[0]?.t || ""),
      Escape: () => {
        const mine = things.find((t) => t.t === here);
        if (mine) go(`area:${of(mine, home) ? home : mine.a}`);
      },
    };
    if ((event.key === "Enter" || event.key === " ") && !event.shiftKey) {
      const node = nodeOf(here);
      if (node) pick(here, ...centre(node));
    } else if (event.key === "Enter") join();
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function error() {
    strip.textContent = model.get("strip");
    strip.hidden = !model.get("strip");
  }
  const listen = {
    "change:box": box,
    "change:ground": () => renew(ground, model.get("ground"), mark, true),
    "change:play": () => renew(play, model.get("play"), mark, true),
    "change:reach": reach,
    "change:strip": error,
  };
  for (const [name, action] of Object.entries(listen)) {
    model.on(name, action);
    action();
  }
  return () => {
    for (const [name, action] of Object.entries(listen)) model.off(name, action);
  };
}
