// @ts-check
// The report of a game: turning points, the chance to win along the line, luck in the fights, the moves.
/** @import { Act, Kid, Panel, Ui } from "./types.js" */
/** @import { ReportbarModel, ReportgraphModel, ReportLine, ReportmovesModel, ReportpointsModel } from "./types.js" */
import { curve, figure, swing, whose } from "./chance.js";
import { minus } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { colour, cross, dot, line } from "./signs.js";
import { watchCell } from "./watch.js";

const KIND = /** @type {Record<string, string>} */ ({ "!!": "good", "!": "good", "?": "bad", "??": "bad", dice: "n" });
/** @type {(sign: string, says?: string) => Kid} */
const mark = (sign, says) => (sign ? h("span", { class: `tag ${KIND[sign] || ""}`, title: says || null }, sign) : null);

const THIN = "\u2009";
/** @type {[keys: string, does: string, brief: string][]} */
const KEYS = [
  ["\u2190 \u2192", "the turn before, the turn after", "turn"],
  ["S \u21e7S", "the next swing, the one before", "swing"],
  ["R", "retry the decision, or play on from here", "retry"],
  ["N", "a note at the turn, saved with the game", "note"],
  ["?", "these keys", "keys"],
];

/** @type {Panel<ReportbarModel>} */
export const reportbar = (d, ui) => {
  const { act, keep, state } = ui;
  keep.help = () => {
    keep.open = !keep.open;
    ui.again();
  };
  if (!keep.keys)
    keep.keys = watchCell(state, (e) => {
      const now = /** @type {ReportbarModel} */ (state.model.get("reportbar"));
      if (now.playing || now.empty) return false;
      if (e.key === "ArrowLeft" || e.key === "ArrowRight") act("turn", { step: e.key === "ArrowRight" ? 1 : -1 });
      else if (e.key === "s" || e.key === "S") act("swing", { step: e.shiftKey ? -1 : 1 });
      else if (e.key === "r" || e.key === "R") act("again");
      else if (e.key === "n" || e.key === "N") act("noting");
      else if (e.key === "?") keep.help();
      else if (e.key === "Escape" && keep.open) keep.help();
      else return false;
      return true;
    });
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Report" },
      span("game", d.title),
      span("s2 cut", d.line),
      d.result ? span("tag n", d.result) : null,
      span("grow"),
      d.playing
        ? button("btn", () => act("comeback"), {}, "Back to the report")
        : d.empty
          ? null
          : [
              button("btn", () => globalThis.print(), { "data-noprint": "" }, "Print"),
              button(
                "btn solid",
                () => act("play"),
                { "data-keep": "play" },
                d.turn ? `Play on from ${d.term} ${d.turn}` : "Play on from the set-up",
              ),
              help(keep),
            ],
    ),
    d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
    d.empty ? h("p", { class: "s2 rp-empty" }, d.empty) : null,
  ];
};

/** @type {(keep: any) => Kid} */
const help = (keep) =>
  h(
    "div",
    { class: "menu" },
    button(
      "btn",
      keep.help,
      {
        "aria-expanded": keep.open ? "true" : "false",
        "aria-haspopup": "true",
        title: "Keys (?)",
        "aria-label": "Keys",
        "data-noprint": "",
        "data-keep": "keys",
      },
      "?",
    ),
    keep.open
      ? h(
          "div",
          { class: "pop" },
          h(
            "div",
            { class: "keys-list" },
            KEYS.map(([keys, does]) => [
              h(
                "span",
                {},
                keys.split(" ").map((key) => [h("kbd", {}, key), " "]),
              ),
              span("s2", does),
            ]),
          ),
        )
      : null,
  );

