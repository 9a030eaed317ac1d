// @ts-check
// What a marker pen leaves: ticks, crosses, circles, figures. Plain paths, turned a little by a seed, so that a mark
// never jumps.
// Fresh ink (of this round) is broader, bluer and lies on a wash: never only a colour.
/** @import { Box } from "./types.js" */
import { h, s } from "./dom.js";
import { fixed } from "./signs.js";

// A small generator of numbers from -1 to 1, from the letters of a name.
function hand(/** @type {string} */ name) {
  let n = 2166136261;
  for (const c of String(name)) n = Math.imul(n ^ c.charCodeAt(0), 16777619);
  return () => {
    n = (Math.imul(n, 1664525) + 1013904223) | 0;
    return (n >>> 8) / (1 << 23) - 1;
  };
}
function smooth(/** @type {number[][]} */ points) {
  let d = `M${fixed(points[0][0])} ${fixed(points[0][1])}`;
  for (let i = 1; i + 1 < points.length; i += 1) {
    const [ax, ay] = points[i],
      [bx, by] = points[i + 1];
    d += `Q${fixed(ax)} ${fixed(ay)} ${fixed((ax + bx) / 2)} ${fixed((ay + by) / 2)}`;
  }
  const [x, y] = points[points.length - 1];
  return `${d}L${fixed(x)} ${fixed(y)}`;
}
const stroke = (/** @type {string} */ d, /** @type {string} */ cls = "") => s("path", { d, class: `pen ${cls || ""}` });

export function tickMark(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ size,
  /** @type {string} */ name,
  /** @type {string} */ cls = "",
) {
  const j = hand(`t${name}`),
    q = () => 0.06 * size * j();
  return stroke(
    smooth([
      [x - 0.42 * size + q(), y + 0.02 * size + q()],
      [x - 0.3 * size, y + 0.12 * size],
      [x - 0.12 * size + q(), y + 0.36 * size],
      [x + 0.05 * size, y + 0.02 * size],
      [x + 0.52 * size + q(), y - 0.46 * size + q()],
    ]),
    cls,
  );
}
export function crossMark(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ w,
  /** @type {number} */ height,
  /** @type {string} */ name,
  /** @type {string} */ cls = "",
) {
  const j = hand(`x${name}`),
    q = () => 0.06 * Math.min(w, height) * j(),
    a = w / 2,
    b = height / 2;
  const one = [
    [x - a + q(), y - b + q()],
    [x - 0.2 * a, y - 0.3 * b + q()],
    [x + 0.3 * a, y + 0.25 * b + q()],
    [x + a + q(), y + b + q()],
  ];
  const two = [
    [x + a + q(), y - b + q()],
    [x + 0.3 * a + q(), y - 0.2 * b],
    [x - 0.3 * a, y + 0.35 * b + q()],
    [x - a + q(), y + b + q()],
  ];
  return stroke(smooth(one) + smooth(two), cls);
}
export function ringMark(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ w,
  /** @type {number} */ height,
  /** @type {string} */ name,
  /** @type {string} */ cls = "",
) {
  const j = hand(`o${name}`),
    from = -2 + 0.3 * j(),
    turn = 3 * j(),
    points = [];
  for (let i = 0; i < 25; i += 1) {
    const a = from + (i / 24) * (2 * Math.PI + 0.45),
      q = 1 + 0.035 * Math.sin(3 * a + turn) + (i / 24 - 0.5) * 0.07;
    points.push([x + (w / 2) * q * Math.cos(a), y + (height / 2) * q * Math.sin(a)]);
  }
  return stroke(smooth(points), cls);
}
export function slashMark(
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ w,
  /** @type {number} */ height,
  /** @type {string} */ name,
  /** @type {string} */ cls = "",
) {
  const j = hand(`s${name}`),
    q = () => 0.08 * Math.min(w, height) * j();
  const points = [
    [x - w / 2 + q(), y + height / 2 + q()],
    [x - 0.1 * w, y + 0.12 * height + q()],
    [x + 0.15 * w, y - 0.1 * height + q()],
    [x + w / 2 + q(), y - height / 2 + q()],
  ];
  return stroke(smooth(points), cls);
}
const struck = (
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ w,
  /** @type {number} */ height,
  /** @type {string} */ name,
) => {
  const j = hand(`s${name}`);
  return stroke(
    smooth([
      [x - w / 2, y + height / 2 + j()],
      [x, y + j()],
      [x + w / 2, y - height / 2 + j()],
    ]),
    "thin",
  );
};

