// @ts-check
// A study: chapters, the board, text and questions; by it the presenter and the handout; and the same for its author.
/** @import { Kid, Panel, StudyChapter, StudyModel, Ui } from "./types.js" */
import { isServed, studyIn } from "./common.js";
import { button, h, span } from "./dom.js";
import { dot, line } from "./signs.js";
import { choose, handIn, outcome, points, question, recall, remember, waiting } from "./studyask.js";
import { board, download, easel, picture, windowOf } from "./studyboard.js";
import { adding, pen, tools, words } from "./studyedit.js";
import { handout, present, printAlone, written } from "./studyshow.js";
import { STYLE } from "./style.js";
import { errorStrip, watchCell } from "./watch.js";

const NARROW = 520; // pixels
const SHAPE = 4 / 3; // of the board of the reader, where it is shown larger
const many = (/** @type {number} */ n, /** @type {string} */ word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/** What a key does; true if it does something.
 * @type {(e: KeyboardEvent, d: StudyModel, ui: Ui) => boolean}
 */
export function pressed(e, d, ui) {
  const { keep, again } = ui;
  if (keep.presenting || !d.chapters.length) return false;
  const q = waiting(d, keep);
  if (e.key === "ArrowUp" || e.key === "ArrowLeft") turn(d, ui, keep.at - 1);
  else if (e.key === "ArrowDown" || e.key === "ArrowRight") turn(d, ui, keep.at + 1);
  else if (e.key === "p") show(ui);
  else if (e.key === "h") paper(ui);
  else if (e.key === "e" && !d.alone) ui.act("editing");
  else if (e.key === "Escape" && (keep.paging || keep.sharing || keep.tool)) {
    keep.paging = keep.sharing = false;
    keep.tool = keep.from = "";
    again();
  } else if (/^[1-9]$/.test(e.key) && q && !d.editing) {
    choose(q, outcome(keep, q), Number(e.key) - 1);
    remember(d, keep);
    again();
  } else return false;
  return true;
}
function turn(/** @type {StudyModel} */ d, /** @type {Ui} */ { act, keep, again }, /** @type {number} */ to) {
  const at = Math.max(0, Math.min(d.chapters.length - 1, to));
  if (at === keep.at) return;
  keep.at = at;
  keep.from = "";
  keep.asking = 0;
  if (d.editing) act("at", { at });
  again();
}
const show = (/** @type {Ui} */ { keep, again }) => {
  keep.presenting = true;
  again();
};
const paper = (/** @type {Ui} */ { keep, again }) => {
  keep.paging = !keep.paging;
  again();
};

/** @type {Panel<StudyModel>} */
export const study = (d, ui) => {
  const { keep, state } = ui;
  Object.assign(STYLE.icons, d.icons);
  recall(d, keep);
  keep.model = d;
  if (!d.alone && !keep.keys) {
    keep.keys = watchCell(state, (e) => pressed(e, keep.model, keep.ui));
    hear(ui);
  }
  keep.ui = ui;
  keep.at ??= d.at;
  if (d.editing && keep.told !== d.at) keep.at = d.at; // the kernel has gone to a chapter that is new
  keep.told = d.at;
  keep.at = Math.max(0, Math.min(d.chapters.length - 1, keep.at));
  const c = d.chapters[keep.at],
    e = easel(keep, d.ink, d.theme);
  if (keep.presenting && c) present(d, ui, d.theme);
  return [
    e.holder,
    header(d, ui),
    errorStrip(d, ui.act),
    keep.said ? h("p", { class: "verdict st-told", "aria-live": "polite" }, keep.said) : null,
    keep.sharing ? sharing(d, ui) : null,
    d.playing
      ? null
      : keep.paging
        ? [
            h(
              "div",
              { class: "st-paging" },
              button("btn line", () => paper(ui), {}, "Back to the study"),
              button("btn solid", () => print(d, ui), { "data-do": "print" }, line("print"), "Print"),
              span(
                "s2 sm",
                "In grey, three positions a sheet, the answers on the last; the browser also writes a PDF.",
              ),
            ),
            handout(d, ui),
          ]
        : h(
            "div",
            { class: "st-three" },
            list(d, ui),
            c ? middle(d, c, ui) : nothing(d, ui),
            c ? side(d, c, ui) : null,
          ),
    d.alone && !keep.paging ? h("div", { class: "st-only-print" }, handout(d, ui)) : null,
  ];
};

function print(/** @type {StudyModel} */ d, /** @type {Ui} */ ui) {
  if (d.alone) window.print();
  else printAlone(handout(d, { ...ui, keep: {} }), STYLE.look); // of its own: the one on the screen keeps its boards
}
// The kernel hands a file over.
function hear(/** @type {Ui} */ { state }) {
  const heard = (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ buffers) => {
    if (message?.do === "save") download(new Blob([buffers[0]], { type: message.type }), message.name);
  };
  state.model.on("msg:custom", heard);
  state.onEnd(() => state.model.off("msg:custom", heard));
}

function header(/** @type {StudyModel} */ d, /** @type {Ui} */ ui) {
  const { act, keep, again } = ui;
  const title = h("input", {
    class: "named",
    "data-keep": "study-title",
    value: d.title,
    maxlength: 120,
    "aria-label": "Title of the study",
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") title.blur();
    },
    change: () => act("rename", { text: title.value }),
  });
  return h(
    "div",
    { class: "bar st-bar", role: "toolbar", "aria-label": "Study" },
    d.editing ? title : h("h1", { class: "game" }, d.title),
    span("s2", `study of ${d.game} · ${d.counted}`, d.seen ? ` · ${d.seen}` : ""),
    span("grow"),
    d.playing
      ? button("btn line", () => act("back"), {}, "Back to the study")
      : [
          d.editing
            ? [
                button("btn", () => act("undo"), { disabled: !d.undo, title: "Undo" }, line("undo"), "Undo"),
                button("btn", () => act("redo"), { disabled: !d.redo, "aria-label": "Redo" }, line("redo")),
                opener(ui),
                button("btn", () => act("save"), { title: d.keeps || "as a file" }, "Save"),
              ]
            : null,
          button(
            "btn",
            () => {
              keep.sharing = !keep.sharing;
              again();
            },
            { "aria-expanded": keep.sharing ? "true" : "false" },
            line("share"),
            "Share",
          ),
          button("btn", () => paper(ui), { title: "h" }, line("print"), "Handout"),
          d.alone
            ? null
            : button(
                `btn ${d.editing ? "on" : ""}`,
                () => act("editing"),
                { "aria-pressed": d.editing ? "true" : "false", title: "e" },
                line("pen"),
                d.editing ? "Read" : "Edit",
              ),
          button("btn line", () => show(ui), { disabled: !d.chapters.length, title: "p" }, line("present"), "Present"),
        ],
  );
}
function opener(/** @type {Ui} */ { act }) {
  const file = h("input", {
    type: "file",
    accept: ".json,.html,application/json,text/html",
    hidden: true,
    "aria-label": "A study",
    change: async () => {
      const text = studyIn((await file.files?.[0]?.text()) || "");
      act("open", { text: text.slice(0, 5_000_000) });
    },
  });
  return [file, button("btn", () => file.click(), {}, "Open …")];
}

