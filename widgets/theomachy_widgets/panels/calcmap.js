// @ts-check
// Where the fight of the calculator is: a strip of the board.
/** @import { CalcmapModel, Panel } from "./types.js" */
import { h } from "./dom.js";

const WIDTH = 900,
  STRIP = 232; // of the picture, for which `y` was reckoned (`asks/calculator.py`)

/** @type {Panel<CalcmapModel>} */
export const calcmap = (d) => {
  // A strip that is less high has the same middle.
  const middle = (/** @type {Event} */ { currentTarget: image }) => {
    if (!(image instanceof HTMLImageElement) || !image.naturalWidth) return;
    const whole = (WIDTH * image.naturalHeight) / image.naturalWidth,
      high = (image.clientHeight * WIDTH) / (image.clientWidth || WIDTH),
      at = ((whole - STRIP) * d.y) / 100 + STRIP / 2;
    const y = whole > high ? Math.min(100, Math.max(0, (100 * (at - high / 2)) / (whole - high))) : 50;
    image.style.objectPosition = `50% ${y}%`;
  };
  return h("img", {
    class: "calcmap",
    src: d.src,
    alt: d.alt,
    load: middle,
    style: { "object-position": `50% ${d.y}%` },
  });
};
