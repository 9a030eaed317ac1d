// @ts-check
// The stages of a long resolution, in a row.
/** @import { Panel, StagesModel } from "./types.js" */
import { h } from "./dom.js";

/** @type {Panel<StagesModel>} */
export const stages = (d) =>
  h(
    "div",
    { class: "bsteps", role: "list" },
    d.stages.map((t) =>
      h(
        "div",
        { class: `bs ${t.state}`, role: "listitem", "aria-current": t.state === "now" ? "step" : null },
        h("b", {}, t.name),
        h("span", { class: "sm", title: t.note }, t.note),
      ),
    ),
  );
