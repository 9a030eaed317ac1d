// @ts-check
// A figure that decides, under the parts that it is the sum of, each with its rule.
/** @import { Act, Panel, Sum, SumsModel } from "./types.js" */
import { minus, ruleId } from "./common.js";
import { h, span } from "./dom.js";
import { tick, token } from "./signs.js";

export const sum = (/** @type {Sum} */ x, /** @type {Act} */ act) =>
  h(
    "div",
    { class: "sum2", role: "group", "aria-label": [x.head, `${x.name} ${x.value}`].filter(Boolean).join(": ") },
    x.head ? h("h3", {}, x.t ? token(x.t, 24) : null, x.head) : null,
    x.terms.map(([name, n, rule, said]) =>
      h(
        "div",
        { class: "term" },
        span("", name, said ? span("s2", said) : null),
        n === "✓" ? tick() : span("n", minus(n)),
        ruleId(rule, act),
      ),
    ),
    h("div", { class: "term total" }, span("", x.name), span("n", minus(x.value)), ruleId(x.rule, act)),
    x.note ? h("p", { class: "s3 sm" }, x.note) : null,
  );

/** @type {Panel<SumsModel>} */
export const sums = (d, { act }) =>
  h(
    "div",
    { class: "sums2" },
    d.sums.map((x) => sum(x, act)),
  );
