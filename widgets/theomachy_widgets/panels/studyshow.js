// @ts-check
// A study shown to a room, and on paper: the presenter's screen and the handout.
/** @import { Kid, StudyChapter, StudyModel, StudyRule, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";
import { board, easel } from "./studyboard.js";

const A_SHEET = 3;

/** @type {(line: [string, string][], rule?: (id: string) => Kid) => Kid} */
export const runs = (line, rule) =>
  line.map(([kind, text]) =>
    kind === "strong"
      ? h("strong", {}, text)
      : kind === "stress"
        ? h("em", {}, text)
        : kind === "rule"
          ? rule
            ? rule(text)
            : span("rid", text)
          : text,
  );
/** @type {(c: StudyChapter, rule?: (id: string) => Kid) => Kid} */
export const written = (c, rule) =>
  c.blocks.map((/** @type {[string, [string, string][][]]} */ [kind, lines]) =>
    kind === "list"
      ? h(
          "ul",
          { class: "st-list" },
          lines.map((line) => h("li", {}, runs(line, rule))),
        )
      : h("p", { class: "st-p" }, runs(lines[0], rule)),
  );

// -- the presenter ----------------------------------------------------------------------------------------------------
/** @type {(d: StudyModel, ui: Ui, theme: string) => void} */
export function present(d, ui, theme) {
  const { keep, again } = ui;
  if (!keep.dialog) {
    keep.stage = h("div", { class: "st-stage", tabindex: -1 });
    keep.dialog = h("dialog", { class: "st-dialog", "aria-label": "Presentation" }, keep.stage);
    const root = ui.state.root;
    root.append(keep.dialog);
    const pressed = (/** @type {KeyboardEvent} */ e) => {
      if (!keep.dialog.open || e.ctrlKey || e.metaKey || e.altKey) return;
      e.stopPropagation();
      const last = keep.count - 1;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => keep.turn(keep.at - 1),
        ArrowUp: () => keep.turn(keep.at - 1),
        PageUp: () => keep.turn(keep.at - 1),
        ArrowRight: () => keep.turn(keep.at + 1),
        ArrowDown: () => keep.turn(keep.at + 1),
        PageDown: () => keep.turn(keep.at + 1),
        " ": () => keep.turn(keep.at + 1),
        Home: () => keep.turn(0),
        End: () => keep.turn(last),
        b: () => {
          keep.blank = !keep.blank;
          keep.paintStage();
        },
        f: () => {
          if (document.fullscreenElement) document.exitFullscreen();
          else keep.stage.requestFullscreen?.().catch(() => {});
        },
      };
      const go = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
      if (!go) return;
      e.preventDefault();
      go();
    };
    keep.dialog.addEventListener("keydown", pressed);
    keep.dialog.addEventListener("close", () => {
      keep.presenting = false;
      keep.blank = false;
      if (document.fullscreenElement) document.exitFullscreen();
      again();
    });
    const resized = () => keep.presenting && keep.paintStage();
    window.addEventListener("resize", resized);
    ui.state.onEnd(() => {
      window.removeEventListener("resize", resized);
      keep.dialog.remove();
    });
  }
  keep.count = d.chapters.length;
  keep.turn = (/** @type {number} */ to) => {
    keep.at = Math.max(0, Math.min(keep.count - 1, to));
    keep.blank = false;
    keep.paintStage();
  };
  keep.paintStage = () => paint(d, keep, theme);
  if (keep.presenting && !keep.dialog.open) {
    keep.dialog.showModal();
    keep.stage.focus();
  }
  if (keep.presenting) keep.paintStage();
}

function paint(/** @type {StudyModel} */ d, /** @type {any} */ keep, /** @type {string} */ theme) {
  const c = d.chapters[keep.at],
    e = easel(keep, d.ink, theme);
  keep.stage.classList.toggle("blank", !!keep.blank);
  keep.stage.setAttribute("data-at", String(keep.at + 1));
  if (keep.blank) {
    keep.stage.replaceChildren();
    return;
  }
  const wide = Math.max(320, window.innerWidth - (window.innerWidth > 700 ? 100 : 24)),
    high = Math.max(200, window.innerHeight - 240);
  const neighbour = (/** @type {number} */ by) => {
    const other = d.chapters[keep.at + by];
    if (!other) return h("span", { class: "st-next" });
    const sign = span("key", by < 0 ? "←" : "→"),
      word = by < 0 ? "before" : "next";
    const text = h("span", { class: "st-next-t" }, span("s3", sign, " ", word), h("b", {}, other.title));
    const pic = h("span", { class: "st-pic" }, other.fault ? null : board(e, other, "thumb", 1.65).cloneNode(true));
    return button(
      `st-next ${by < 0 ? "" : "end"}`,
      () => keep.turn(keep.at + by),
      { "aria-label": `${word}: ${other.title}` },
      by < 0 ? [pic, text] : [text, pic],
    );
  };
  keep.stage.replaceChildren(
    h(
      "div",
      { class: "st-screen", style: { height: `${high}px` } },
      c.fault ? h("p", { class: "st-fault" }, c.fault) : board(e, c, "stage", wide / high),
    ),
    h(
      "div",
      { class: "st-stage-foot" },
      neighbour(-1),
      h(
        "div",
        { class: "st-say" },
        h("p", { "aria-live": "polite" }, c.say || c.title),
        h(
          "div",
          { class: "st-dots", role: "img", "aria-label": `${keep.at + 1} of ${d.chapters.length}` },
          d.chapters.map((_, i) => h("i", { class: i === keep.at ? "now" : i < keep.at ? "done" : "" })),
        ),
      ),
      neighbour(1),
    ),
  );
}

