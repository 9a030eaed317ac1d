// @ts-check
// Help everywhere: the pointer rests on a thing, or I is pressed where the focus is, and a card beside it says what it
// is. The kernel is asked for the card alone; nothing else is drawn.
/** @import { Act, State } from "./types.js" */
/** @import { Box } from "./place.js" */
/**
 * @typedef {{ for: string, t: any, name: string, sub: string, rows: [string, string][], text: string, note: string,
 *   says: [string, string][], rules: string[], icons?: Record<string, string> }} HelpCard
 * @typedef {{ key: string, box: () => Box, ask: Record<string, unknown> }} Spot what is pointed at
 */
import { button, h } from "./dom.js";
import { beside, put, raise } from "./place.js";
import { token } from "./signs.js";
import { STYLE } from "./style.js";

const RESTS = 450, // milliseconds until the card comes
  GRACE = 260, // milliseconds in which the pointer may cross over to the card
  TOKEN = 22; // pixels round a point of the board that are taken for the thing
/** @type {(d: HelpCard, act: Act) => HTMLElement} */
const drawn = (d, act) =>
  h(
    "aside",
    { class: "help-card", role: "tooltip" },
    h(
      "div",
      { class: "help-h" },
      d.t ? token(d.t, 26) : null,
      h("div", {}, h("b", {}, d.name), d.sub ? h("p", { class: "s2 sm" }, d.sub) : null),
    ),
    d.rows.length
      ? h(
          "dl",
          {},
          d.rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
        )
      : null,
    d.text || d.note
      ? h("p", { class: "help-t" }, d.text, d.note ? h("span", { class: "s2" }, ` ${d.note}`) : null)
      : null,
    d.says.map(([name, text]) => h("p", { class: "help-t" }, name ? h("b", {}, `${name}. `) : null, text)),
    d.rules.length
      ? h(
          "p",
          { class: "help-r" },
          d.rules.map((id) => button("rid", () => act("rule", { id }), { title: `Rule ${id}` }, id)),
        )
      : null,
  );

/**
 * `busy()` is true while something else lies open beside the pointer: then no card comes.
 * @typedef {{ end: () => void, hide: () => void, key: (e: KeyboardEvent) => boolean }} Helps
 * @type {(box: HTMLElement, state: State, busy: () => boolean) => Helps}
 */
export function helpOn(box, { model, act, root }, busy) {
  /** @type {Spot | null} */
  let spot = null;
  /** @type {HTMLElement | null} */
  let card = null;
  let q = 0,
    rests = 0,
    leaves = 0,
    pressed = false;
  const hide = () => {
    clearTimeout(rests);
    clearTimeout(leaves);
    spot = null;
    q++;
    card?.remove();
    card = null;
  };
  const ask = () => {
    if (spot) act("help", { q: ++q, ...spot.ask });
  };
  const show = (/** @type {HelpCard | null} */ d) => {
    card?.remove();
    card = null;
    if (!d || !spot || busy()) return;
    STYLE.icons = { ...STYLE.icons, ...d.icons };
    card = drawn(d, act);
    card.addEventListener("pointerenter", () => clearTimeout(leaves));
    card.addEventListener("pointerleave", soon);
    root.append(card);
    raise(card);
    const { x, y } = beside(spot.box(), card.offsetWidth, card.offsetHeight);
    put(card, x, y);
  };
  const soon = () => {
    clearTimeout(leaves);
    leaves = setTimeout(hide, GRACE);
  };
  const round = (/** @type {number} */ x, /** @type {number} */ y) => () => ({
    left: x - TOKEN,
    right: x + TOKEN,
    top: y - TOKEN,
    bottom: y + TOKEN,
  });
  // What stands under a node: its own word for what it is, a thing of the accessible board, a point of the canvas.
  /** @type {(at: EventTarget | undefined, e: PointerEvent | null) => Spot | null} */
  const under = (at, e) => {
    if (!(at instanceof Element)) return null;
    const named = at.closest("[data-help], [data-target]");
    const one = named?.getAttribute("data-help"), // a name in it may have spaces
      target = one || named?.getAttribute("data-target");
    if (named && target)
      return {
        key: target,
        box: () => named.getBoundingClientRect(),
        ask: { targets: one ? [one] : target.split(" ") },
      };
    const board = at.closest("canvas.theo-at-board");
    if (!board) return null;
    const r = board.getBoundingClientRect();
    if (!e)
      return {
        key: "focus",
        box: round(r.left + r.width / 2, r.top + r.height / 3),
        ask: { focus: true },
      };
    const [x, y] = [(e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height];
    // The same thing as long as the pointer stays by it.
    const still = spot?.key === "board" && inside(spot.box(), e.clientX, e.clientY);
    return still ? spot : { key: "board", box: round(e.clientX, e.clientY), ask: { x, y } };
  };
  const inside = (/** @type {Box} */ b, /** @type {number} */ x, /** @type {number} */ y) =>
    x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
  const moved = (/** @type {PointerEvent} */ e) => {
    if (e.pointerType === "touch" || pressed || busy()) return;
    const on = e.composedPath()[0];
    if (card && on instanceof Node && card.contains(on)) return;
    const next = under(on, e);
    if (next && spot && (next === spot || (next.key === spot.key && next.key !== "board"))) {
      clearTimeout(leaves);
      if (!card) {
        clearTimeout(rests);
        rests = setTimeout(ask, RESTS);
      }
      return;
    }
    clearTimeout(rests);
    if (card && !next) {
      soon();
      return;
    }
    if (card) hide();
    spot = next;
    if (spot) rests = setTimeout(ask, RESTS);
  };
  const left = () => (card ? soon() : hide());
  const down = (/** @type {PointerEvent} */ e) => {
    const on = e.composedPath()[0];
    pressed = true;
    if (!card || !(on instanceof Node && card.contains(on))) hide();
  };
  const up = () => {
    pressed = false;
  };
  const told = (/** @type {any} */ message) => {
    if (message?.do === "help" && message.q === q) show(message.card);
  };
  const scrolled = (/** @type {Event} */ e) => {
    if (card && !(e.target instanceof Node && card.contains(e.target))) hide();
  };
  const all = /** @type {const} */ ([
    ["pointermove", moved],
    ["pointerleave", left],
    ["pointerdown", down],
    ["pointerup", up],
    ["scroll", scrolled],
    ["wheel", scrolled],
  ]);
  for (const [name, listener] of all)
    box.addEventListener(name, /** @type {EventListener} */ (listener), { capture: true, passive: true });
  // Escape puts the card away wherever the focus is, and does nothing else then.
  const away = (/** @type {KeyboardEvent} */ e) => {
    if (e.key !== "Escape" || !card) return;
    hide();
    e.preventDefault();
    e.stopPropagation();
  };
  addEventListener("keydown", away, true);
  model.on("msg:custom", told);
  return {
    hide,
    end: () => {
      hide();
      removeEventListener("keydown", away, true);
      model.off("msg:custom", told);
      for (const [name, listener] of all)
        box.removeEventListener(name, /** @type {EventListener} */ (listener), { capture: true });
    },
    // I asks what has the focus, and puts the card away again. True where it was heard.
    key: (e) => {
      if (e.key.toLowerCase() !== "i") return false;
      if (card) {
        hide();
        return true;
      }
      const at = e.composedPath()[0];
      const within = at instanceof Element ? at.querySelector("[data-help]") : null;
      spot = under(at, null) || (at !== box && within ? under(within, null) : null);
      if (!spot) {
        const board = box.querySelector("canvas.theo-at-board");
        spot = board ? under(board, null) : null;
      }
      ask();
      return true;
    },
  };
}
