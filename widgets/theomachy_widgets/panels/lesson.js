// @ts-check
// A lesson: the bar, the side column (where we are, what is told, what is asked, what came of it), the rules below; and
// the list of lessons.
/**
 * @import {
 *   Act, LessonAsk, LessonbarModel, LessonfootModel, LessonlistModel, LessonsideModel, Panel, Ui
 * } from "./types.js"
 */

import { attack } from "./attack.js";
import { cards } from "./cards.js";
import { reveal, ruleId } from "./common.js";
import { conditions } from "./conditions.js";
import { decision } from "./decision.js";
import { button, h, span } from "./dom.js";
import { handIn, takesFiles } from "./handin.js";
import { hands } from "./hands.js";
import { lines } from "./lines.js";
import { paper } from "./paper.js";
import { rule } from "./rule.js";
import { sealed } from "./sealed.js";
import { sheet } from "./sheet.js";
import { dot, line } from "./signs.js";
import { strip } from "./strip.js";
import { sums } from "./sums.js";
import { throws } from "./throws.js";
import { errorStrip, eventRow, watchCell } from "./watch.js";

/** @type {Panel<LessonbarModel>} */
export const lessonbar = (d, { act, keep, state }) => {
  if (!keep.keys)
    keep.keys = watchCell(state, (e, pushed) => {
      if (e.key === "ArrowLeft") act("back");
      else if (e.key === "ArrowRight") act("next");
      else if (e.key === "h") act("hint");
      else if (e.key === "Enter" && !pushed) act("enter");
      else if (e.key === "Escape") act("letgo");
      else if (/^[0-9]$/.test(e.key)) act("key", { n: Number(e.key) });
      else return false;
      return true;
    });
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Lesson" },
      span("game", `${d.title}, taught`),
      span("s2", "lesson from the scenario “", d.name, "”"),
      span("grow"),
      d.playing
        ? button("btn line", () => act("lesson"), {}, "Back to the lesson")
        : span(
            "tools",
            button(
              "btn",
              () => act("back"),
              { disabled: d.at === 0, title: "Back (left arrow)" },
              line("undo"),
              "Back",
            ),
            button(
              "btn",
              () => {
                act("study");
                reveal(state, ".theo-study");
              },
              { title: "A study made of this lesson, to be changed and shared" },
              "Make a study",
            ),
            button("btn", () => act("play"), {}, "Leave the lesson and play on"),
          ),
    ),
    errorStrip(d, act),
  ];
};

/** @type {Record<string, string>} */
const DASHES = { right: "right at once", later: "answered later", done: "seen", now: "here", ahead: "to come" };
/** @type {Panel<LessonsideModel>} */
export const lessonside = (d, ui) => {
  const { act } = ui,
    q = d.ask;
  takesFiles(ui);
  const points =
    q || d.points[2]
      ? span(
          "s2 points",
          `${d.points[1]} of ${d.points[2]} ${d.points[2] === 1 ? "question" : "questions"}`,
          d.points[0] ? `, ${d.points[0]} at once` : "",
        )
      : null;
  const go = d.waits
    ? q?.kind === "which"
      ? button("btn solid", () => act("check"), { disabled: !q.chosen, title: "Enter" }, "Check")
      : null
    : d.next
      ? button("btn solid", () => act("next"), { title: "Right arrow" }, d.next)
      : d.over
        ? button("btn line", () => act("again"), {}, "From the beginning")
        : null;
  return [
    h(
      "div",
      { class: "hd" },
      h("h2", { class: "ov" }, `Step ${d.at + 1} of ${d.of}`, d.phase ? ` · ${d.phase}` : ""),
      span("grow"),
      h(
        "div",
        { class: "dashes", role: "img", "aria-label": d.dashes.map((x, i) => `${i + 1} ${DASHES[x]}`).join(", ") },
        d.dashes.map((x) => h("i", { class: x })),
      ),
    ),
    h("h1", { class: "lt1" }, d.title),
    d.say ? h("p", { class: "say-p", "aria-live": "polite" }, d.say) : null,
    d.did ? h("p", { class: "did" }, d.did) : null,
    d.rows.length
      ? h(
          "div",
          { class: "tree", "data-scroll": "did" },
          d.rows.map((r) => eventRow(r, act)),
        )
      : null,
    d.rules.length
      ? h(
          "div",
          { class: "list" },
          d.rules.map((r) =>
            button("line", () => act("rule", { id: r.id }), {}, dot("rule"), span("grow", r.title), span("rid", r.id)),
          ),
        )
      : null,
    q ? h("div", { class: "after" }, question(q, d, ui)) : null,
    h(
      "div",
      { class: "foot" },
      go,
      q?.open && q.hints
        ? button("btn line", () => act("hint"), { title: "h", disabled: !!q.hint }, q.hint ? "Hint used" : "Hint")
        : null,
      q?.open && q.tries ? button("lnk", () => act("show"), {}, "Show the answer") : null,
      span("grow"),
      points,
    ),
    d.over ? h("p", { class: "s2", style: { "margin-top": "10px" } }, "The lesson is over.") : null,
    handIn(ui, "Your answers as one small file, for a teacher.", d.answered && !q?.open),
    d.rule ? h("div", { class: "after" }, rule(d.rule, ui)) : null,
  ];
};