/** @type {Panel<ReportpointsModel>} */
export const reportpoints = (d, { act }) =>
  d.who
    ? h(
        "section",
        { class: "rp", "aria-label": "Turning points" },
        h(
          "div",
          { class: "hd" },
          h("h2", { class: "ov" }, "Turning points"),
          span("grow"),
          span("s3 sm", `chance of ${d.who}`),
        ),
        d.points.map((p) =>
          h(
            "div",
            { class: `rp-point ${p.on ? "on" : ""}` },
            button(
              "rp-pic",
              () => act("point", { k: p.k }),
              { "aria-label": `${d.term} ${p.turn}: ${p.title}`, "data-keep": `point${p.k}` },
              h("img", { src: p.picture, alt: "", width: 104, height: 78 }),
            ),
            h(
              "div",
              { class: "rp-say" },
              h(
                "div",
                { class: "rp-top" },
                dot(p.o),
                span("s2", `${d.term} ${p.turn}`),
                mark(p.sign, p.says),
                span("grow"),
                h("b", {}, p.came),
              ),
              h("p", {}, h("b", {}, `${p.title}. `), p.text),
              button(
                "lnk",
                () => act("retry", { k: p.k }),
                { "data-keep": `retry${p.k}` },
                line("undo"),
                "Retry this decision",
              ),
            ),
          ),
        ),
        d.busy ? h("p", { class: "s3 sm", role: "status" }, d.busy) : null,
        h("p", { class: "rp-note" }, h("b", {}, "Is the figure to be trusted? "), d.trust),
      )
    : null;

const W = 856,
  H = 190,
  L = 40,
  TOP = 12,
  LOW = 152;
/** @type {(p: number) => number} */
const up = (p) => LOW - ((LOW - TOP) * p) / 100;

/** @type {(d: ReportgraphModel, act: Act) => Kid} */
function chart(d, act) {
  const n = Math.max(d.spots.length - 1, 1),
    x = (/** @type {number} */ at) => L + ((W - L - 16) * at) / n;
  let last = -99;
  const axis = d.spots.map((q, i) => {
    if (x(i) < last + 70 || x(i) > W - 30 || (i && d.spots[i - 1].turn === q.turn)) return null;
    last = x(i);
    return s(
      "text",
      { class: "rp-axis", x: x(i), y: H - 20, "text-anchor": i ? "middle" : "start" },
      `${d.term} ${q.turn}`,
    );
  });
  const hits = d.spots.map((q, i) =>
    s(
      "rect",
      {
        class: "ch-hit",
        x: x(i) - (W - L) / n / 2,
        y: TOP,
        width: (W - L) / n,
        height: LOW - TOP,
        click: () => act("go", { node: q.node }),
      },
      s("title", {}, `${d.term} ${q.turn}: ${figure(q)}`),
    ),
  );
  // What is said of a swing stands above it or below it, where it runs into no other; the marks have it all.
  /** @type {[x: number, y: number][]} */
  const said = d.swings.map((w) => [x(w.at), up(d.spots[w.at].p ?? 50)]);
  said.push([L + 50, TOP + 16], [L + 50, LOW - 8]);
  const swings = d.swings.map((w, n) => {
    const p = d.spots[w.at].p ?? 50,
      go = () => (w.k >= 0 ? act("point", { k: w.k }) : act("go", { node: d.spots[w.at].node })),
      place = x(w.at),
      side = place < 90 ? "start" : place > W - 90 ? "end" : "middle",
      free = (/** @type {number} */ y) =>
        y > TOP + 8 &&
        y < LOW &&
        said.every(([a, b], m) => m === n || Math.abs(a - place) > 84 || Math.abs(b - y) > 16),
      y = [up(p) - 15, up(p) + 26].find(free);
    if (y !== undefined) said.push([place, y]);
    return [
      swing(w.o, place, up(p), 10, `${d.term} ${d.spots[w.at].turn}: ${w.came}`, go, `swing${w.at}`),
      y === undefined ? null : s("text", { x: place, y, "text-anchor": side, class: "ch-came" }, w.came),
    ];
  });
  return s(
    "svg",
    { class: "rp-chart", viewBox: `0 0 ${W} ${H}`, role: "group", "aria-label": `Chance to win, ${d.who}` },
    [0, 25, 50, 75, 100].map((p) => [
      s("path", { class: "ch-grid", d: `M${L} ${up(p)}H${W - 16}` }),
      s("text", { class: "rp-axis", x: L - 8, y: up(p) + 4, "text-anchor": "end" }, p),
    ]),
    curve(d.spots, x, up, TOP, LOW),
    s("text", { class: "rp-axis", x: L + 10, y: TOP + 16 }, `${d.other} to win`),
    s("text", { class: "rp-axis", x: L + 10, y: LOW - 8 }, `${d.who} to win`),
    axis,
    d.at >= 0 ? s("path", { class: "ch-here", d: `M${x(d.at)} ${TOP}V${LOW}` }) : null,
    hits,
    swings,
  );
}

