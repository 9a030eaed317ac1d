// @ts-check
// Where the printed ways of a board lead, and who waits there. On a wide page, whose board shows both ends, the rows
// come into sight with the keyboard.
/** @import { BoardWay, Panel, WaysModel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { token } from "./signs.js";

/** @type {Panel<WaysModel>} */
export const ways = (d, { act }) => {
  const row = (/** @type {BoardWay} */ w) => {
    const to = w.ends.join(", "),
      serves = w.serves ? `, for ${w.serves}` : "",
      come = w.come ? `${w.come} can come through${serves}` : `nobody there${serves}`;
    return button(
      `way ${w.may ? "may" : ""}`,
      () => act("through", { k: w.k }),
      {
        "data-way": w.k,
        "data-keep": w.k,
        title: `To ${to}`,
        "aria-label": `${w.name} from ${w.start} to ${to}: ${come}${w.may ? ", can be chosen" : ""}`,
      },
      h("b", {}, w.name),
      span("ends", `${w.start} \u2192 ${to}`),
      span(
        "there",
        w.there.map((t) => token(t, 16)),
        span("s2", come),
      ),
    );
  };
  return h(
    "div",
    { class: `ways ${d.whole ? "whole" : ""}`, role: "group", "aria-label": "Ways between the sheets" },
    h("h2", { class: "ov" }, "Ways"),
    d.rows.map(row),
  );
};