function question(/** @type {LessonAsk} */ q, /** @type {LessonsideModel} */ d, /** @type {Ui} */ ui) {
  const { act } = ui;
  const tone = q.state === "first" || q.state === "later" ? "good" : q.state === "shown" ? "" : "bad";
  const said = q.said ? h("p", { class: `verdict ${tone}`, "aria-live": "polite" }, q.said) : null;
  const hint =
    q.hint && q.open && !q.said?.includes(q.hint)
      ? h("p", { class: "verdict hint", "aria-live": "polite" }, q.hint)
      : null;
  return [
    h("p", { class: "q", "aria-live": "polite" }, q.text),
    q.kind === "which" && q.open ? h("p", { class: "s3 sm" }, "Choose all that are, then check.") : null,
    q.options.length
      ? h(
          "div",
          {
            class: "choices",
            role: "listbox",
            "aria-label": q.text,
            "aria-multiselectable": q.kind === "which" ? "true" : null,
          },
          q.options.map((o) =>
            button(
              `choice ${o.mark} ${o.on ? "on" : ""}`,
              () => act("choose", { i: o.i }),
              { role: "option", "aria-selected": o.on ? "true" : "false", disabled: !q.open, "data-choice": o.i },
              span("key", o.i),
              span("grow", o.text),
              o.note ? span("note", o.note) : null,
            ),
          ),
        )
      : null,
    q.kind === "number" && q.open ? number(q, act) : null,
    q.kind !== "which" && q.kind !== "what" && !q.open
      ? h("p", { class: "choice right" }, span("grow", q.answer.join(", or ")), span("note", "right"))
      : null,
    d.decision
      ? h(
          "div",
          { class: "own" },
          q.kind === "play"
            ? h(
                "p",
                { class: "s3 sm", style: { "margin-bottom": "10px" } },
                "Make the move on the board or in the list.",
              )
            : null,
          decision(d.decision, ui),
        )
      : null,
    said,
    hint,
  ];
}
function number(/** @type {LessonAsk} */ q, /** @type {Act} */ act) {
  const go = () => {
    if (field.value.trim()) act("check", { text: field.value });
  };
  const field = h("input", {
    "data-keep": "number",
    "data-typed": "",
    inputmode: "decimal",
    maxlength: 20,
    "aria-label": q.text,
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") go();
    },
  });
  return h(
    "div",
    { class: "foot" },
    h("div", { class: "field ui", style: { width: "120px" } }, field),
    button("btn line", go, { title: "Enter" }, "Check"),
  );
}

export const BESIDE = { attack, hands, lines, paper, cards, sums, throws, sealed, conditions };
/** @type {Panel<LessonfootModel>} */
export const lessonfoot = (d, ui) => [
  Object.entries(BESIDE).map(([name, draw]) =>
    d.beside[name] ? h("div", { class: "after" }, draw(d.beside[name], ui)) : null,
  ),
  d.players.seats ? strip(d.players, ui) : null,
  d.sheet.name ? h("div", { class: "after" }, sheet(d.sheet, ui)) : null,
  rulesBelow(d, ui),
];
const rulesBelow = (/** @type {LessonfootModel} */ d, /** @type {Ui} */ { act }) => [
  d.rulings.map((r) => h("p", { class: "s2 ruled" }, line("house"), " A ruling: ", r.text, " ", ruleId(r.rule, act))),
  d.rules.length
    ? h(
        "p",
        { class: "s3 sm ruled" },
        "This lesson shows ",
        d.rules.map((r, i) => [
          i ? " · " : "",
          button("lnk", () => act("rule", { id: r.id }), { title: r.id }, r.title),
        ]),
      )
    : null,
];

