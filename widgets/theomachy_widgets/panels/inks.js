// @ts-check
// The switch on the board: whose pen has written what the map shows. And a word to who plans a way in secret.
/** @import { InksModel, InkSeat, Panel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { line, token } from "./signs.js";

/** @type {Panel<InksModel>} */
export const inks = (d, { act }) => {
  const one = (/** @type {InkSeat} */ x) =>
    button(
      x.on ? "on" : "",
      () => act("ink", { k: x.k }),
      {
        role: "radio",
        "aria-checked": x.on ? "true" : "false",
        "aria-label": `Ink of ${x.name}`,
        title: x.name,
        "data-keep": `ink${x.k}`,
      },
      token(x.t, 12),
      x.letters,
    );
  return h(
    "div",
    { class: "leg" },
    d.seats
      ? h(
          "div",
          { class: "seg", role: "radiogroup", "aria-label": "Ink of" },
          span("seg-h", line("pen"), "Ink of"),
          d.seats.map(one),
          button(
            d.none ? "on" : "",
            () => act("ink", { k: -1 }),
            { role: "radio", "aria-checked": d.none ? "true" : "false", "data-keep": "ink-1" },
            "none",
          ),
        )
      : null,
    d.alone ? h("p", { class: "sm alone" }, line("lock"), "Only you see this way") : null,
  );
};
