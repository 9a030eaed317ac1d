// @ts-check
// Two readings of the rules: a ruling and its other choice, or a value that is another, what differs, and both boards.
/** @import { Act, Panel, ReadingsAnswer, ReadingsModel, ReadingsSide } from "./types.js" */
import { head, paced, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { line } from "./signs.js";

const stops = (/** @type {KeyboardEvent} */ e) => e.key !== "Escape" && e.stopPropagation();
// In a list Enter compares, Escape goes back to the dashboard and closes.
/** @type {(act: Act, leave: () => void) => (e: KeyboardEvent) => void} */
const inList = (act, leave) => (e) => {
  e.stopPropagation();
  if (e.key === "Escape") {
    leave();
    act("readings");
  }
  if (e.key !== "Enter") return;
  e.preventDefault();
  act("readingrun");
};

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

// A component value or a text: looked for by words, chosen, and written anew.
/** @type {(d: ReadingsModel, act: Act, keep: any) => import("./types.js").Kid} */
const byValue = (d, act, keep) => {
  if (!d.value) {
    const find = h("input", {
      type: "text",
      value: d.find,
      placeholder: "find a value or a text",
      "aria-label": "Find a value or a text",
      "data-keep": "readingfind",
      "data-typed": "",
      input: () => paced(keep, () => act("readingfind", { text: find.value })),
      keydown: stops,
    });
    return [
      h("div", { class: "field ui" }, line("find"), find),
      h(
        "div",
        { class: "readings-values", role: "group", "aria-label": "Values" },
        d.known.map((x) =>
          button(
            "readings-value",
            () => act("readingvalue", { key: x.key }),
            { "data-keep": `value ${x.key}` },
            span("b", x.name),
            span("", x.now),
            span("s3 sm", x.source),
          ),
        ),
      ),
      d.unseen ? h("p", { class: "s3 sm" }, `and ${d.unseen} more: type a word of it`) : null,
      d.known.length ? null : h("p", { class: "s2" }, "Nothing of that name."),
    ];
  }
  const long = d.value.now.length > 40;
  const typed = h(long ? "textarea" : "input", {
    "aria-label": "The other reading",
    "data-keep": "readingtyped",
    "data-typed": "",
    rows: long ? 3 : null,
    keydown: (/** @type {KeyboardEvent} */ e) => {
      stops(e);
      if (e.key === "Enter" && !e.shiftKey) {
        e.preventDefault();
        act("readingrun", { typed: typed.value });
      }
    },
  });
  typed.value = d.typed;
  keep.typed = typed;
  return [
    h(
      "p",
      {},
      h("b", {}, d.value.name),
      " ",
      button("lnk", () => act("readingvalue"), { "data-keep": "readingother" }, "another value"),
    ),
    h("p", { class: "s2" }, span("s3", "As it is played: "), d.value.now, span("s3", ` (${d.value.source})`)),
    h("div", { class: "readings-typed" }, span("s3", "The other reading: "), typed),
  ];
};

/** @type {Panel<ReadingsModel>} */
export const readings = (d, { act, keep, state }) => {
  const listed = inList(act, () => state.box()?.focus({ preventScroll: true }));
  const ruling = h(
    "select",
    {
      class: "pick",
      "aria-label": "Which ruling?",
      "data-keep": "ruling",
      change: () => act("reading", { ruling: ruling.value }),
      keydown: listed,
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
      keydown: listed,
    },
    d.choices.map(([key, name]) => h("option", { value: key, selected: key === d.choice }, name)),
  );
  // What is opened or found below the edge of the screen comes into sight.
  const comes = keep.shown === undefined || !keep.shown.isConnected,
    answered = !!d.answer && !keep.answered;
  keep.answered = !!d.answer;
  keep.shown = h("span", { class: "readings-here" });
  if (comes || answered) {
    const at = keep.shown;
    setTimeout(() => {
      const to = answered ? at.closest("section")?.querySelector(".readings-found") || at : at.closest("section");
      to?.scrollIntoView({ block: "nearest", behavior: "smooth" });
      if (comes) ruling.focus({ preventScroll: true });
    });
  }
  return [
    keep.shown,
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
      h(
        "div",
        { class: "pills", role: "group", "aria-label": "What is read otherwise" },
        [false, true].map((values) =>
          button(
            `pill ${d.values === values ? "on" : ""}`,
            () => act("readingby", { values }),
            { "aria-pressed": d.values === values ? "true" : "false", "data-keep": `by ${values}` },
            values ? "A value or text" : "A ruling",
          ),
        ),
      ),
      d.values ? byValue(d, act, keep) : h("div", { class: "readings-which" }, ruling),
      !d.values && d.key ? h("p", { class: "s2" }, span("s3", "As it is played: "), d.now) : null,
      !d.values && d.key
        ? h(
            "p",
            { class: "s2" },
            span("s3", "The other reading: "),
            d.choices.length > 1 ? choice : (d.choices[0]?.[1] ?? ""),
          )
        : null,
      d.ready
        ? h(
            "div",
            { class: "foot" },
            button(
              `btn ${d.answer ? "line" : "solid"}`,
              () => act("readingrun", d.values ? { typed: keep.typed.value } : {}),
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
