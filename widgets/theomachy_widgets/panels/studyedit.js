// @ts-check
// A study being made: the words of a chapter, marks that are drawn by clicks, questions, and what can be added.
/** @import { Kid, StudyChapter, StudyModel, Ui } from "./types.js" */
import { isServed } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { line } from "./signs.js";

/** @typedef {{ question: string, kind: string, options?: string[], answer: any, hint?: string, why?: string }} Draft */
const TOOLS = [
  ["arrow", "Arrow", "Click where it begins, then where it ends."],
  ["area", "Area", "Click an area to outline it; again, and the line is gone."],
  ["ring", "Circle", "Click a piece or an area to circle it; again, and it is gone."],
  ["near", "Nearer", "Click the area round which the board is shown larger; again, and all of it is shown."],
];
const KINDS = [
  ["what", "one of some answers"],
  ["which", "which commands are legal"],
  ["number", "a number"],
  ["play", "the right move"],
];

/** A field that tells what was written when it is left.
 * @type {(tag: "input" | "textarea", attrs: Record<string, any>, value: string, told: (text: string) => void) => Kid}
 */
const field = (tag, attrs, value, told) => {
  /** @type {any} */
  const made = h(tag, {
    ...attrs,
    ...(tag === "input" ? { value } : {}),
    keydown: (/** @type {KeyboardEvent} */ e) => {
      e.stopPropagation();
      if (e.key === "Enter" && tag === "input") made.blur();
    },
    change: () => {
      if (made.value !== value) told(made.value);
    },
  });
  if (tag === "textarea") made.textContent = value;
  return made;
};
const labelled = (/** @type {string} */ text, /** @type {Kid} */ kid) =>
  h("label", { class: "st-label" }, span("s2 sm", text), kid);

/** What lies over the board while marks are drawn: a click on a thing is a mark.
 * @type {(c: StudyChapter, view: string, close: boolean, ui: Ui, from: string) => Kid}
 */
export function pen(c, view, close, { act, keep, again }, from) {
  const tool = keep.tool;
  if (!tool) return null;
  const n = keep.at + 1;
  const hit = (/** @type {{ t: string, a: number }} */ x) => {
    const target = tool === "ring" ? x.t : `area:${x.a}`;
    if (tool !== "arrow") act("mark", { n, kind: tool, target });
    else if (!from || from === target) {
      keep.from = from ? "" : target;
      again();
    } else {
      keep.from = "";
      act("mark", { n, kind: "arrow", target: from, end: target });
    }
  };
  return s(
    "svg",
    {
      viewBox: view,
      class: "st-svg st-pen",
      preserveAspectRatio: c.near || close ? "xMidYMid slice" : "xMidYMid meet",
    },
    ...[...c.hits]
      .sort((a, b) => Number(!!a.c) - Number(!!b.c))
      .filter((x) => !x.c || tool === "ring")
      .map((x) =>
        s(
          x.c ? "circle" : "path",
          {
            ...(x.c ? { cx: x.c[0], cy: x.c[1], r: x.c[2] } : { d: x.d }),
            class: from === `area:${x.a}` && !x.c ? "from" : "",
            role: "button",
            tabindex: 0,
            "aria-label": `${tool}: ${x.l}`,
            "data-hit": x.t,
            click: () => hit(x),
            keydown: (/** @type {KeyboardEvent} */ e) => {
              if (e.key !== "Enter" && e.key !== " ") return;
              e.preventDefault();
              e.stopPropagation();
              hit(x);
            },
          },
          s("title", {}, x.l),
        ),
      ),
  );
}

/** @type {(d: StudyModel, ui: Ui) => Kid} */
export function tools(d, { act, keep, again }) {
  const c = d.chapters[keep.at];
  if (!c?.draft) return null;
  return h(
    "div",
    { class: "st-tools" },
    h(
      "div",
      { class: "pills", role: "group", "aria-label": "Draw on the board" },
      TOOLS.map(([k, say]) =>
        button(
          `pill ${keep.tool === k ? "on" : ""}`,
          () => {
            keep.tool = keep.tool === k ? "" : k;
            keep.from = "";
            again();
          },
          { "aria-pressed": keep.tool === k ? "true" : "false", "data-tool": k },
          say,
        ),
      ),
    ),
    c.draft.drawn.length
      ? button("btn line small", () => act("mark", { n: keep.at + 1, kind: "clear", target: "" }), {}, "Wipe out")
      : null,
    span("grow"),
    span("s3 sm", TOOLS.find(([k]) => k === keep.tool)?.[2] || c.draft.drawn.join(" · ") || "Nothing is drawn yet."),
  );
}

