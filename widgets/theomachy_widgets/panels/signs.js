// @ts-check
// What is drawn inside lines of text: tokens, icons, dice, dots, small lines.
/** @import { BareIcon, Die, Kid, Token } from "./types.js" */
import { h, s, span } from "./dom.js";
import { STYLE } from "./style.js";

export const PAPER = "#fffdf7";
export const INK = "#1f2328";
/** @type {(x: number) => string} */
export const fixed = (x) => x.toFixed(2);

// How much of a token its icon takes, where that is not two thirds.
/** @type {Record<string, number>} */
const SHARES = { diamond: 0.62, pentagon: 0.58, ears: 0.6, scallop: 0.6, arch: 0.62 };
// How far up and down the outlines go that are not about as high as wide, for each pixel of their size.
/** @type {Record<string, [up: number, down: number]>} */
const REACH = { diamond: [1.18, 1.18], shield: [0.95, 1.29], ears: [1.18, 0.98] };

/** @type {(p: number[][], corner: number) => string} */
function rounded(p, corner) {
  const n = p.length;
  return `${p
    .map(([x, y], i) => {
      const [px, py] = p[(i + n - 1) % n],
        [nx, ny] = p[(i + 1) % n];
      const a = Math.hypot(px - x, py - y),
        b = Math.hypot(nx - x, ny - y);
      const start = [x + ((px - x) * corner) / a, y + ((py - y) * corner) / a],
        end = [x + ((nx - x) * corner) / b, y + ((ny - y) * corner) / b];
      const corner_ = `Q${fixed(x)} ${fixed(y)} ${fixed(end[0])} ${fixed(end[1])}`;
      return `${i ? "L" : "M"}${fixed(start[0])} ${fixed(start[1])}${corner_}`;
    })
    .join("")}z`;
}
/** @type {(n: number, turn: number, reach: number, corner: number) => string} */
export function polygon(n, turn, reach, corner) {
  const turned = [...Array(n).keys()].map((i) => turn + (i * 2 * Math.PI) / n);
  return rounded(
    turned.map((at) => [reach * Math.cos(at), reach * Math.sin(at)]),
    corner,
  );
}
// A head with two ears, one half of it and the other.
const HALF = [
  [0.42, -0.82],
  [1, -1.28],
  [1.02, 0.42],
  [0.55, 1],
].map(([x, y]) => [0.98 * x, 0.98 * y]);
/** @type {(r: number) => number[][]} */
const ears = (r) => [...HALF, ...[...HALF].reverse().map(([x, y]) => [-x, y])].map(([x, y]) => [r * x, r * y]);
// The outline of an owner's token round 0, 0: the same shapes as on the board.
/** @type {(kind: string, r: number) => string} */
export function outline(kind, r) {
  const P = Math.PI;
  if (kind === "square") return polygon(4, P / 4, 1.28 * r, 0.3 * r);
  if (kind === "diamond") return polygon(4, 0, 1.3 * r, 0.34 * r);
  if (kind === "hexagon") return polygon(6, 0, 1.12 * r, 0.22 * r);
  if (kind === "octagon") return polygon(8, P / 8, 1.06 * r, 0.12 * r);
  if (kind === "pentagon") return polygon(5, -P / 2, 1.2 * r, 0.26 * r);
  if (kind === "shield") {
    const k = 0.95 * r,
      f = (/** @type {number} */ x) => fixed(x * k);
    const right = `C${f(1)} ${f(0.8)} ${f(0.5)} ${f(1.15)} 0 ${f(1.35)}`;
    const left = `C${f(-0.5)} ${f(1.15)} ${f(-1)} ${f(0.8)} ${f(-1)} ${f(0.15)}`;
    return `M${f(-1)} ${f(-1)}H${f(1)}V${f(0.15)}${right}${left}z`;
  }
  if (kind === "notched") {
    const k = 0.98 * r,
      n = 0.42 * r,
      a = fixed(k),
      b = fixed(-k),
      c = fixed(k - n),
      d = fixed(n - k),
      q = fixed(n);
    const notch = `A${q} ${q} 0 0 0`;
    return `M${d} ${b}H${c}${notch} ${a} ${d}V${c}${notch} ${c} ${a}H${d}${notch} ${b} ${c}V${d}${notch} ${d} ${b}z`;
  }
  if (kind === "arch") {
    const k = 0.93 * r,
      f = (/** @type {number} */ x) => fixed(x * k);
    const roof = `V${f(-0.12)}A${f(1)} ${f(1)} 0 0 1 ${f(1)} ${f(-0.12)}V${f(0.98)}`;
    const foot = `Q${f(1)} ${f(1.12)} ${f(0.84)} ${f(1.12)}H${f(-0.84)}Q${f(-1)} ${f(1.12)} ${f(-1)} ${f(0.98)}z`;
    return `M${f(-1)} ${f(0.98)}${roof}${foot}`;
  }
  if (kind === "ears") return rounded(ears(r), 0.2 * r);
  if (kind === "scallop") {
    const q = 0.86 * r,
      lobe = fixed(0.37 * r);
    const at = [...Array(9).keys()].map(
      (i) => `${fixed(q * Math.cos((i * P) / 4))} ${fixed(q * Math.sin((i * P) / 4))}`,
    );
    return `M${at[0]}${at
      .slice(1)
      .map((end) => `A${lobe} ${lobe} 0 0 1 ${end}`)
      .join("")}z`;
  }
  const half = `a${fixed(r)} ${fixed(r)} 0 1 0`;
  return `M${fixed(-r)} 0${half} ${fixed(2 * r)} 0${half} ${fixed(-2 * r)} 0z`;
}
/** @type {(word: string) => [shape: string, ink: string]} */
export const owner = (word) => STYLE.owners[word] || STYLE.owners.neutral;
/** @type {(word: string) => string} */
export const colour = (word) => `var(--o-${STYLE.owners[word] ? word : "neutral"})`;
/** @type {(name: string, x: number, y: number, size: number, paint: string, opacity?: number) => SVGElement} */
export const iconPath = (name, x, y, size, paint, opacity) =>
  s("path", {
    d: STYLE.icons[name] || STYLE.unknown,
    transform: `translate(${fixed(x - size / 2)} ${fixed(y - size / 2)}) scale(${(size / 512).toFixed(4)})`,
    fill: paint,
    opacity,
  });