function sharing(/** @type {StudyModel} */ d, /** @type {Ui} */ ui) {
  const { act, keep, again } = ui,
    c = d.chapters[keep.at];
  const tell = (/** @type {string} */ text) => {
    keep.said = text;
    keep.sharing = false;
    again();
    setTimeout(() => {
      keep.said = "";
      again();
    }, 6000);
  };
  const copy = async (/** @type {string} */ text, /** @type {string} */ said) => {
    try {
      await navigator.clipboard.writeText(text);
      tell(said);
    } catch {
      tell(text); // it can be copied from there
    }
  };
  const served = isServed() && !d.alone;
  return h(
    "div",
    { class: "st-share" },
    d.alone
      ? h("p", { class: "s2 sm" }, "This page is the whole study: give the file on.")
      : button("btn line", () => act("share"), { "data-do": "share" }, "As a page that opens anywhere"),
    c && !c.fault
      ? [
          c.line
            ? button(
                "btn line",
                () =>
                  copy(
                    served ? `${location.origin}${location.pathname}?position=${c.line}` : c.line,
                    served ? "A link to this position is on the clipboard." : "The position is on the clipboard.",
                  ),
                { "data-do": "link" },
                served ? "Copy a link to this position" : "Copy this position as a line",
              )
            : null,
          button(
            "btn line",
            async () => tell(await picture(easel(keep, d.ink, d.theme), c, c.title)),
            { "data-do": "picture" },
            "Copy the board as a picture",
          ),
        ]
      : null,
    h("p", { class: "s2 sm grow" }, d.holds),
  );
}

const nothing = (/** @type {StudyModel} */ d, /** @type {Ui} */ ui) =>
  h(
    "div",
    { class: "st-middle st-empty" },
    h(
      "p",
      {},
      "No chapter yet. Add a position below; a board (Share), the position editor and a lesson make studies too.",
    ),
    d.alone ? null : adding(d, ui),
  );

