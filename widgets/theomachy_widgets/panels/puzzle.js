// @ts-check
// The puzzles of a day: the bar with the set, the question with what came of an answer, the line below the board. What
// is solved is kept in the browser, and told to whoever makes the page.
/**
 * @import { Act, Panel, PuzzlebarModel, PuzzlefootModel, PuzzleReply, PuzzlesideModel } from "./types.js"
 */

import { ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { handIn, takesFiles } from "./handin.js";
import { BESIDE } from "./lesson.js";
import { rule } from "./rule.js";
import { cross, line } from "./signs.js";
import { strip } from "./strip.js";
import { errorStrip, eventRow, watchCell } from "./watch.js";

const KEPT = "theomachy puzzles solved",
  TRIED = "theomachy puzzles tried";
const MOST = 2000;
/** @type {() => string[]} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) || "[]");
    return Array.isArray(found) ? found.filter((x) => typeof x === "string").slice(-MOST) : [];
  } catch {
    return []; // a browser that keeps nothing for this page
  }
}
function keepAll(/** @type {string[]} */ ids) {
  const all = kept(),
    fresh = ids.filter((id) => !all.includes(id));
  if (!fresh.length) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify([...all, ...fresh].slice(-MOST)));
  } catch {
    // it is solved for as long as the page stands
  }
}