// An icon inside a line of text.
/** @type {(name: string, size?: number) => SVGElement} */
export const icon = (name, size = 16) =>
  s(
    "svg",
    { class: "ic", width: size, height: size, viewBox: "0 0 512 512", "aria-hidden": "true" },
    s("path", { d: STYLE.icons[name] || STYLE.unknown, fill: "currentColor" }),
  );

/** @type {Record<string, [icon: string, ground: string, paint: string]>} */
export const MARKS = {
  kill: ["death-skull", INK, PAPER],
  pain: ["bleeding-wound", "#f0b429", INK],
  book: ["spell-book", "#3a4fb5", PAPER],
};
// A building as a silhouette: edge, ring, body, lines, the owner's shape cut out.
const building = (/** @type {[string, string, number, number, number]} */ form, /** @type {Token} */ t, size = 22) => {
  const [body, lines, x, y, r] = form,
    [shape, ink] = owner(t.o),
    paint = ink === "paper" ? PAPER : INK;
  return s(
    "g",
    { transform: `scale(${(size / 30).toFixed(3)})`, "stroke-linejoin": "round" },
    s("path", { d: body, fill: "none", stroke: "rgba(20,24,26,.6)", "stroke-width": 5.4 }),
    s("path", { d: body, fill: PAPER, stroke: PAPER, "stroke-width": 3.8 }),
    s("path", { d: body, fill: colour(t.o), opacity: t.b }),
    lines ? s("path", { d: lines, fill: "none", stroke: paint, "stroke-opacity": 0.62, "stroke-width": 1.1 }) : null,
    t.f === "ringed nest"
      ? s("circle", { cx: x, cy: y, r: 6.6, fill: "none", stroke: paint, "stroke-width": 1.3 })
      : null,
    s("path", { d: outline(shape, r), transform: `translate(${x} ${y})`, fill: paint }),
  );
};
// The ring of teeth of a rank.
const TEETH = 22;
const teeth = (/** @type {number} */ r) => {
  const at = [...Array(2 * TEETH).keys()].map((i) => {
    const q = i % 2 ? 1.06 * r + 3.4 : 0.93 * r + 2.6,
      turn = (i * Math.PI) / TEETH;
    return `${fixed(q * Math.sin(turn))} ${fixed(-q * Math.cos(turn))}`;
  });
  return s("path", { d: `M${at.join("L")}z`, fill: PAPER, stroke: INK, "stroke-width": 0.8 });
};
/** @type {(t: Token, size?: number) => SVGElement[]} */
const disc = (t, size = 22) => {
  if (t.r === "toothed") return [teeth(size / 2), ...disc({ ...t, r: "" }, 0.8 * size)];
  const [shape, ink] = owner(t.o),
    r = size / 2;
  const drawn = [
    s("path", { d: outline(shape, r + 2.6), fill: "rgba(20,24,26,.55)", transform: "translate(0 .7)" }),
    s("path", { d: outline(shape, r + 1.9), fill: PAPER }),
    s("path", { d: outline(shape, r), fill: colour(t.o), opacity: t.b }),
    iconPath(
      t.i,
      0,
      shape === "pentagon" ? 0.06 * size : 0,
      size * (SHARES[shape] || 0.66),
      ink === "paper" ? PAPER : INK,
    ),
  ];
  const reach = REACH[shape];
  if (!reach) return drawn;
  // What reaches farther than the frame, or farther up than down, is moved and drawn smaller: the frame cuts nothing.
  const [up, down] = reach,
    half = ((up + down) / 2) * (r + 2.6) + 0.4,
    k = Math.min(1, (r + 5) / half);
  return [
    s("g", { transform: `translate(0 ${fixed((k * (up - down) * (r + 2.6)) / 2)}) scale(${k.toFixed(3)})` }, drawn),
  ];
};
// A token: t = {o owner's colour, i icon, n count, l letters, m mark, b opacity of the body, f silhouette}.
/** @type {(t: Token, size?: number) => SVGElement} */
export function token(t, size = 22) {
  const shape = owner(t.o)[0],
    r = size / 2,
    box = size + 10,
    form = t.f ? STYLE.forms[t.f] : null;
  const g = form ? [building(form, t, size)] : disc(t, size);
  if (t.n && t.n > 1) {
    const w = Math.max(14.5, 6.4 * String(t.n).length + 6),
      at = r * (shape === "diamond" ? 0.66 : 0.8);
    g.push(
      s(
        "g",
        { transform: `translate(${fixed(at)} ${fixed(at)})` },
        s("rect", { x: -w / 2, y: -7.25, width: w, height: 14.5, rx: 7.25, fill: PAPER, stroke: "rgba(20,24,26,.65)" }),
        s("text", { y: 3.7, "text-anchor": "middle", class: "bd" }, t.n),
      ),
    );
  }
  if (t.m && MARKS[t.m]) {
    const [pic, ground, paint] = MARKS[t.m],
      z = Math.max(0.6, Math.min(1, size / 26));
    g.push(
      s(
        "g",
        { transform: `translate(${fixed(r * 0.82)} ${fixed(-r * 0.82)}) scale(${z.toFixed(2)})` },
        s("circle", { r: 8.4, fill: PAPER }),
        s("circle", { r: 7.4, fill: ground }),
        iconPath(pic, 0, 0, 11, paint),
      ),
    );
  }
  return s(
    "svg",
    { class: "tk", width: box, height: box, viewBox: `${-box / 2} ${-box / 2} ${box} ${box}`, "aria-hidden": "true" },
    g,
  );
}
// The sign of an option: a token, a bare icon, or nothing.
/** @type {(t: Token | BareIcon | null | undefined, size: number) => Element} */
export const sign = (t, size) =>
  !t ? h("span") : "o" in t ? token(t, size) : t.i ? span("s2", icon(t.i, size + 2)) : h("span");