/** @type {(d: StudyModel, ui: Ui) => Kid} */
export function words(d, ui) {
  const { act, keep } = ui,
    c = d.chapters[keep.at],
    n = keep.at + 1;
  if (!c?.draft) return null;
  taken(d, keep);
  const write = (/** @type {string} */ key) => (/** @type {string} */ text) => act("write", { n, key, text });
  return [
    labelled(
      "Title",
      field("input", { "data-keep": "st-title", maxlength: 120, class: "st-in" }, c.title, write("title")),
    ),
    labelled(
      "One sentence for the presenter",
      field("input", { "data-keep": "st-say", maxlength: 240, class: "st-in" }, c.say, write("say")),
    ),
    labelled(
      "Text: **strong**, *stress*, [RULE-ID], lines that begin with - make a list",
      field("textarea", { "data-keep": "st-text", rows: 8, class: "st-in" }, c.draft.text, write("text")),
    ),
    h(
      "div",
      { class: "after" },
      h("div", { class: "hd" }, h("h2", { class: "ov" }, "Questions"), span("grow")),
      /** @type {Draft[]} */ (/** @type {unknown} */ (c.draft.questions)).map((q, i) => ask(q, i, d, ui)),
      keep.asking === n
        ? ask({ question: "", kind: "what", options: ["", ""], answer: [] }, c.draft.questions.length, d, ui)
        : button(
            "btn line",
            () => {
              keep.asking = n;
              ui.again();
            },
            { "data-do": "ask" },
            line("add"),
            "Ask a question",
          ),
    ),
  ];
}

/** The question that was sent is in the study now: its form is no more.
 * @type {(d: StudyModel, keep: any) => void}
 */
function taken(d, keep) {
  const { sent } = keep;
  if (!sent || JSON.stringify(d.chapters[sent.n - 1]?.draft?.questions) === sent.was) return;
  delete keep.drafts[sent.id];
  keep.asking = 0;
  keep.sent = null;
}

/** @type {(q: Draft, i: number, d: StudyModel, ui: Ui) => Kid} */
function ask(q, i, d, { act, keep, again }) {
  const c = d.chapters[keep.at],
    n = keep.at + 1,
    id = `${n}.${i}`;
  keep.drafts ||= {};
  keep.drafts[id] ||= structuredClone(q);
  /** @type {Draft} */
  const draft = keep.drafts[id];
  draft.options ||= ["", ""];
  const right = new Set([draft.answer].flat().map(String));
  const set = (/** @type {(() => void)} */ change) => () => {
    change();
    again();
  };
  const row = (/** @type {string} */ text, /** @type {number} */ k) =>
    h(
      "div",
      { class: "st-opt" },
      h("input", {
        type: draft.kind === "which" ? "checkbox" : "radio",
        name: `st-right-${id}`,
        checked: text !== "" && right.has(text),
        "aria-label": `Answer ${k + 1} is right`,
        change: (/** @type {any} */ e) => {
          const now = /** @type {string[]} */ (draft.options)[k];
          if (draft.kind === "what") draft.answer = [now];
          else draft.answer = e.target.checked ? [...right, now] : [...right].filter((x) => x !== now);
          again();
        },
      }),
      h("input", {
        class: "st-in",
        "data-keep": `st-opt-${id}-${k}`,
        value: text,
        "aria-label": `Answer ${k + 1}`,
        keydown: (/** @type {KeyboardEvent} */ e) => e.stopPropagation(),
        change: (/** @type {any} */ e) => {
          const before = /** @type {string[]} */ (draft.options)[k];
          /** @type {string[]} */ (draft.options)[k] = e.target.value;
          if (right.has(before)) draft.answer = [...right].map((x) => (x === before ? e.target.value : x));
        },
      }),
    );
  const text = (/** @type {"question" | "hint" | "why"} */ key, /** @type {string} */ say) =>
    labelled(
      say,
      field("input", { class: "st-in", "data-keep": `st-${key}-${id}` }, String(draft[key] || ""), (said) => {
        draft[key] = said;
      }),
    );
  const kind = h(
    "select",
    {
      class: "pill",
      "aria-label": "Kind of question",
      change: () => {
        draft.kind = kind.value;
        draft.answer = [];
        again();
      },
    },
    KINDS.map(([k, say]) => h("option", { value: k, selected: k === draft.kind }, say)),
  );
  const keepIt = () => {
    const several = draft.kind === "what" || draft.kind === "which";
    const told = {
      question: draft.question.trim(),
      kind: draft.kind,
      options: several ? (draft.options || []).map((x) => x.trim()).filter(Boolean) : [],
      answer: [draft.answer].flat().map((x) => String(x).trim()),
      hint: draft.hint || "",
      why: draft.why || "",
    };
    // What is refused stays in the form; what is kept leaves it (`taken`).
    keep.sent = { id, n, was: JSON.stringify(c.draft?.questions) };
    act("ask", { n, i, ...told });
  };
  return h(
    "div",
    { class: "st-ask", "data-ask": i },
    text("question", "Question"),
    kind,
    draft.kind === "what" || draft.kind === "which"
      ? [
          h(
            "p",
            { class: "s3 sm" },
            draft.kind === "what" ? "Mark the one that is right." : "Mark those that are legal.",
          ),
          draft.options.map(row),
          button(
            "lnk",
            set(() => /** @type {string[]} */ (draft.options).push("")),
            {},
            "One more answer",
          ),
        ]
      : labelled(
          draft.kind === "number" ? "The number" : "The move, as it is typed",
          field(
            "input",
            { class: "st-in", "data-keep": `st-answer-${id}` },
            [draft.answer].flat().join(", "),
            (said) => {
              draft.answer = [said];
            },
          ),
        ),
    text("hint", "Hint: a rule or a sentence"),
    text("why", "Said after the answer"),
    d.error && keep.sent?.id === id ? h("p", { class: "verdict bad" }, d.error) : null,
    h(
      "div",
      { class: "foot" },
      button("btn line", keepIt, { "data-do": "keep-question" }, "Keep this question"),
      i < (c.draft?.questions.length || 0)
        ? button(
            "btn",
            () => {
              delete keep.drafts[id];
              act("unask", { n, i });
            },
            {},
            "Take out",
          )
        : button(
            "btn",
            set(() => {
              keep.asking = 0;
              delete keep.drafts[id];
            }),
            {},
            "Never mind",
          ),
    ),
  );
}

