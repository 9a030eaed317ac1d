// Elements. Every text is set as text and every attribute as an attribute: this file and its neighbours never write markup,
// which makes them the browser's half of the escaping door (a test reads them for it).

export const SVG = "http://www.w3.org/2000/svg";

export function fill(node, attrs, kids) {
  for (const [name, value] of Object.entries(attrs || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) node.style.setProperty(k, String(v));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const kid of kids.flat(Infinity)) {
    if (kid === undefined || kid === null || kid === false || kid === "") continue;
    node.append(kid instanceof Node ? kid : document.createTextNode(String(kid)));
  }
  return node;
}
export const h = (tag, attrs, ...kids) => fill(document.createElement(tag), attrs, kids);
export const s = (tag, attrs, ...kids) => fill(document.createElementNS(SVG, tag), attrs, kids);
export const span = (cls, ...kids) => h("span", { class: cls }, ...kids);
export const button = (cls, act, attrs, ...kids) =>
  h("button", { type: "button", class: cls, click: act, ...attrs }, ...kids);
