// @ts-check
// The curtain between people who pass one screen on: who is to take it. Behind it the page has nothing but what a
// spectator sees.
/** @import { CurtainModel, Panel } from "./types.js" */
import { head } from "./common.js";
import { button, h, span } from "./dom.js";
import { token } from "./signs.js";

/** @type {Panel<CurtainModel>} */
export const curtain = (d, { act }) => {
  const first = d.seats[0];
  const others = d.seats.filter((row) => !(d.one && row === first));
  return [
    head("Pass the screen on", ""),
    h(
      "div",
      { class: "curtain", role: "status" },
      d.one && first?.t ? token(first.t, 44) : null,
      h("p", { class: "q" }, d.asked ? `The screen is for ${d.asked}` : "Whose turn is it to look?"),
      h("p", { class: "s2" }, "Now it shows only what everybody may see."),
      d.one && first
        ? button("btn solid", () => act("lift", { seat: first.seat }), { "data-keep": "lift" }, `I am ${first.name}`)
        : null,
    ),
    others.length
      ? h(
          "div",
          { class: "curtain-others" },
          span("s3 sm", d.one ? "Somebody else wants to look:" : "Who takes it?"),
          others.map((row) =>
            button(
              "btn line",
              () => act("lift", { seat: row.seat }),
              { "data-keep": `lift-${row.seat}` },
              row.t ? token(row.t, 18) : null,
              `I am ${row.name}`,
            ),
          ),
        )
      : null,
  ];
};
