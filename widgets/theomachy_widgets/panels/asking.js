// @ts-check
// "Can it be reached?", asked at a goal where it stands: on a sheet, and for those that stand nowhere at its end.
/** @import { Act, ReachGroup } from "./types.js" */
import { ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { line } from "./signs.js";

const ASK = "Can it be reached?";
/** @type {(key: string, seat: number, name: string, act: Act, small?: boolean) => HTMLElement | null} */
export const askReach = (key, seat, name, act, small) =>
  key
    ? button(
        `ask-reach ${small ? "small" : ""}`,
        (e) => {
          e.stopPropagation();
          act("reachfor", { key, seat });
        },
        { "aria-label": `${name}: can it be reached?`, title: ASK, "data-keep": `ask${seat}:${key}` },
        small ? line("bulb") : ASK,
      )
    : null;
/** @type {(groups: ReachGroup[], seat: number, act: Act) => (HTMLElement | HTMLElement[])[]} */
export const openGoals = (groups, seat, act) =>
  groups.map((g) => [
    h("div", { class: "lbl" }, g.name),
    ...g.goals.map((x) =>
      h(
        "div",
        { class: "open-goal" },
        h("span", { class: "goal-name" }, span("b", x.name), askReach(x.key, seat, x.name, act)),
        ruleId(x.rule, act),
      ),
    ),
  ]);
