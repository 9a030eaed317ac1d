// @ts-check
// Elements. Every text is set as text and every attribute as an attribute: this file and its neighbours never write
// markup, which makes them the browser's half of the escaping door (a test reads them for it).
/** @import { Attrs, Kid } from "./types.js" */

export const SVG = /** @type {const} */ ("http://www.w3.org/2000/svg");

// A thin space holds together what it stands between, and so does the space before a per cent sign: "66 %" and "± 3"
// stay on one line.
/** @type {(text: unknown) => string} */
const whole = (text) => String(text).replace(/\u2009| (?=%)/g, "\u202f");

/**
 * @template {HTMLElement | SVGElement} T
 * @param {T} node
 * @param {Attrs} attrs
 * @param {readonly Kid[]} kids
 * @returns {T}
 */
export function fill(node, attrs, kids) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, String(v));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const kid of flat(kids)) {
    if (kid === undefined || kid === null || typeof kid === "boolean" || kid === "") continue;
    node.append(kid instanceof Node ? kid : document.createTextNode(whole(kid)));
  }
  return node;
}
/** @type {(kids: readonly Kid[]) => Exclude<Kid, readonly Kid[]>[]} */
export const flat = (kids) => /** @type {any[]} */ (kids).flat(Infinity);
/**
 * @type {<T extends keyof HTMLElementTagNameMap>(tag: T, attrs?: Attrs, ...kids: Kid[]) => HTMLElementTagNameMap[T]}
 */
export const h = (tag, attrs, ...kids) => fill(document.createElement(tag), attrs || {}, kids);
/** @type {<T extends keyof SVGElementTagNameMap>(tag: T, attrs?: Attrs, ...kids: Kid[]) => SVGElementTagNameMap[T]} */
export const s = (tag, attrs, ...kids) => fill(document.createElementNS(SVG, tag), attrs || {}, kids);
/** @type {(cls: string, ...kids: Kid[]) => HTMLElement} */
export const span = (cls, ...kids) => h("span", { class: cls }, ...kids);
/** @type {(cls: string, act: (event: any) => void, attrs: Attrs, ...kids: Kid[]) => HTMLButtonElement} */
export const button = (cls, act, attrs, ...kids) =>
  h("button", { type: "button", class: cls, click: act, ...attrs }, ...kids);
