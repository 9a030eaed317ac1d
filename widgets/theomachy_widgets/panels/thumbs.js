// @ts-check
// All sheets as small pictures: which blocks are written. A click puts one in the place of the map, or takes it away.
/** @import { Panel, Thumb, ThumbsModel } from "./types.js" */
import { head } from "./common.js";
import { button, h, s } from "./dom.js";
import { tickMark } from "./ink.js";
import { colour } from "./signs.js";

const W = 93,
  TOP = 22,
  ROW = 14;

/** @type {Panel<ThumbsModel>} */
export const thumbs = (d, { act }) => {
  const high = TOP + 6 + ROW * Math.max(4, ...d.sheets.map((x) => x.rows));
  const cell = (/** @type {Thumb} */ x, /** @type {Thumb["cells"][number]} */ [column, row, written, fresh]) => {
    const step = (W - 12) / x.columns,
      left = 7 + column * step,
      top = high - 4 - ROW * (x.rows - row);
    return [
      s("rect", {
        class: written ? (fresh ? "now" : "gone") : "",
        x: left.toFixed(1),
        y: top,
        width: (step - 3).toFixed(1),
        height: ROW - 3,
        rx: 1.5,
      }),
      written ? tickMark(left + step / 2 - 1.5, top + 5.5, 9, `${x.k}${column}${row}`, fresh ? "new" : "") : null,
    ];
  };
  const lock = (/** @type {number} */ y) =>
    s("path", {
      class: "lock",
      d: `M${W / 2 - 9} ${y}h18v14h-18zM${W / 2 - 5.4} ${y}v-4.6a5.4 5.4 0 0 1 10.8 0v4.6`,
    });
  const one = (/** @type {Thumb} */ x) =>
    button(
      `thumb ${x.on ? "on" : ""}`,
      () => act("front", { k: x.on ? "board" : x.k }),
      {
        "aria-label": [`${x.on ? "Put away" : "Show"} the sheet of ${x.name}`, x.figure, x.closed]
          .filter(Boolean)
          .join(", "),
        title: x.closed || x.name,
        "data-sheet": x.k,
        "data-keep": `thumb${x.k}`,
        style: { "--l": x.l[0], "--ld": x.l[1] },
      },
      s(
        "svg",
        { width: W, height: high, viewBox: `0 0 ${W} ${high}`, "aria-hidden": "true" },
        s("rect", { class: "sheet", x: 1, y: 1, width: W - 2, height: high - 2, rx: 4 }),
        s("path", { d: `M1 18V5q0 -4 4 -4H${W - 5}q4 0 4 4V18z`, fill: colour(x.o) }),
        s("text", { x: 7, y: 14 }, x.letters),
        s("text", { x: W - 7, y: 14, "text-anchor": "end" }, x.figure),
        x.closed ? lock(high / 2 + 4) : x.cells.map((c) => cell(x, c)),
      ),
    );
  return [head("Sheets", "a click puts one in the place of the map"), h("div", { class: "thumbs" }, d.sheets.map(one))];
};