// -- chapters ---------------------------------------------------------------------------------------------------------
function list(/** @type {StudyModel} */ d, /** @type {Ui} */ ui) {
  const { act, keep, again } = ui,
    e = easel(keep, d.ink, d.theme),
    [, right, asked] = points(d, keep);
  const under = (/** @type {StudyChapter} */ c) => {
    if (c.fault) return "does not hold any more";
    if (!c.questions.length) return c.say && c.say.length < 34 ? c.say : "to be read";
    const open = c.questions.filter((q) => outcome(keep, q).state === "open").length;
    return `${many(c.questions.length, "question")}${open ? "" : ", answered"}`;
  };
  const done = d.chapters.filter(
    (c) => c.questions.length && c.questions.every((q) => outcome(keep, q).state !== "open"),
  );
  const folded = h(
    "select",
    { class: "pill st-folded", "aria-label": "Chapter", change: () => turn(d, ui, Number(folded.value)) },
    d.chapters.map((c, i) => h("option", { value: i, selected: i === keep.at }, `${i + 1}. ${c.title}`)),
  );
  const move = (/** @type {number} */ i, /** @type {number} */ by) => act("move", { n: i + 1, to: i + 1 + by });
  return h(
    "nav",
    { class: "st-list-col", "aria-label": "Chapters" },
    h(
      "div",
      { class: "hd" },
      h("h2", { class: "ov" }, "Chapters"),
      span("grow"),
      d.alone
        ? null
        : button(
            "btn small",
            () => {
              if (!d.editing) act("editing");
              keep.adding = !keep.adding;
              again();
            },
            { "data-do": "adding" },
            "+ a position",
          ),
    ),
    d.editing && keep.adding ? adding(d, ui) : null,
    folded,
    h(
      "div",
      { class: "st-chapters", "data-scroll": "chapters" },
      d.chapters.map((c, i) =>
        h(
          "div",
          {
            class: `st-chapter ${i === keep.at ? "on" : ""}`,
            draggable: d.editing ? "true" : null,
            dragstart: () => {
              keep.dragged = i;
            },
            dragover: (ev) => ev.preventDefault(),
            drop: (ev) => {
              ev.preventDefault();
              if (Number.isInteger(keep.dragged) && keep.dragged !== i) act("move", { n: keep.dragged + 1, to: i + 1 });
              keep.dragged = null;
            },
          },
          button(
            "st-row",
            () => turn(d, ui, i),
            {
              "aria-current": i === keep.at ? "true" : null,
              "data-keep": `st-row-${i}`,
              "data-chapter": i + 1,
              keydown: (ev) => {
                if (!d.editing || !ev.shiftKey || !/^Arrow(Up|Down)$/.test(ev.key)) return;
                ev.preventDefault();
                ev.stopPropagation();
                move(i, ev.key === "ArrowUp" ? -1 : 1);
              },
            },
            span("st-n", i + 1),
            h("span", { class: "st-pic" }, c.fault ? null : board(e, c, "thumb", 1.6)),
            h("span", { class: "st-t" }, h("b", {}, c.title), span("s2", under(c))),
          ),
          d.editing && i === keep.at
            ? span(
                "st-moves",
                button("btn small", () => move(i, -1), { disabled: i === 0, "aria-label": "Earlier" }, "↑"),
                button(
                  "btn small",
                  () => move(i, 1),
                  { disabled: i === d.chapters.length - 1, "aria-label": "Later" },
                  "↓",
                ),
                button("btn small", () => act("remove", { n: i + 1 }), { "aria-label": "Take out" }, line("close")),
              )
            : null,
        ),
      ),
    ),
    asked && !d.editing
      ? h(
          "div",
          { class: "st-progress" },
          h("div", { class: "st-bar-line" }, h("i", { style: { width: `${(100 * right) / asked}%` } })),
          h(
            "p",
            { class: "s2 sm" },
            `${right} of ${many(asked, "question")} right`,
            done.length ? `, ${many(done.length, "chapter")} done` : "",
          ),
          handIn(d, ui),
        )
      : null,
    d.editing
      ? h(
          "p",
          { class: "st-note" },
          h("b", {}, "A chapter is a position"),
          ", a text, marks on the board and questions. Drag to put in order; Shift and an arrow key do the same.",
        )
      : d.about
        ? h("p", { class: "st-note" }, d.about)
        : null,
  );
}