// The list shows all of itself: the course in columns, the scenarios of rules when they are asked for. While a lesson
// is open it is one row, with the lessons before and after, so that the lesson stands near the top.
// A served list of lessons says in its address which one is open: loaded anew, the page opens it again.
/** @type {(name: string) => void} */
function told(name) {
  const address = new URLSearchParams(location.search);
  if (!address.get("lessons") || (address.get("open") || "") === name) return;
  if (name) address.set("open", name);
  else address.delete("open");
  history.replaceState(null, "", `?${address}${location.hash}`);
}

/** @type {Panel<LessonlistModel>} */
export const lessonlist = (d, { act, keep, state, again }) => {
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  const open = d.rows.find((r) => r.on);
  told(open?.name || "");
  const find = (keep.find || "").trim().toLowerCase(),
    hit = (/** @type {LessonlistModel["rows"][number]} */ r) =>
      `${r.title} ${r.about} ${r.name}`.toLowerCase().includes(find);
  const row = (/** @type {LessonlistModel["rows"][number]} */ r) =>
    button(
      `line two ${r.on ? "on" : ""}`,
      () => {
        keep.all = false;
        act("open", { i: r.i });
      },
      { "data-lesson": r.name, "aria-pressed": r.on ? "true" : "false", title: r.name },
      span("grow", span("b", r.title), r.about ? span("d", r.about) : ""),
      span("s3 sm", r.asks ? `${r.asks} ${r.asks === 1 ? "question" : "questions"}` : ""),
    );
  const bar = h("div", { class: "bar" }, span("game", d.title), span("s2", d.say)),
    faults = d.faults.length
      ? h("p", { class: "s3 sm" }, `${d.faults.length} files could not be read: ${d.faults.join("; ").slice(0, 300)}`)
      : null;
  if (open && !keep.all) {
    const at = d.rows.indexOf(open),
      step = (/** @type {number} */ k, /** @type {string} */ say) =>
        button(
          "btn line",
          () => act("open", { i: d.rows[at + k].i }),
          { disabled: !d.rows[at + k] || d.rows[at + k].course !== open.course, title: d.rows[at + k]?.title },
          say,
        );
    return [
      bar,
      errorStrip(d, act),
      h(
        "div",
        { class: "now" },
        row(open),
        step(-1, "Before"),
        step(1, "Next"),
        button(
          "btn line",
          () => act("readings", { i: open.i }),
          { title: "The same scenario under another ruling or value" },
          "Two readings",
        ),
        button(
          "btn line",
          () => {
            keep.all = true;
            again();
          },
          {},
          "All lessons",
        ),
      ),
    ];
  }
  const course = d.rows.filter((r) => r.course && hit(r)),
    others = d.rows.filter((r) => !r.course),
    shown = others.filter(hit),
    all = keep.others || !d.rows.some((r) => r.course) || find;
  const field = h("input", {
    "data-keep": "find",
    "data-typed": "",
    value: keep.find || "",
    placeholder: "words of a title",
    "aria-label": "Find a lesson",
    input: () => {
      keep.find = field.value;
      again();
    },
    keydown: (e) => e.stopPropagation(),
  });
  return [
    bar,
    errorStrip(d, act),
    faults,
    h("div", { class: "field ui find" }, line("find"), field),
    course.length ? h("div", { class: "list tall" }, course.map(row)) : null,
    others.length
      ? h(
          "div",
          { class: "more" },
          h("h3", { class: "ov" }, "Scenarios that show a rule"),
          d.rows.length > others.length && !find
            ? button(
                "lnk",
                () => {
                  keep.others = !keep.others;
                  again();
                },
                { "aria-expanded": all ? "true" : "false" },
                all ? "Show fewer" : `Show all ${others.length}`,
              )
            : null,
        )
      : null,
    all ? h("div", { class: "list tall" }, shown.map(row)) : null,
    find && !course.length && !shown.length ? h("p", { class: "s3" }, "No lesson has these words.") : null,
  ];
};