/** What a rule says in a sentence, for paper; "" where its first is too long. @type {(rule: StudyRule) => string} */
function gist({ title, text }) {
  const said = text.startsWith(`${title}. `) ? text.slice(title.length + 2) : text;
  const first = said.match(/^.+?[.!?](?=\s|$)/s)?.[0] ?? said;
  return first.length > 130 ? "" : first;
}

// -- the handout ------------------------------------------------------------------------------------------------------
/** @type {(d: StudyModel, ui: Ui) => HTMLElement} */
export function handout(d, { keep }) {
  keep.paper ||= {};
  const e = easel(keep.paper, d.ink, "light", "-paper"); // paper is white
  const sheets = [];
  for (let i = 0; i < d.chapters.length; i += A_SHEET) sheets.push(d.chapters.slice(i, i + A_SHEET));
  const of = sheets.length + 1;
  const top = (/** @type {boolean} */ named) =>
    h(
      "header",
      {},
      h("h1", {}, d.title),
      span("st-of", `${d.game}, ${d.counted}`),
      span("grow"),
      named ? span("st-name", "Name ____________________") : null,
    );
  const foot = (/** @type {number} */ n, /** @type {string} */ say) =>
    h("footer", {}, span("", `Sheet ${n} of ${of} · ${say}`), span("grow"), span("", "Theomachy"));
  const lines = (/** @type {number} */ n) => [...Array(n).keys()].map(() => h("hr", {}));
  const row = (/** @type {StudyChapter} */ c, /** @type {number} */ n) =>
    h(
      "section",
      { class: "st-paper-row" },
      h(
        "div",
        { class: "st-paper-board" },
        c.fault ? h("p", {}, c.fault) : board(e, c, `paper${n}`, c.near ? 330 / 217 : 0),
      ),
      h(
        "div",
        {},
        h("h2", {}, `${n + 1}. ${c.title}`),
        written(c),
        c.questions.map((q) => [
          h("p", { class: "st-paper-q" }, q.text),
          q.kind === "what" || q.kind === "which"
            ? h(
                "ul",
                { class: "st-boxes" },
                q.options.map((o) => h("li", {}, o.text)),
              )
            : lines(1),
        ]),
        c.questions.length ? null : lines(2),
      ),
    );
  const needed = (/** @type {StudyChapter[]} */ all) => {
    const rules = new Map(all.flatMap((c) => c.rules.map((r) => [r.id, r])));
    return rules.size
      ? h(
          "section",
          { class: "st-needed" },
          h("h3", {}, "Needed here"),
          h(
            "div",
            { class: "st-rules" },
            [...rules.values()]
              .slice(0, 4)
              .map((r) => h("p", {}, h("b", {}, r.title), " ", span("rid", r.id), h("br"), span("", gist(r)))),
          ),
        )
      : null;
  };
  const paper = h(
    "div",
    { class: "st-handout" },
    e.holder,
    sheets.map((all, k) =>
      h(
        "article",
        { class: "st-sheet" },
        top(k === 0),
        all.map((c, i) => row(c, k * A_SHEET + i)),
        needed(all),
        foot(k + 1, "answers on the last sheet"),
      ),
    ),
    h(
      "article",
      { class: "st-sheet" },
      top(false),
      h("h2", {}, "Answers"),
      d.chapters.map((c, n) =>
        c.questions.map((q, i) =>
          h(
            "p",
            { class: "st-answer" },
            h("b", {}, `${n + 1}. ${c.title}${c.questions.length > 1 ? `, ${i + 1}` : ""}: `),
            q.answer.join("; ") || "none",
            q.why ? `. ${q.why}` : "",
          ),
        ),
      ),
      d.chapters.some((c) => c.questions.length) ? null : h("p", {}, "Nothing is asked in this study."),
      foot(of, "answers"),
    ),
  );
  return paper;
}

/** Print the handout and nothing else: from a frame of its own, whatever page the study stands in.
 * @type {(paper: HTMLElement, look: string) => void}
 */
export function printAlone(paper, look) {
  const frame = h("iframe", { class: "st-frame", "aria-hidden": "true", tabindex: -1 });
  document.body.append(frame);
  const inside = /** @type {Document} */ (frame.contentDocument);
  const sheet = inside.createElement("style");
  sheet.textContent = `${look} @page { margin: 12mm; }`;
  inside.head.append(sheet);
  const root = inside.createElement("div");
  root.className = "theo theo-study-print";
  root.append(inside.importNode(paper, true));
  inside.body.append(root);
  const print = () => {
    frame.contentWindow?.addEventListener("afterprint", () => setTimeout(() => frame.remove(), 500));
    frame.contentWindow?.print();
  };
  setTimeout(print, 50);
}
