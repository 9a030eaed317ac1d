// @ts-check
// The questions of a study, graded here in the page, and the answers as one file for a teacher.
/** @import { Kid, StudyModel, StudyQuestion, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";
import { download } from "./studyboard.js";

/** What a reader has done with one question.
 * @typedef {{ tries: string[][], state: string, picked: number[], said: string, hint: boolean }} Outcome
 */

const store = (/** @type {StudyModel} */ d) => `theomachy-study-${d.digest}`;
/** What the reader did before, where the browser keeps it.
 * @type {(d: StudyModel, keep: any) => void}
 */
export function recall(d, keep) {
  if (keep.of === d.digest) return;
  keep.of = d.digest;
  keep.outcomes = {};
  keep.notes = {};
  keep.reader = "";
  try {
    const told = JSON.parse(localStorage.getItem(store(d)) || "{}");
    for (const [at, o] of Object.entries(told.outcomes || {}))
      if (o && Array.isArray(/** @type {any} */ (o).tries))
        keep.outcomes[at] = { ...fresh(), .../** @type {any} */ (o) };
    keep.notes = told.notes || {};
    keep.reader = String(told.reader || "");
  } catch {
    /* a browser that keeps nothing, or something else under this name */
  }
}
export function remember(/** @type {StudyModel} */ d, /** @type {any} */ keep) {
  try {
    localStorage.setItem(store(d), JSON.stringify({ outcomes: keep.outcomes, notes: keep.notes, reader: keep.reader }));
  } catch {
    /* nothing is kept */
  }
}
/** @type {() => Outcome} */
const fresh = () => ({ tries: [], state: "open", picked: [], said: "", hint: false });
/** @type {(keep: any, q: StudyQuestion) => Outcome} */
export function outcome(keep, q) {
  keep.outcomes[q.at] ||= fresh();
  return keep.outcomes[q.at];
}

/** @type {(q: StudyQuestion, given: string[]) => boolean} */
function isRight(q, given) {
  if (q.kind === "number") return Number(given[0].replace(",", ".")) === Number(q.answer[0]);
  if (q.kind === "play") return q.options.some((o) => o.right && (given[0] === o.text || q.answer.includes(given[0])));
  return given.length === q.answer.length && given.every((text) => q.answer.includes(text));
}
/** @type {(q: StudyQuestion, o: Outcome, given: string[]) => void} */
function answer(q, o, given) {
  o.tries.push(given);
  if (isRight(q, given)) {
    o.state = o.tries.length === 1 ? "first" : "later";
    o.said = `Right. ${q.why}`.trim();
    o.picked = [];
    return;
  }
  const wrong = q.kind === "which" ? q.options.find((x) => given.includes(x.text) && !x.right) : null;
  const amiss = wrong
    ? `“${wrong.text}” is not legal.${wrong.amiss ? ` What fails: ${wrong.amiss}.` : ""}`
    : q.kind === "which"
      ? "All that is chosen is legal, but not all that is legal is chosen."
      : "";
  o.hint = true;
  o.said = ["Not so.", amiss, q.hint].filter(Boolean).join(" ");
}

/** Choose an option: of several it is only marked, of one it is the answer. */
export function choose(/** @type {StudyQuestion} */ q, /** @type {Outcome} */ o, /** @type {number} */ i) {
  if (o.state !== "open" || !q.options[i]) return;
  if (q.kind === "which") o.picked = o.picked.includes(i) ? o.picked.filter((x) => x !== i) : [...o.picked, i];
  else answer(q, o, [given(q, i)]);
}
const given = (/** @type {StudyQuestion} */ q, /** @type {number} */ i) =>
  q.kind === "play" && q.options[i].right && q.answer.length === 1 ? q.answer[0] : q.options[i].text;

/** The question of a chapter that waits, if there is one.
 * @type {(d: StudyModel, keep: any) => StudyQuestion | undefined}
 */
export const waiting = (d, keep) => d.chapters[keep.at]?.questions.find((q) => outcome(keep, q).state === "open");

/** @type {(d: StudyModel, keep: any) => [first: number, right: number, asked: number]} */
export function points(d, keep) {
  const all = d.chapters.flatMap((c) => c.questions).map((q) => keep.outcomes[q.at]?.state);
  const first = all.filter((x) => x === "first").length;
  return [first, first + all.filter((x) => x === "later").length, all.length];
}

