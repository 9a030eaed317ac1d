// @ts-check
// The boards of a study: drawn from shapes that all of them share, as large or small as they are wanted, and as a
// picture to take along.
/** @import { StudyChapter, StudyInk } from "./types.js" */
import { h, SVG, s } from "./dom.js";

/** What is drawn in one theme: the shapes that all boards share, and the boards that were drawn already.
 * @typedef {{ key: string, ink: StudyInk, dark: number, end: string, holder: SVGElement, grounds: Map<string, string>,
 *   boards: Map<string, SVGSVGElement> }} Easel
 */

// Names inside a picture get an ending of their own: two pictures of a page may be drawn in two lights.
/** @type {(name: string, value: string, end: string) => string} */
const named = (name, value, end) =>
  name === "id"
    ? value + end
    : name === "href" && value.startsWith("#")
      ? value + end
      : value.includes("url(#")
        ? value.replace(/url\(#([^)]+)\)/g, (_, id) => `url(#${id}${end})`)
        : value;

/** @type {(e: Pick<Easel, "ink" | "dark" | "end">, drawn: any) => SVGElement} */
function make(e, [tag, attrs, text, kids]) {
  const { ink, dark } = e;
  if (tag === "?") return make(e, kids[kids.length > dark ? dark : 0]);
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) {
    const pair = typeof value === "number" ? ink.palette[value] : null;
    const told = pair ? pair[pair.length > dark ? dark : 0] : value;
    node.setAttribute(
      name,
      Array.isArray(told) ? told.map((i) => ink.pieces[i]).join("") : named(name, String(told), e.end),
    );
  }
  if (text) node.textContent = text;
  if (kids) node.append(...kids.map((/** @type {any} */ kid) => make(e, kid)));
  return node;
}

/** @type {(keep: any, ink: StudyInk, theme: string, at?: string) => Easel} */
export function easel(keep, ink, theme, at = "") {
  const key = `${ink.key}-${theme}`;
  if (keep.easel?.key === key) return keep.easel;
  const dark = theme === "dark" ? 1 : 0;
  const end = `-${theme}${at}`,
    bare = { ink, dark, end };
  const defs = s("defs", {}, ...ink.defs.map((one) => make(bare, one)));
  // It is seen nowhere, and must not be "display: none": some browsers then lose the patterns.
  const holder = s("svg", { width: 0, height: 0, class: "st-ink", "aria-hidden": "true" }, defs);
  keep.easel = { key, ink, dark, end, holder, grounds: new Map(), boards: new Map() };
  return keep.easel;
}

function groundOf(/** @type {Easel} */ e, /** @type {number[]} */ parts) {
  const key = parts.join(),
    known = e.grounds.get(key);
  if (known) return known;
  const id = `${e.ink.key}-ground${e.grounds.size}${e.end}`;
  e.holder.firstChild?.appendChild(s("g", { id }, ...parts.map((n) => make(e, e.ink.parts[n]))));
  e.grounds.set(key, id);
  return id;
}

/** What is seen of a board in a box of this shape: as high as the author chose it, and as wide as there is room.
 * @type {(c: StudyChapter, ratio: number, close?: boolean) => number[]}
 */
export function windowOf(c, ratio, close = false) {
  const [x, y, w, tall] = close ? c.mid : c.view,
    [wide, high] = c.box;
  if (!(c.near || close) || !ratio) return c.view;
  const width = Math.min(wide, tall * ratio),
    height = Math.min(high, width / ratio);
  const left = Math.max(0, Math.min(wide - width, x + w / 2 - width / 2)),
    top = Math.max(0, Math.min(high - height, y + tall / 2 - height / 2));
  return [left, top, width, height].map((v) => Math.round(v * 10) / 10);
}

/** @type {(e: Easel, c: StudyChapter, as: string, ratio?: number, close?: boolean) => SVGSVGElement} */
export function board(e, c, as, ratio = 0, close = false) {
  const view = windowOf(c, ratio, close).join(" "),
    key = JSON.stringify([as, c.n, view, c.layers, c.title]),
    known = e.boards.get(key);
  if (known) return known;
  const small = as === "thumb";
  const layers = c.layers
    .slice(1)
    .map((parts) => s("g", {}, ...[...new Set(parts)].map((n) => make(e, e.ink.parts[n]))));
  const made = s(
    "svg",
    {
      viewBox: view,
      class: `st-svg st-as-${as}`,
      preserveAspectRatio: small || ((c.near || close) && ratio) ? "xMidYMid slice" : "xMidYMid meet",
      ...(small ? { "aria-hidden": "true" } : { role: "img", "aria-label": `${c.title}. ${c.alt}` }),
    },
    s("use", { href: `#${groundOf(e, c.layers[0])}` }),
    ...layers,
  );
  if (e.boards.size > 400) e.boards.clear();
  e.boards.set(key, made);
  return made;
}

/** The board as a picture of points: to the clipboard where the page may, else as a file.
 * @type {(e: Easel, c: StudyChapter, name: string) => Promise<string>}
 */
export async function picture(e, c, name) {
  const [, , w, tall] = windowOf(c, 4 / 3),
    k = 1600 / w;
  const whole = s(
    "svg",
    { xmlns: SVG, viewBox: windowOf(c, 4 / 3).join(" "), width: 1600, height: Math.round(tall * k) },
    /** @type {Node} */ (e.holder.firstChild).cloneNode(true),
    ...[...board(e, c, "reader", 4 / 3).childNodes].map((node) => node.cloneNode(true)),
  );
  const text = new XMLSerializer().serializeToString(whole);
  const image = h("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}` });
  await image.decode();
  const canvas = h("canvas", { width: 1600, height: Math.round(tall * k) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return "The picture is on the clipboard.";
  } catch {
    download(blob, `${name}.png`);
    return "The picture is kept as a file.";
  }
}

/** @type {(blob: Blob, name: string) => void} */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