// What was answered, a row a puzzle, so that it can be handed in tomorrow too.
/** @type {() => Record<string, string>} */
function tried() {
  try {
    const found = JSON.parse(localStorage.getItem(TRIED) || "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}
function keepTried(/** @type {string[]} */ rows) {
  if (!rows.length) return;
  const fresh = Object.fromEntries(rows.map((row) => [row.split(" ", 1)[0], row]));
  try {
    const all = Object.entries({ ...tried(), ...fresh }).slice(-MOST);
    localStorage.setItem(TRIED, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // as above
  }
}

/** @type {Panel<PuzzlebarModel>} */
export const puzzlebar = (d, { act, keep, state, again }) => {
  keepAll(d.keeps);
  keepTried(d.tried);
  if (!keep.keys)
    keep.keys = watchCell(
      state,
      (e) => {
        if (/^[1-9]$/.test(e.key)) act("key", { n: Number(e.key) });
        else if (e.key === "r") act("again");
        else if (e.key === "h") act("hint");
        else if (e.key === "s") act("show");
        else if (e.key === "n") act("next");
        else if (e.key === "ArrowLeft") act("step", { by: -1 });
        else if (e.key === "ArrowRight") act("step", { by: 1 });
        else return false;
        return true;
      },
      {},
      {
        attached: () => {
          const known = kept(),
            rows = tried(),
            here = d.rows.map((r) => rows[r.id]).filter((row) => typeof row === "string");
          if (known.length || here.length) act("kept", { solved: known, tried: here });
          return () => {};
        },
      },
    );
  const left = d.of - d.solved;
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Puzzles" },
      h(
        "nav",
        { class: "crumbs", "aria-label": "Where" },
        span("s2", "Puzzles"),
        span("s3", "›"),
        span("s2", d.game),
        span("s3", "›"),
        span("game", d.title),
      ),
      span("grow"),
      d.of ? span("s2 count", `solved ${d.solved} of ${d.of}`) : null,
      d.playing
        ? button("btn line", () => act("puzzle"), {}, "Back to the puzzle")
        : span(
            "tools",
            button(
              "btn",
              () => {
                keep.all = !keep.all;
                again();
              },
              { "aria-expanded": keep.all ? "true" : "false" },
              "All of the day",
            ),
            d.of > 1 ? button("btn", () => act("next"), { title: "n" }, "Next puzzle ›") : null,
          ),
    ),
    errorStrip(d, act),
    keep.all && !d.playing
      ? h(
          "div",
          { class: "set", role: "list", "aria-label": `Puzzles of ${d.day}` },
          d.rows.map((r, i) =>
            button(
              `one ${r.on ? "on" : ""}`,
              () => {
                keep.all = false;
                act("open", { i });
              },
              { role: "listitem", "data-puzzle": r.id },
              span("tick", r.solved ? "✓" : String(i + 1)),
              span("grow", span("b", r.title), span("d", r.game)),
              span("s3 sm", r.grade),
            ),
          ),
        )
      : null,
    d.of && !left && !d.playing
      ? h("p", { class: "done", "aria-live": "polite" }, "All of today are solved: come back tomorrow.")
      : null,
  ];
};

/** @type {Panel<PuzzlesideModel>} */
export const puzzleside = (d, ui) => {
  const { act } = ui;
  takesFiles(ui);
  if (d.withdrawn)
    return [
      h("h1", { class: "pt" }, d.title || "Puzzles"),
      h("p", { class: "verdict bad", role: "alert" }, cross(), span("grow", "This puzzle is withdrawn: ", d.withdrawn)),
      h(
        "div",
        { class: "foot" },
        button("btn line", () => act("next"), {}, "Next puzzle"),
      ),
    ];
  return [
    h(
      "div",
      { class: "hd" },
      h("h2", { class: "ov" }, `Puzzle of the day · ${d.grade}`),
      span("grow"),
      ruleId(d.rule, act),
    ),
    h("h1", { class: "pt" }, d.title),
    h("p", { class: "s2 who" }, d.asked.startsWith(d.who) ? d.asked : `${d.who}: ${d.asked}`),
    h("p", { class: "q", "aria-live": "polite" }, d.ask),
    h(
      "div",
      { class: "answers", role: "group", "aria-label": d.ask },
      d.options.map((o) =>
        button(
          `ans ${o.mark}`,
          () => act("answer", { i: o.i }),
          { disabled: !d.open, "data-answer": o.i, "data-keep": `answer-${o.i}` },
          span("key", o.i),
          span("grow", o.text),
          o.note ? span("note", o.note) : null,
        ),
      ),
    ),
    d.among > d.options.length
      ? h("p", { class: "s3 sm" }, `Of these ${d.options.length}; the rules offer ${d.among} answers.`)
      : null,
    d.hint && d.open ? h("p", { class: "hinted", "aria-live": "polite" }, d.hint) : null,
    d.reply ? came(d.reply) : null,
    h("div", { class: "foot" }, tools(d, act)),
    handIn(ui, "Your answers to this set as one small file, for a teacher.", d.handin),
    h(
      "p",
      { class: "keys s3 sm" },
      span("key", "1"),
      " to ",
      span("key", d.options.length),
      " answer ",
      span("key", "R"),
      " again ",
      span("key", "H"),
      " hint",
    ),
    d.opened ? h("div", { class: "after" }, rule(d.opened, ui)) : null,
  ];
};
/** @type {(d: PuzzlesideModel, act: Act) => any[]} */
function tools(d, act) {
  if (d.open)
    return [
      button(
        "btn line",
        () => act("hint"),
        { disabled: !d.hints, title: "h", "data-keep": "hint" },
        d.hints ? `Hint, ${3 - d.hints} of 2` : "No more hints",
      ),
      span("grow"),
      d.tries ? button("lnk", () => act("show"), { title: "s" }, "Show the answer") : null,
    ];
  if (d.reply && !d.reply.right)
    return [
      button("btn solid", () => act("again"), { title: "r", "data-keep": "again" }, line("undo"), "Try again"),
      span("grow"),
      button("lnk", () => act("show"), { title: "s" }, "Show the answer"),
    ];
  return [
    d.more ? button("btn solid", () => act("next"), { title: "n", "data-keep": "next" }, "Next puzzle") : null,
    button("btn line", () => act("again"), { title: "r" }, "Look again"),
  ];
}
/** @type {(r: PuzzleReply) => any} */
const came = (r) =>
  h(
    "div",
    { class: `came ${r.right ? "good" : "bad"}`, role: "status" },
    h(
      "h3",
      {},
      r.right ? span("ok", "✓") : cross(),
      span("grow", r.shown ? r.head.replace("Right: it", "The answer") : r.head),
    ),
    r.text ? h("p", { class: "s2" }, r.text) : null,
    r.bars.map((b) =>
      h(
        "div",
        { class: `share ${b.bad ? "bad" : ""}` },
        span("label", b.label),
        span("track", h("i", { style: { width: `${Math.max(100 * b.share, 0.5)}%` } })),
        span("n", `${b.share > 0 && b.share < 0.005 ? "<1" : Math.round(100 * b.share)}\u2009%`),
      ),
    ),
    h("p", { class: "s3 sm" }, r.note),
  );

/** @type {Panel<PuzzlefootModel>} */
export const puzzlefoot = (d, ui) => {
  const { act } = ui;
  return [
    d.steps
      ? h(
          "section",
          { class: "played" },
          h(
            "div",
            { class: "hd" },
            h("h2", {}, d.head),
            span("s3 sm", `step ${d.step} of ${d.steps}`),
            span("grow"),
            button("btn small", () => act("step", { by: -1 }), { disabled: !d.step, title: "Left arrow" }, "‹ Back"),
            button(
              "btn small",
              () => act("step", { by: 1 }),
              { disabled: d.step === d.steps, title: "Right arrow" },
              "On ›",
            ),
            button("btn line small", () => act("play"), {}, "Play on from here"),
          ),
          h(
            "div",
            { class: "tree", "data-scroll": "line" },
            d.rows.map((r) => eventRow(r, act)),
          ),
        )
      : null,
    Object.entries(BESIDE).map(([name, draw]) =>
      d.beside[name] ? h("div", { class: "after" }, draw(d.beside[name], ui)) : null,
    ),
    d.players.seats ? strip(d.players, ui) : null,
  ];
};
