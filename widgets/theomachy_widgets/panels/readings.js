// @ts-check
// Two readings of the rules: a ruling and its other choice to pick, what differs in rows, and both boards.
/** @import { Act, Panel, ReadingsAnswer, ReadingsModel, ReadingsSide } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { line } from "./signs.js";

const stops = (/** @type {KeyboardEvent} */ e) => e.key !== "Escape" && e.stopPropagation();

const side = (/** @type {ReadingsSide} */ x) =>
  h(
    "figure",
    { class: "readings-side" },
    h("figcaption", {}, h("b", {}, x.name), span("s3 sm", x.held)),
    x.picture ? h("img", { src: x.picture, alt: `The board: ${x.name}` }) : null,
    x.stop ? h("p", { class: "readings-stop" }, x.stop) : null,
    x.only.length
      ? h(
          "p",
          { class: "s2 sm" },
          h("b", {}, "Here alone one may: "),
          x.only.join("; "),
          x.fewer ? `; and ${x.fewer} more` : "",
        )
      : null,
  );

const answer = (/** @type {ReadingsAnswer} */ a, /** @type {Act} */ act) => [
  h("p", { class: "readings-head", role: "status" }, h("b", {}, a.head), a.note ? span("s3 sm", a.note) : null),
  h(
    "div",
    { class: "readings-found" },
    a.rows.length
      ? h(
          "div",
          { class: "scroll-x" },
          h(
            "table",
            { class: "readings-rows", "aria-label": "What differs" },
            h(
              "thead",
              {},
              h("tr", {}, h("th", {}, "What"), h("th", {}, a.sides[0].name), h("th", {}, a.sides[1].name), h("th")),
            ),
            h(
              "tbody",
              {},
              a.rows.map((r) =>
                h("tr", {}, h("td", {}, r.what), h("td", {}, r.a), h("td", {}, r.b), h("td", {}, ruleId(r.rule, act))),
              ),
            ),
          ),
          a.more ? h("p", { class: "s3 sm" }, `and ${a.more} more`) : null,
        )
      : a.same
        ? null
        : h("p", { class: "s2" }, "Up to there nothing lies differently."),
    a.same ? null : h("div", { class: "readings-boards" }, a.sides.map(side)),
  ),
];

/** @type {Panel<ReadingsModel>} */
export const readings = (d, { act }) => {
  const ruling = h(
    "select",
    {
      class: "pick",
      "aria-label": "Which ruling?",
      "data-keep": "ruling",
      change: () => act("reading", { ruling: ruling.value }),
      keydown: stops,
    },
    h("option", { value: "", selected: !d.key }, "Which ruling?"),
    d.rulings.map((x) => h("option", { value: x.key, selected: x.key === d.key }, `${x.rule} \u00b7 ${x.name}`)),
  );
  const choice = h(
    "select",
    {
      class: "pick",
      "aria-label": "The other reading",
      "data-keep": "readingas",
      change: () => act("readingas", { choice: choice.value }),
      keydown: stops,
    },
    d.choices.map(([key, name]) => h("option", { value: key, selected: key === d.choice }, name)),
  );
  return [
    head(
      d.title,
      "",
      ruleId(d.rule, act),
      button(
        "btn small",
        () => act("readings"),
        { "aria-label": "Close", "data-keep": "readingsclose" },
        line("close"),
      ),
    ),
    h(
      "div",
      { class: "readings-form" },
      h("div", { class: "readings-which" }, ruling),
      d.key ? h("p", { class: "s2" }, span("s3", "As it is played: "), d.now) : null,
      d.key
        ? h(
            "p",
            { class: "s2" },
            span("s3", "The other reading: "),
            d.choices.length > 1 ? choice : (d.choices[0]?.[1] ?? ""),
          )
        : null,
      d.key
        ? h(
            "div",
            { class: "foot" },
            button(
              `btn ${d.answer ? "line" : "solid"}`,
              () => act("readingrun"),
              { "data-keep": "readingrun" },
              "Compare the two",
            ),
            d.opens
              ? button(
                  "btn line",
                  () => act("readingopen"),
                  { "data-keep": "readingopen", title: "The game under the other reading, on a board below" },
                  line("branch"),
                  "Play the other reading",
                )
              : null,
          )
        : null,
    ),
    d.answer ? answer(d.answer, act) : null,
  ];
};
