// @ts-check
// A study as one file: the same page as in a notebook, without a kernel. All that it shows is in the file.
/** @import { StudyModel, Ui } from "../panels/types.js" */
import { h } from "../panels/dom.js";
import { redraw } from "../panels/region.js";
import { pressed, study } from "../panels/study.js";
import { STYLE } from "../panels/style.js";

const told = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("study-drawn")).textContent || "");
/** @type {StudyModel} */
const D = told.model;
Object.assign(STYLE, told.style, { icons: D.icons });
const night = matchMedia("(prefers-color-scheme: dark)");
const section = h("section", { "data-panel": "study" });
const root = h("div", { class: "theo theo-bar theo-of-study" }, section);
document.body.prepend(h("main", { class: "theo-frame st-alone" }, h("div", { class: "theo-box" }, root)));
/** @type {any} */
const state = { root, onEnd() {}, kept: {} };
/** @type {Ui} */
const ui = { act() {}, keep: { at: 0 }, state, again: draw };
function draw() {
  D.theme = told.theme === "auto" ? (night.matches ? "dark" : "light") : told.theme;
  document.body.setAttribute("data-theme", D.theme);
  for (const each of document.querySelectorAll(".theo, .theo-box")) each.setAttribute("data-theme", D.theme);
  redraw(section, () => study(D, ui));
}
document.addEventListener("keydown", (e) => {
  const on = e.target instanceof Element ? e.target : null;
  if (e.ctrlKey || e.metaKey || e.altKey || on?.closest("input, textarea, select")) return;
  if (pressed(e, D, ui)) e.preventDefault();
});
night.addEventListener("change", draw);
draw();