/** @type {(d: ReportgraphModel, act: Act) => Kid} */
function luck(d, act) {
  if (!d.luck.length) return null;
  const bar = (/** @type {number} */ gap, /** @type {string} */ o) => {
    const w = (60 * Math.abs(gap)) / d.most;
    return s(
      "svg",
      { width: 124, height: 14, viewBox: "-62 -7 124 14", "aria-hidden": "true" },
      s("path", { class: "rp-zero", d: "M0 -7V7" }),
      s("rect", { x: gap < 0 ? -w : 0, y: -3.5, width: Math.max(w, 1), height: 7, rx: 2, fill: colour(o) }),
    );
  };
  return [
    h(
      "h3",
      {},
      "Luck in the fights",
      span("s2 sm", `${d.what} rolled less ${d.what} expected, right of the line is lucky; ${d.dice} dice in all`),
    ),
    h(
      "table",
      { class: "rp-luck" },
      h(
        "tr",
        {},
        h("th", { colspan: 2 }, "fight"),
        d.seats.map((q) => h("th", {}, dot(q.o), q.name)),
      ),
      d.luck.map((row) =>
        h(
          "tr",
          {},
          h("td", { class: "s3" }, row.turn),
          h(
            "td",
            {},
            button("lnk plain", () => act("go", { node: row.node }), {}, row.title),
          ),
          row.cells.map((cell, i) =>
            h(
              "td",
              {},
              cell ? [bar(cell[0] - cell[1], d.seats[i].o), span("s2", `${cell[0]} of ${cell[1]} expected`)] : null,
            ),
          ),
        ),
      ),
      h(
        "tr",
        { class: "rp-all" },
        h("td", { colspan: 2 }, d.more ? `all ${d.luck.length + d.more}` : "all"),
        d.totals.map((sum) => h("td", {}, minus(sum > 0 ? `+${sum}` : `${sum}`))),
      ),
    ),
  ];
}

/** @type {Panel<ReportgraphModel>} */
export const reportgraph = (d, { act }) =>
  d.who
    ? h(
        "section",
        { class: "rp", "aria-label": "Chance to win" },
        h("h3", {}, `Chance to win, ${d.who}`, span("s2 sm", d.note)),
        whose(d.seats, (i) => act("seat", { i })),
        chart(d, act),
        luck(d, act),
      )
    : null;

// The record of the game goes to the clipboard, or into a field where there is none.
function copies(/** @type {Ui} */ { state, keep, again }) {
  const heard = (/** @type {any} */ message) => {
    if (message?.do !== "copy") return;
    const said = (/** @type {string} */ how) => {
      keep.said = how;
      again();
    };
    if (navigator.clipboard)
      navigator.clipboard.writeText(message.text).then(
        () => said("copied"),
        () => said("the browser did not allow it"),
      );
    else said("there is no clipboard here");
  };
  state.model.on("msg:custom", heard);
  state.onEnd(() => state.model.off("msg:custom", heard));
  return true;
}