/** What a new chapter can be made of.
 * @type {(d: StudyModel, ui: Ui) => Kid}
 */
export function adding(d, { act, keep, again }) {
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": "A saved game",
    change: async () => {
      const chosen = file.files?.[0];
      if (chosen && chosen.size < 4_000_000) act("bring", { text: await chosen.text() });
    },
  });
  const pasted = h("input", {
    class: "st-in",
    "data-keep": "st-line",
    "data-typed": "",
    placeholder: "a position, copied as a line of text",
    "aria-label": "Line of a position",
    keydown: (/** @type {KeyboardEvent} */ e) => {
      e.stopPropagation();
      if (e.key === "Enter" && pasted.value.trim()) act("add", { line: pasted.value.trim() });
    },
  });
  return h(
    "div",
    { class: "st-adding" },
    d.adds ? button("btn solid", () => act("here"), { "data-do": "here" }, line("add"), d.adds) : null,
    h(
      "div",
      { class: "foot" },
      pasted,
      button(
        "btn line",
        () => {
          if (pasted.value.trim()) act("add", { line: pasted.value.trim() });
        },
        { "data-do": "line" },
        "Add",
      ),
    ),
    file,
    h(
      "p",
      { class: "s2 sm", "data-do": "editor" },
      isServed()
        ? h("a", { class: "lnk", href: `?edit=${d.slug}`, target: "_blank", rel: "noopener" }, "Set up a position")
        : ["Set up a position with ", h("code", {}, `PositionEditor("${d.slug}")`), " of theomachy_widgets"],
      isServed() ? " in the editor, in a tab of its own" : null,
      "; there “Copy as Line” gives the line.",
    ),
    button("btn line", () => file.click(), {}, "Moments of a saved game …"),
    d.brought
      ? h(
          "div",
          { class: "st-moments" },
          h("p", { class: "s2 sm" }, `${d.brought.title}: choose its moments`),
          h(
            "div",
            { class: "list", "data-scroll": "moments" },
            d.brought.moments.map((m) =>
              button(
                `line ${m.on ? "on" : ""}`,
                () => act("moment", { node: m.node }),
                { "data-node": m.node },
                m.label,
              ),
            ),
          ),
        )
      : null,
    button(
      "lnk",
      () => {
        keep.adding = false;
        again();
      },
      {},
      "Close",
    ),
  );
}