// -- the board --------------------------------------------------------------------------------------------------------
function middle(/** @type {StudyModel} */ d, /** @type {StudyChapter} */ c, /** @type {Ui} */ ui) {
  const { act, keep, state, again } = ui,
    e = easel(keep, d.ink, d.theme),
    small = (state.root.clientWidth || 1000) < NARROW, // there the lettering of a whole board cannot be read
    close = small && !c.near && !keep.far,
    shape = c.near || close ? SHAPE : c.box[0] / c.box[1];
  const go = (/** @type {number} */ by) => {
    const other = d.chapters[keep.at + by];
    return other
      ? button(
          "btn line",
          () => turn(d, ui, keep.at + by),
          {},
          by < 0 ? "‹ " : "",
          h("span", { class: "cut" }, `${keep.at + by + 1} ${other.title}`),
          by > 0 ? " ›" : "",
        )
      : null;
  };
  return h(
    "div",
    { class: "st-middle" },
    h(
      "div",
      { class: `st-board ${c.fault ? "bad" : ""}`, style: { "aspect-ratio": `${shape}` } },
      c.fault
        ? h("p", { class: "st-fault" }, "This position does not hold under the rules of today: ", c.fault)
        : [
            board(e, c, "reader", shape, close),
            d.editing ? pen(c, windowOf(c, shape, close).join(" "), close, ui, keep.from || "") : null,
          ],
    ),
    d.editing ? tools(d, ui) : null,
    h(
      "div",
      { class: "st-nav" },
      go(-1),
      go(1),
      small && !c.near
        ? button(
            "btn",
            () => {
              keep.far = !keep.far;
              again();
            },
            {},
            close ? "Whole board" : "Nearer",
          )
        : null,
      span("grow"),
      !d.plays || c.fault
        ? null
        : button("btn", () => act("play", { n: keep.at + 1 }), {}, line("branch"), "Play from here"),
    ),
    d.editing ? null : h("div", { class: "st-under" }, onBoard(c), notes(d, c, ui)),
    h(
      "p",
      { class: "st-keys s2 sm" },
      [
        ["↑", "↓", "chapter"],
        ["1", "9", "answer"],
        ["P", "", "present"],
        ["H", "", "handout"],
        ...(d.alone ? [] : [["E", "", d.editing ? "read" : "edit"]]),
      ].map(([a, b, say]) => [span("key", a), b ? [" ", span("key", b)] : "", ` ${say} `]),
    ),
  );
}
const onBoard = (/** @type {StudyChapter} */ c) =>
  h(
    "section",
    {},
    h("h2", { class: "ov" }, "On this board"),
    c.here.map((r) => h("p", { class: "st-here" }, dot(r.who || "rule"), span("grow", r.text))),
  );
function notes(/** @type {StudyModel} */ d, /** @type {StudyChapter} */ c, /** @type {Ui} */ { keep, again }) {
  const key = c.line.slice(-8) || c.title,
    open = keep.noting === key;
  const text = h("textarea", {
    "data-keep": "note",
    class: "st-in",
    rows: 3,
    maxlength: 2000,
    "aria-label": "Your note",
    keydown: (e) => e.stopPropagation(),
    change: () => {
      keep.notes[key] = text.value.trim();
      remember(d, keep);
      keep.noting = "";
      setTimeout(again, 250); // not under the press that has taken the focus away
    },
  });
  text.value = keep.notes[key] || "";
  return h(
    "section",
    {},
    h("div", { class: "hd" }, h("h2", { class: "ov", title: "Kept in this browser" }, "Notes of the reader")),
    open ? text : keep.notes[key] ? h("p", { class: "s2" }, `“${keep.notes[key]}”`) : null,
    open
      ? null
      : button(
          "lnk",
          () => {
            keep.noting = key;
            again();
          },
          {},
          keep.notes[key] ? "Change it" : "Add a note",
        ),
  );
}

// -- text and questions -----------------------------------------------------------------------------------------------
function side(/** @type {StudyModel} */ d, /** @type {StudyChapter} */ c, /** @type {Ui} */ ui) {
  const { keep, again } = ui;
  const ruleLink = (/** @type {string} */ id) =>
    button(
      "rid st-rule",
      () => {
        keep.rule = keep.rule === id ? "" : id;
        again();
      },
      { "aria-expanded": keep.rule === id ? "true" : "false" },
      id,
    );
  const rule = c.rules.find((r) => r.id === keep.rule);
  return h(
    "div",
    { class: "st-side" },
    h("p", { class: "ov" }, `Chapter ${keep.at + 1} of ${d.chapters.length}`),
    d.editing
      ? words(d, ui)
      : [
          h("h2", { class: "st-title" }, c.title),
          written(c, ruleLink),
          rule
            ? h("p", { class: "verdict hint" }, h("b", {}, `${rule.title}. `), rule.text, " ", span("rid", rule.id))
            : null,
          c.questions.map((q) => question(q, d, ui)),
        ],
  );
}