/** @type {(d: ReportmovesModel, act: Act) => Kid} */
const noting = (d, act) => {
  const field = h("input", {
    class: "rp-write",
    "data-keep": "noting",
    "aria-label": "Note at this turn",
    placeholder: "a note at this turn; Enter keeps it",
    maxlength: 2000,
    value: d.noting?.text || "",
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") act("note", { text: field.value });
      if (e.key === "Escape") act("noting", { on: false });
    },
  });
  return h(
    "div",
    { class: "rp-noting" },
    field,
    button("btn line small", () => act("note", { text: field.value }), { "data-keep": "keepnote" }, "Keep"),
  );
};

/** @type {(l: ReportLine, act: Act, turn?: string) => Kid} */
const variation = (l, act, turn) =>
  h(
    "p",
    { class: "rp-side sm" },
    turn ? span("s3", `${turn} `) : null,
    l.node >= 0 ? button("lnk plain", () => act("go", { node: l.node }), {}, h("b", {}, l.title)) : h("b", {}, l.title),
    l.text ? `, ${l.text}` : "",
    l.sign ? [" ", mark(l.sign)] : null,
  );

/** @type {(d: ReportmovesModel, act: Act) => Kid} */
const moves = (d, act) =>
  h(
    "ol",
    { class: "rp-moves", tabindex: 0, "aria-label": "Moves of the game" },
    d.moves.map((row, k) =>
      h(
        "li",
        { class: row.on ? "on" : "", "aria-current": row.on ? "true" : null },
        span("rp-turn", row.turn),
        h(
          "div",
          {},
          h(
            "div",
            { class: "rp-row", click: () => act("go", { node: row.node }) },
            dot(row.o),
            row.parts.map(([words, strong, sign], i) => [
              i ? (strong ? "; " : ", ") : " ",
              strong ? h("b", {}, words) : words,
              sign ? [" ", mark(sign)] : null,
            ]),
          ),
          row.notes.map(([, note]) => h("p", { class: "s2 sm" }, note)),
          d.noting?.at === k ? noting(d, act) : null,
          row.lines.map((l) => variation(l, act)),
        ),
      ),
    ),
    d.more ? h("li", { class: "s3 sm" }, `and ${d.more} more rows, in the text`) : null,
  );

/** @type {(d: ReportmovesModel, act: Act) => Kid} */
const notes = (d, act) =>
  d.notes.length
    ? h(
        "ol",
        { class: "rp-moves", tabindex: 0, "aria-label": "Notes" },
        d.notes.map((one) =>
          h(
            "li",
            {},
            span("rp-turn", one.turn),
            h(
              "div",
              {},
              dot(one.o),
              " ",
              button("lnk plain", () => act("go", { node: one.node }), {}, one.text),
            ),
          ),
        ),
      )
    : h("p", { class: "s3 sm rp-none" }, "No notes yet. N writes one at the turn where the board stands.");

/** @type {(d: NonNullable<ReportmovesModel["figures"]>, act: Act, term: string) => Kid} */
const chances = (d, act, term) =>
  h(
    "div",
    { class: "rp-moves", tabindex: 0 },
    h(
      "table",
      { class: "rp-chances" },
      h("caption", { class: "s3 sm" }, `Chance to win in %, with half of the 95${THIN}% interval`),
      h(
        "tr",
        {},
        h("th", {}, term),
        d.names.map((name) => h("th", {}, name)),
      ),
      d.rows.map(([turn, node, each, fault]) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            button("lnk plain", () => act("go", { node }), {}, turn),
          ),
          fault
            ? h("td", { colspan: d.names.length, class: "s3" }, fault)
            : each.map((q) =>
                h(
                  "td",
                  {},
                  q ? [`${Math.round(q[0])}`, q[1] ? span("s3", ` ± ${Math.max(1, Math.round(q[1]))}`) : null] : "–",
                ),
              ),
        ),
      ),
    ),
  );