// Figures in a box of 10 x 14, as a hand writes them.
/** @type {Record<string, number[][][]>} */
const FIGURES = {
  0: [
    [
      [5, 0],
      [1, 2],
      [0.4, 8],
      [3, 13.6],
      [7, 13.4],
      [9.6, 8],
      [8.8, 2],
      [5, 0],
      [3.6, 0.4],
    ],
  ],
  1: [
    [
      [2, 3.4],
      [5.4, 0],
      [5.2, 7],
      [5, 14],
    ],
  ],
  2: [
    [
      [0.8, 3.2],
      [2.6, 0.4],
      [6.6, 0],
      [8.6, 3],
      [6.6, 7],
      [0.6, 13.6],
      [0.8, 13.8],
      [9.6, 13.2],
    ],
  ],
  3: [
    [
      [1, 1.6],
      [4, 0],
      [8, 1],
      [8, 4.6],
      [4, 6.4],
      [4.2, 6.5],
      [8.8, 8],
      [8.6, 12],
      [4.6, 14],
      [0.8, 12.4],
    ],
  ],
  4: [
    [
      [6.6, 0],
      [3, 5],
      [0.4, 9.4],
      [0.6, 9.6],
      [9.8, 9],
    ],
    [
      [7, 5],
      [6.8, 10],
      [6.6, 14],
    ],
  ],
  5: [
    [
      [8.6, 0],
      [2.2, 0.3],
      [2, 0.4],
      [1.4, 6],
      [1.5, 6.1],
      [5, 5],
      [9, 7.4],
      [8.4, 12],
      [4.6, 14],
      [0.8, 12.6],
    ],
  ],
  6: [
    [
      [7.6, 0.2],
      [3, 3],
      [0.6, 8.6],
      [1.6, 13],
      [5, 14],
      [8.8, 12],
      [8.6, 8],
      [5, 6.6],
      [1.4, 9],
    ],
  ],
  7: [
    [
      [0.8, 0.6],
      [5, 0.5],
      [9.2, 0.3],
      [9.2, 0.4],
      [6, 7],
      [4, 14],
    ],
  ],
  8: [
    [
      [8, 1.8],
      [4.6, 0],
      [1.6, 2.4],
      [3, 5.4],
      [7.4, 8],
      [8.8, 11.4],
      [5, 14],
      [1, 12],
      [2, 8.2],
      [6.6, 5.4],
      [8.4, 2.6],
      [7.4, 1],
    ],
  ],
  9: [
    [
      [8.6, 3.4],
      [6, 0.2],
      [1.8, 1.4],
      [1.4, 5.4],
      [4.6, 7.2],
      [8.4, 4.4],
      [8.6, 2.6],
      [8.4, 8],
      [6.6, 14],
    ],
  ],
};
const isNumber = (/** @type {string} */ text) => /^[0-9]+$/.test(text);
function figures(
  /** @type {string} */ text,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ height,
  /** @type {string} */ name,
) {
  const k = height / 14,
    step = 12.2 * k,
    from = x - (step * text.length) / 2 + 1.1 * k,
    j = hand(`n${name}${text}`);
  let d = "";
  [...text].forEach((c, i) => {
    const dy = 0.5 * j();
    for (const line of FIGURES[c])
      d += smooth(
        line.map(([px, py]) => [from + i * step + (px + 0.12 * (7 - py)) * k, y - height / 2 + (py + dy) * k]),
      );
  });
  return stroke(d, "");
}

// A box with what is written in it: `b` is its model, `w` and `height` its size. What stood there before is struck
// out at the left.
export function written(/** @type {Box} */ b, /** @type {number} */ w, /** @type {number} */ height) {
  const name = `${b.name}${b.said}`,
    small = Math.min(w, height),
    number = b.text && isNumber(b.text),
    high = Math.min(0.62 * height, 22),
    long = 0.435 * high * b.text.length, // half of what the figures take
    old = 0.435 * 0.42 * height * b.was.length,
    at = b.was ? Math.max(0.68 * w, w - 4 - long) - (b.text.length > 1 ? 2 : 0) : w / 2,
    before = Math.min(0.26 * w, 4 + old);
  const marks = [
    b.was && isNumber(b.was)
      ? [
          h0(b.was, before, height / 2, 0.42 * height, name),
          struck(before, height / 2, Math.max(0.3 * w, 2.4 * old), 0.5 * height, name),
        ]
      : null,
    number ? figures(b.text, at, height / 2, high, name) : null,
    b.mark === "tick" ? tickMark(w / 2, height / 2, 1.05 * small, name) : null,
    b.mark === "cross" ? crossMark(w / 2, height / 2, 0.9 * w, 0.8 * height, name) : null,
    b.mark === "circle" ? ringMark(w / 2, height / 2, 1.26 * w, 1.24 * height, name) : null,
    b.hot && !b.mark && !b.text ? tickMark(w / 2, height / 2, 1.05 * small, name, "ghost") : null,
  ];
  return [
    s("svg", { class: "ink", width: w, height, viewBox: `0 0 ${w} ${height}`, "aria-hidden": "true" }, marks),
    b.text && !number ? h("span", { class: "ink-word" }, b.text) : null,
  ];
}
const h0 = (
  /** @type {string} */ text,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ height,
  /** @type {string} */ name,
) => figures(text, x, y, height, `old${name}`);
