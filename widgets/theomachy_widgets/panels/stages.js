// @ts-check
// The stages of a long resolution, in a row.
/** @import { Panel, StagesModel } from "./types.js" */
import { button, h } from "./dom.js";

/** @type {Panel<StagesModel>} */
export const stages = (d, { act }) =>
  h(
    "div",
    { class: "bsteps", role: "list" },
    d.stages.map((t, k) =>
      h(
        "div",
        { class: `bs ${t.state}`, role: "listitem", "aria-current": t.state === "now" ? "step" : null },
        t.jump
          ? button(
              "jump",
              () => act("stage", { k }),
              { "data-keep": `stage${k}`, title: "Look at this stage" },
              h("b", {}, t.name),
            )
          : h("b", {}, t.name),
        h("span", { class: "sm", title: t.note }, t.note),
      ),
    ),
  );