/** @type {Panel<ReportmovesModel>} */
export const reportmoves = (d, ui) => {
  const { act, keep, state } = ui;
  if (!keep.heard) keep.heard = copies(ui);
  if (!d.moves) return null;
  const on = d.moves.findIndex((row) => row.on);
  if (on !== keep.on) {
    keep.on = on;
    setTimeout(() => {
      const list = state.root.querySelector(".rp-moves"),
        row = list?.querySelector("li.on");
      if (list instanceof HTMLElement && row instanceof HTMLElement)
        list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 3;
    }, 80);
  }
  // A note is written in the list of moves.
  const at = d.noting ? `${d.noting.at}` : "";
  if (at && keep.noting !== at) {
    keep.tab = "moves";
    setTimeout(() => {
      const field = state.root.querySelector(".rp-write");
      if (field instanceof HTMLElement) field.focus();
    });
  }
  keep.noting = at;
  /** @type {[string, string, number][]} */
  const tabs = [
    ["moves", "Moves", 0],
    ...(d.may ? [/** @type {[string, string, number]} */ (["notes", "Notes", d.notes.length])] : []),
    ...(d.lines.length ? [/** @type {[string, string, number]} */ (["lines", "Lines", d.lines.length])] : []),
    ...(d.figures ? [/** @type {[string, string, number]} */ (["figures", "Figures", 0])] : []),
  ];
  const tab = tabs.some(([k]) => k === keep.tab) ? keep.tab : "moves";
  const turnTo = (/** @type {string} */ k) => {
    keep.tab = k;
    ui.again();
  };
  // Arrows go from tab to tab.
  const along = (/** @type {KeyboardEvent} */ e) => {
    const by = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    const next = tabs[(tabs.findIndex(([k]) => k === tab) + by + tabs.length) % tabs.length][0];
    turnTo(next);
    setTimeout(() => {
      const shown = state.root.querySelector(`[data-tab=${next}]`);
      if (shown instanceof HTMLElement) shown.focus();
    });
  };
  return h(
    "section",
    { class: "rp", "aria-label": "Moves" },
    h(
      "div",
      { class: "hd rp-tabs" },
      h(
        "div",
        { role: "tablist", "aria-label": "Of the game", "data-arrows": "", keydown: along },
        tabs.map(([k, name, n]) =>
          button(
            k === tab ? "on" : "",
            () => turnTo(k),
            {
              role: "tab",
              "aria-selected": k === tab ? "true" : "false",
              tabindex: k === tab ? 0 : -1,
              "data-tab": k,
              "data-keep": `tab${k}`,
            },
            name,
            n ? span("s3", ` ${n}`) : null,
          ),
        ),
      ),
      span("grow"),
      keep.said ? h("span", { class: "s3 sm", role: "status" }, keep.said) : null,
      d.copies
        ? button(
            "btn small",
            () => act("copy"),
            { title: "The whole game as text that can be read back", "data-keep": "copy" },
            "Copy as text",
          )
        : null,
    ),
    tab === "notes"
      ? notes(d, act)
      : tab === "lines"
        ? h(
            "div",
            { class: "rp-moves", tabindex: 0 },
            d.lines.map(([turn, l]) => variation(l, act, turn)),
          )
        : tab === "figures" && d.figures
          ? chances(d.figures, act, d.term)
          : moves(d, act),
    d.which
      ? h(
          "div",
          { class: "rp-which" },
          h("p", {}, h("b", {}, `${d.which.title} `), span("s2", d.which.note)),
          d.which.rows.map((row) =>
            button(
              "rp-opt",
              () => act("option", { k: d.which?.k ?? 0, i: row.i }),
              { title: "Play it as a line of its own", "data-keep": `opt${row.i}` },
              span("rp-label", row.label, row.taken ? " ✓" : ""),
              h("span", { class: "rp-meter" }, h("i", { class: row.taken ? "on" : "", style: { width: `${row.p}%` } })),
              h("b", {}, row.say),
            ),
          ),
        )
      : null,
    h(
      "p",
      { class: "s3 sm rp-keys" },
      KEYS.filter(([keys]) => d.may || keys !== "N").map(([keys, , brief]) => [
        keys.split(" ").map((key) => [span("key", key), " "]),
        span("of", brief),
      ]),
    ),
  );
};
