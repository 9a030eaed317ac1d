// @ts-check
// A first look in five steps: it comes once, can be left at any step, and again from the menu of help. It covers
// nothing that it speaks of, and takes no key but its own.
/** @import { State } from "./types.js" */
/** @import { Box } from "./place.js" */
import { button, h, span } from "./dom.js";
import { beside, put, raise } from "./place.js";

const SEEN = "theomachy-first-look";
/** @type {{ at: string, area?: boolean, title: string, text: string, keys: string[] }[]} */
const STEPS = [
  {
    at: "[data-panel=decision]",
    title: "What is asked",
    text: "Who has to answer what stands here, with all that is possible. A click answers, or a number.",
    keys: ["1", "Enter"],
  },
  {
    at: "canvas.theo-at-board, .theo-at-board svg",
    title: "The board answers too",
    text: "What is lit can be clicked. Rest on anything, and a card beside it says what it is, by which rule.",
    keys: ["I"],
  },
  {
    at: "canvas.theo-at-board, .theo-at-board svg",
    area: true,
    title: "Ask about any area",
    text:
      "A click shows the answers that begin there. The right button asks: the odds of a fight, what can be reached, " +
      "and which rule forbids a move.",
    keys: ["Shift F10"],
  },
  {
    at: "[data-panel=timeline]",
    title: "Nothing is lost",
    text: "Go back to any answer and give another: both lines stay, side by side.",
    keys: ["\u2190", "\u2192", "U"],
  },
  {
    at: "[data-helpmenu]",
    title: "Help is here",
    text: "All keys, and this first look again.",
    keys: ["?"],
  },
];
const remembered = () => {
  try {
    return localStorage.getItem(SEEN) !== null;
  } catch {
    return true; // a page that may keep nothing would show it each time
  }
};
const remember = () => {
  try {
    localStorage.setItem(SEEN, "1");
  } catch {
    /* it may keep nothing */
  }
};
// Not for a script that drives the browser, not where the address says `tour=0`, not twice.
export const isNew = () => !navigator.webdriver && !/[?&]tour=0\b/.test(location.search) && !remembered();
const open = /** @type {{ end: (() => void) | null }} */ ({ end: null });

/** @type {(box: HTMLElement, state: State) => () => void} */
export function tour(box, { root, model, act }) {
  open.end?.();
  let k = 0;
  /** @type {Box} where an area is on the board that there is something to ask about, once that is known */
  let part = { left: 0.3, top: 0.3, right: 0.7, bottom: 0.7 };
  const asked = Math.floor(Math.random() * 1e9);
  const told = (/** @type {any} */ message) => {
    if (message?.do !== "firstlook" || message.q !== asked || !message.box) return;
    const [left, top, right, bottom] = message.box;
    part = { left, top, right, bottom };
    place();
  };
  const ring = h("i", { class: "tour-ring" }),
    card = h("div", { class: "tour-card", role: "dialog", "aria-label": "First look" }),
    layer = h("div", { class: "tour" }, ring, card);
  const before = document.activeElement;
  const steps = STEPS.filter((step) => found(step));
  /** @type {(step: typeof STEPS[number]) => Element | null} */
  function found(step) {
    return [...box.querySelectorAll(step.at)].find((e) => e.getClientRects().length) || null;
  }
  const end = () => {
    remember();
    layer.remove();
    open.end = null;
    model.off("msg:custom", told);
    removeEventListener("resize", place);
    removeEventListener("scroll", place, true);
    removeEventListener("keydown", key, true);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  const go = (/** @type {number} */ n) => {
    if (n >= steps.length) {
      end();
      return;
    }
    k = Math.max(0, n);
    const step = steps[k];
    const next = button("btn solid", () => go(k + 1), {}, k === steps.length - 1 ? "Done" : "Next");
    card.replaceChildren(
      h("p", { class: "ov" }, `First look \u00b7 ${k + 1} of ${steps.length}`),
      h("h2", {}, step.title),
      h(
        "p",
        { class: "s2" },
        step.text,
        " ",
        step.keys.map((name) => [h("kbd", {}, name), " "]),
      ),
      h(
        "div",
        { class: "tour-foot" },
        h(
          "span",
          { class: "dots", "aria-hidden": "true" },
          steps.map((_, i) => h("i", { class: i === k ? "on" : i < k ? "was" : "" })),
        ),
        span("grow"),
        button("btn", end, { title: "Escape" }, k === steps.length - 1 ? "Leave" : "Leave out"),
        next,
      ),
    );
    found(step)?.scrollIntoView({ block: "nearest" });
    place();
    next.focus({ preventScroll: true });
  };
  function place() {
    const at = found(steps[k]);
    if (!at || !layer.isConnected) return;
    const r = at.getBoundingClientRect(),
      p = steps[k].area ? part : null;
    const spot = p
      ? {
          left: r.left + p.left * r.width,
          right: r.left + p.right * r.width,
          top: r.top + p.top * r.height,
          bottom: r.top + p.bottom * r.height,
        }
      : { left: r.left, right: r.right, top: Math.max(r.top, 0), bottom: Math.min(r.bottom, innerHeight) };
    const size = (/** @type {number} */ px) => `${Math.round(px)}px`;
    ring.style.width = size(spot.right - spot.left + 8);
    ring.style.height = size(spot.bottom - spot.top + 8);
    put(ring, spot.left - 4, spot.top - 4);
    const { x, y, side } = beside(spot, card.offsetWidth, card.offsetHeight);
    card.dataset.side = side;
    put(card, x, y);
  }
  function key(/** @type {KeyboardEvent} */ e) {
    const on = e.composedPath();
    if (e.key === "Escape") end();
    else if (on.includes(card) && (e.key === "ArrowRight" || e.key === "ArrowLeft"))
      go(k + (e.key === "ArrowRight" ? 1 : -1));
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
  if (!steps.length) return () => {};
  root.append(layer);
  raise(layer);
  addEventListener("resize", place);
  addEventListener("scroll", place, true);
  addEventListener("keydown", key, true);
  open.end = end;
  model.on("msg:custom", told);
  act("firstlook", { q: asked });
  go(0);
  return end;
}