// The mark that opens a row: an owner's colour and shape, or not used, chance, rule.
/** @type {(who?: string) => HTMLElement} */
export function dot(who) {
  const v = (/** @type {Kid[]} */ ...kids) =>
    span("dot", s("svg", { width: 14, height: 14, viewBox: "-7 -7 14 14", "aria-hidden": "true" }, kids));
  if (who === "not used")
    return v(
      s("circle", { r: 3.6, fill: "none", stroke: "var(--ink-3)", "stroke-width": 1.3, "stroke-dasharray": "2 1.6" }),
    );
  if (who === "chance")
    return v(
      s("rect", {
        x: -4.4,
        y: -4.4,
        width: 8.8,
        height: 8.8,
        rx: 2,
        fill: "none",
        stroke: "var(--ink-2)",
        "stroke-width": 1.3,
      }),
      s("circle", { r: 1.2, fill: "var(--ink-2)" }),
    );
  if (!who || who === "rule") return v(s("circle", { r: 2.4, fill: "var(--ink-3)" }));
  return v(
    s("path", { d: outline(owner(who)[0], 4.6), fill: colour(who), stroke: "var(--panel)", "stroke-width": 0.6 }),
  );
}

/** @type {Record<number, number[]>} */
export const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
// One die: its face, and what it counts for: hit, half or miss.
/** @type {(die: Die, size?: number) => SVGElement} */
export function die([face, kind], size = 22) {
  const [ground, pip, edge] = { hit: [INK, PAPER, "var(--die)"], half: ["#f0b429", INK, "#8f5f00"] }[kind] || [
    "var(--panel)",
    "var(--ink-3)",
    "var(--line-strong)",
  ];
  const pips = (PIPS[face] || []).map((p) =>
    s("circle", {
      cx: fixed(size * (0.26 + 0.24 * (p % 3))),
      cy: fixed(size * (0.26 + 0.24 * Math.floor(p / 3))),
      r: fixed(size * 0.083),
      fill: pip,
    }),
  );
  const text =
    face > 6
      ? s(
          "text",
          {
            x: size / 2,
            y: size * 0.68,
            "text-anchor": "middle",
            "font-size": size * 0.5,
            "font-weight": 700,
            fill: pip,
          },
          face,
        )
      : null;
  return s(
    "svg",
    { class: "die", width: size, height: size, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    s("rect", { x: 0.6, y: 0.6, width: size - 1.2, height: size - 1.2, rx: size * 0.2, fill: ground, stroke: edge }),
    pips,
    text,
  );
}
/** @type {(all: Die[], size?: number) => SVGElement[]} */
export const dice = (all, size) => all.map((d) => die(d, size));

/** @type {Record<string, string[]>} */
export const LINES = {
  undo: ["M5 2.2L2 5.2l3 3M2.2 5.2H9a3.3 3.3 0 0 1 0 6.6H5"],
  redo: ["M9 2.2l3 3-3 3M11.8 5.2H5a3.3 3.3 0 0 0 0 6.6h4"],
  eye: ["M1 7s2.4-4.2 6-4.2S13 7 13 7s-2.4 4.2-6 4.2S1 7 1 7zM7 5.2a1.8 1.8 0 1 0 .01 0"],
  noeye: ["M1 7s2.4-4.2 6-4.2S13 7 13 7s-2.4 4.2-6 4.2S1 7 1 7zM7 5.2a1.8 1.8 0 1 0 .01 0M2.4 11.6l9.2-9.2"],
  measure: ["M2.6 11.4l8.8-8.8M2.6 9.6a1.8 1.8 0 1 0 .01 0M11.4 .8a1.8 1.8 0 1 0 .01 0"],
  theme: ["M7 1.8a5.2 5.2 0 1 0 .01 0M7 1.8v10.4a5.2 5.2 0 0 0 0-10.4z"],
  pen: ["M2.4 11.6l.7-2.8 6.6-6.6 2.1 2.1-6.6 6.6zM8.4 3.5l2.1 2.1"],
  outward: ["M5.4 1.8H1.8v3.6M8.6 1.8h3.6v3.6M5.4 12.2H1.8V8.6M8.6 12.2h3.6V8.6"],
  inward: ["M1.8 5.4h3.6V1.8M12.2 5.4H8.6V1.8M1.8 8.6h3.6v3.6M12.2 8.6H8.6v3.6"],
  print: ["M4.5 6V2.5h7V6M4.5 12H2.5V6h11v6h-2M4.5 9.5h7v4h-7Z"],
  present: ["M5 3l8 5-8 5Z"],
  share: ["M7 8.6V1.9M4.5 4.3L7 1.8l2.5 2.5M2.4 7.2v5h9.2v-5"],
  compare: ["M1.8 2.8h4.2v8.4H1.8zM8 2.8h4.2v8.4H8z"],
  branch: ["M3.5 3.5v7M3.5 8.5c4 0 7-.6 7-4"],
  house: ["M1 7L7 1.8 13 7M3 6v6.2h8V6"],
  lock: ["M2.6 6.4h8.8v6.2H2.6zM4.4 6.4V4.6a2.6 2.6 0 0 1 5.2 0v1.8"],
  close: ["M3.4 3.4l7.2 7.2M10.6 3.4l-7.2 7.2"],
  leave: ["M8 2H2.6v10H8M5.8 7h6.6M9.8 4.4L12.4 7l-2.6 2.6"],
  bulb: ["M4.9 9.2a3.8 3.8 0 1 1 4.2 0v1.3H4.9zM5.4 12.6h3.2"],
  fight: ["M2.2 2.2l7.4 7.4M11.8 2.2L4.4 9.6M2.4 8.2l3.4 3.4M11.6 8.2l-3.4 3.4M3.4 10.6l-1.6 1.6M10.6 10.6l1.6 1.6"],
  ask: ["M4.6 4.8a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2.9-1.2 1.9M7 11.6v.2"],
  person: ["M7 1.8a2.6 2.6 0 1 0 .01 0M2.4 12.2c.3-3 2-4.4 4.6-4.4s4.3 1.4 4.6 4.4z"],
  bot: ["M2.4 5.2h9.2v6.6H2.4zM7 5V2.6M7 1.8v.1M5 8v.6M9 8v.6M1 7.4v2M13 7.4v2"],
  friend: [
    "M4.6 2.6a2 2 0 1 0 .01 0M1 11.6c.2-2.6 1.4-3.8 3.6-3.8s3.4 1.2 3.6 3.8",
    "M9.6 3.4a1.7 1.7 0 1 0 .01 0M10 8c1.8.2 2.8 1.3 3 3.4",
  ],
  add: ["M7 2.4v9.2M2.4 7h9.2"],
  find: ["M6 2a4 4 0 1 0 .01 0M9 9l3.2 3.2"],
};
/** @type {(name: string) => SVGElement} */
export function line(name) {
  const round =
    name === "branch"
      ? [
          [3.5, 2.6],
          [3.5, 11.4],
          [10.5, 3.4],
        ].map(([x, y]) => s("circle", { cx: x, cy: y, r: 1.7, fill: "currentColor" }))
      : [];
  return s(
    "svg",
    { class: "ic", width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true" },
    LINES[name].map((d) =>
      s("path", {
        d,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 1.5,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
    round,
  );
}
export const tick = () =>
  s(
    "svg",
    { class: "ic", width: 16, height: 16, viewBox: "0 0 16 16", role: "img", "aria-label": "holds" },
    s("circle", { cx: 8, cy: 8, r: 7, fill: "var(--good-soft)" }),
    s("path", {
      d: "M4.8 8.2l2.2 2.3 4.2-4.8",
      fill: "none",
      stroke: "var(--good)",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
export const cross = () =>
  s(
    "svg",
    { class: "ic", width: 16, height: 16, viewBox: "0 0 16 16", role: "img", "aria-label": "fails" },
    s("circle", { cx: 8, cy: 8, r: 7.4, fill: "#b3261e" }),
    s("path", {
      d: "M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4",
      stroke: PAPER,
      "stroke-width": 1.9,
      "stroke-linecap": "round",
    }),
  );

/** @type {(values: number[] | null | undefined, paint: string, w?: number, height?: number) => Element} */
export function spark(values, paint, w = 70, height = 20) {
  if (!values || values.length < 2) return h("span");
  const lo = Math.min(...values),
    span_ = Math.max(...values) - lo || 1;
  const at = values.map((v, i) => [
    1 + (i * (w - 4)) / (values.length - 1),
    height - 3 - ((v - lo) / span_) * (height - 6),
  ]);
  const [x, y] = at[at.length - 1];
  return s(
    "svg",
    { class: "spark", width: w, height, "aria-hidden": "true" },
    s("polyline", {
      points: at.map((p) => p.map(fixed).join(",")).join(" "),
      fill: "none",
      stroke: paint,
      "stroke-width": 1.6,
    }),
    s("circle", { cx: fixed(x), cy: fixed(y), r: 2.2, fill: paint }),
  );
}