/** @type {(q: StudyQuestion, d: StudyModel, ui: Ui) => Kid} */
export function question(q, d, { keep, again }) {
  const o = outcome(keep, q),
    open = o.state === "open";
  const done = () => {
    remember(d, keep);
    again();
  };
  const check = (/** @type {string[]} */ said) => {
    answer(q, o, said);
    done();
  };
  const field = h("input", {
    "data-keep": `number-${q.at}`,
    "data-typed": "",
    inputmode: "decimal",
    maxlength: 20,
    "aria-label": q.text,
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") number();
    },
  });
  const number = () => {
    const text = field.value.trim();
    if (text && Number.isFinite(Number(text.replace(",", ".")))) check([text]);
  };
  const mark = (/** @type {number} */ i) => {
    const text = q.options[i].text,
      first = o.tries[0] || [];
    if (!open && q.options[i].right) return ["right", q.kind === "which" ? "legal" : "right"];
    if (q.kind !== "which" && o.tries.some((t) => t[0] === text))
      return ["wrong", first[0] === text ? "first try" : "tried"];
    return ["", !open && q.kind === "which" ? "not legal" : ""];
  };
  const solid = waiting(d, keep) === q ? "solid" : "line";
  return h(
    "div",
    { class: "after st-q", "data-question": q.at },
    h("h2", { class: "q" }, q.text),
    q.kind === "which" && open ? h("p", { class: "s3 sm" }, "Choose all that are, then check.") : null,
    q.first && open ? h("p", { class: "s3 sm" }, "Choose how the move begins.") : null,
    q.options.length
      ? h(
          "div",
          {
            class: "choices",
            role: "listbox",
            "aria-label": q.text,
            "aria-multiselectable": q.kind === "which" ? "true" : null,
          },
          q.options.map((x, i) => {
            const [cls, note] = mark(i),
              on = o.picked.includes(i);
            return button(
              `choice ${cls} ${on ? "on" : ""}`,
              () => {
                choose(q, o, i);
                done();
              },
              { role: "option", "aria-selected": on ? "true" : "false", disabled: !open, "data-choice": i + 1 },
              i < 9 ? span("key", i + 1) : span("key none"),
              span("grow", x.text),
              note ? span("note", note) : null,
            );
          }),
        )
      : null,
    q.kind === "number" && open ? h("div", { class: "foot" }, h("div", { class: "field ui st-number" }, field)) : null,
    !open && (q.kind === "number" || (q.kind === "play" && !q.options.some((x) => x.right)))
      ? h("p", { class: "choice right" }, span("grow", q.answer.join(", or ")), span("note", "right"))
      : null,
    o.said
      ? h(
          "p",
          {
            class: `verdict ${o.state === "open" ? "bad" : o.state === "shown" ? "" : "good"}`,
            "aria-live": "polite",
          },
          o.said,
        )
      : o.hint && q.hint
        ? h("p", { class: "verdict hint", "aria-live": "polite" }, q.hint)
        : null,
    open
      ? h(
          "div",
          { class: "foot" },
          q.kind === "which" || q.kind === "number"
            ? button(
                `btn ${solid}`,
                () => (q.kind === "number" ? number() : check(o.picked.map((i) => q.options[i].text))),
                { disabled: q.kind === "which" && !o.picked.length },
                "Check",
              )
            : null,
          q.hint
            ? button(
                "btn line",
                () => {
                  o.hint = true;
                  done();
                },
                { disabled: o.hint },
                o.hint ? "Hint used" : "Hint",
              )
            : null,
          o.tries.length
            ? button(
                "lnk",
                () => {
                  o.state = "shown";
                  o.said = `The answer is: ${q.answer.join(", ") || "none"}. ${q.why}`.trim();
                  done();
                },
                {},
                "Show the answer",
              )
            : null,
        )
      : null,
  );
}

/** The answers of the reader as one small file; who reads it grades them again.
 * @type {(d: StudyModel, ui: Ui) => Kid}
 */
export function handIn(d, { keep }) {
  const name = h("input", {
    "data-keep": "reader",
    value: keep.reader || "",
    maxlength: 80,
    placeholder: "your name",
    "aria-label": "Your name",
    keydown: (e) => e.stopPropagation(),
    input: () => {
      keep.reader = name.value;
    },
    change: () => remember(d, keep), // not drawn anew: the button that is being pressed would be another one
  });
  const give = () => {
    const reader = name.value.trim();
    if (!reader) return name.focus();
    const rows = d.chapters
      .flatMap((c) => c.questions)
      .filter((q) => keep.outcomes[q.at]?.tries.length || keep.outcomes[q.at]?.state === "shown")
      .map((q) => ({
        at: q.at,
        tries: keep.outcomes[q.at].tries.slice(0, 40),
        shown: keep.outcomes[q.at].state === "shown",
      }));
    const told = {
      format: "theomachy answers",
      version: 1,
      name: reader,
      of: { kind: "study", game: d.slug, name: d.name, title: d.title, digest: d.digest },
      answers: rows,
      points: points(d, keep),
    };
    const file = `${reader.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "answers"}.answers.json`;
    download(new Blob([`${JSON.stringify(told, null, 1)}\n`], { type: "application/json" }), file);
  };
  return h(
    "div",
    { class: "st-hand" },
    h("div", { class: "field ui" }, name),
    button("btn line", give, { title: "One small file for your teacher: name, answers, points" }, "Hand in"),
  );
}
