// @ts-check
// A fight told step under step: the sides with the sums that decide, the dice of each throw, and the card that slides
// down. What has not come yet keeps its place, so that nothing jumps.
/** @import { Act, AttackModel, AttackSection, AttackSide, AttackSlide, Panel } from "./types.js" */
import { head, minus, ruleId } from "./common.js";
import { h, span } from "./dom.js";
import { icon, token } from "./signs.js";
import { sum } from "./sums.js";
import { throwSteps } from "./throws.js";

const side = (/** @type {AttackSide} */ x, /** @type {Act} */ act) =>
  h(
    "div",
    { class: "side2", role: "group", "aria-label": x.name },
    h("div", { class: "side2-h" }, token(x.t, 34), h("div", {}, h("b", {}, x.name), span("s2 sm", x.note))),
    x.sums.map((each) => sum(each, act)),
    x.sums.length
      ? null
      : x.parts.map(([name, n, rule]) =>
          h("div", { class: "term" }, span("", name), span("n", minus(n)), ruleId(rule, act)),
        ),
  );
const slide = (/** @type {AttackSlide} */ x) =>
  h(
    "div",
    { class: "slide2" },
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        { class: "rows2 mid", "aria-label": `${x.name}, row by row` },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            x.columns.map((c) => h("th", { scope: "col" }, c.icon ? icon(c.icon, 13) : null, h("small", {}, c.name))),
          ),
        ),
        h(
          "tbody",
          {},
          x.rows.map((row, r) =>
            h(
              "tr",
              { class: r < x.now ? "lost" : r === x.now ? "now" : "", "aria-current": r === x.now ? "true" : null },
              row.map((v) => h("td", {}, r < x.now ? h("s", {}, v) : v)),
            ),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "says2", "aria-label": x.name },
      h("li", { class: "b" }, x.name),
      x.says.map((line, i) => h("li", { class: i ? "s2" : "" }, line)),
      x.says.length ? null : h("li", { class: "s3" }, "nothing changes"),
    ),
  );
const section = (/** @type {AttackSection} */ x, /** @type {Act} */ act) =>
  h(
    "section",
    { class: `seg2 ${x.state} ${x.throw ? "has-throw" : ""}`, "aria-label": x.name },
    head(x.name, x.note, ruleId(x.rule, act)),
    x.throw ? throwSteps(x.throw, act) : null,
    x.slides.map(slide),
  );

/** @type {Panel<AttackModel>} */
export const attack = (d, { act }) =>
  h(
    "div",
    { class: "attack" },
    h(
      "div",
      { class: `tops ${d.spot ? "" : "nospot"}` },
      d.spot ? h("div", { class: "spot" }) : null,
      d.sides.map((x) => side(x, act)),
    ),
    d.sections.map((x) => section(x, act)),
  );
