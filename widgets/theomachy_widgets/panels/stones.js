// @ts-check
// A cut stone inside a line of text, full or only its outline.
import { s } from "./dom.js";

/** @type {(size: number, on: boolean) => SVGElement} */
export const gem = (size, on) =>
  s(
    "svg",
    {
      class: `gem ${on ? "" : "off"}`,
      width: size,
      height: size + 2,
      viewBox: "-10.5 -11.5 21 23",
      "aria-hidden": "true",
    },
    s("path", { class: "cut", d: "M-4-10H4L9-3.6L0 10L-9-3.6z" }),
    on ? s("path", { class: "facet", d: "M-4-10L-4.2-3.6L0 10L-9-3.6zM-4-10H4L4.2-3.6H-4.2z" }) : null,
  );
