// @ts-check
// The stages of a long resolution, in a row.
/** @import { Panel, StagesModel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { colour, token } from "./signs.js";

/** @type {Panel<StagesModel>} */
export const stages = (d, { act }) => [
  // Fights that wait, above the one inside them; that hangs by a hook in the colour of who began it.
  (d.waits || []).map((w) =>
    h("div", { class: "bwait", role: "note" }, token(w.a, 18), token(w.b, 18), span("", w.say), span("s3", w.note)),
  ),
  h(
    "div",
    { class: `bsteps ${d.by ? "inner" : ""}`, role: "list", style: d.by ? { "--c": colour(d.by.o) } : {} },
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
  ),
];
