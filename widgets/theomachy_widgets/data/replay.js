// @ts-check
// A replay: frames as differences, put together here and shown by the same panels as the dashboard's.
// Everything comes from the data of the file; every text is set as text.
/**
 * @import {
 *   Act, Die, Drawn, Kid, Panel, ReplayData, ReplayFrame, ReplayHead, ReplayMark, SheetModel, StoryRow, StripModel
 * } from "../panels/types.js"
 */

import { attack } from "../panels/attack.js";
import { cards } from "../panels/cards.js";
import { minus, ruleId } from "../panels/common.js";
import { conditions } from "../panels/conditions.js";
import { h, SVG, s, span } from "../panels/dom.js";
import { fight } from "../panels/fight.js";
import { hand } from "../panels/hand.js";
import { hands } from "../panels/hands.js";
import { lines } from "../panels/lines.js";
import { paper } from "../panels/paper.js";
import { redraw } from "../panels/region.js";
import { rule as ruleText } from "../panels/rule.js";
import { sheet } from "../panels/sheet.js";
import { dice, dot, line, token } from "../panels/signs.js";
import { stages } from "../panels/stages.js";
import { story } from "../panels/story.js";
import { strip } from "../panels/strip.js";
import { STYLE } from "../panels/style.js";
import { sums } from "../panels/sums.js";
import { throws } from "../panels/throws.js";
import { timeline } from "../panels/timeline.js";
import { tracks } from "../panels/tracks.js";
import { zoom } from "../panels/zoom.js";

const BESIDE = { lines, hands, attack, paper, cards, sums, throws, conditions };
/** @type {ReplayData} */
const D = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("replay")).textContent || "");
Object.assign(STYLE, D.style, { icons: D.icons });
const night = matchMedia("(prefers-color-scheme: dark)"),
  still = matchMedia("(prefers-reduced-motion: reduce)");
const themeNow = () => (D.theme === "auto" ? (night.matches ? "dark" : "light") : D.theme);
const LAYERS = ["ground", "under", "pieces", "ui"],
  PIECES = 2,
  WORDS = 4;

// -- lines: the frames and marks of a line begin with those of the line that it leaves --------------------------------
const apply = (/** @type {number[]} */ list, /** @type {0 | number[]} */ c) =>
  c === 0 ? list : [...list.slice(0, c[0]), ...c.slice(2), ...(c[1] ? list.slice(-c[1]) : [])];
/** @type {{ frames: ReplayFrame[], marks: ReplayMark[] }[]} */
const known = [];
function whole(/** @type {number} */ n) {
  if (known[n]) return known[n];
  const own = D.lines[n],
    [line_, last] = own.from || [-1, -1],
    up = own.from ? whole(line_) : null;
  /** @type {ReplayFrame[]} */
  const frames = up ? up.frames.slice(0, last + 1) : [];
  const before = frames.length ? frames[frames.length - 1].a : 0;
  /** @type {number[][]} */
  let lists = frames.length ? frames[frames.length - 1].lists : [[], [], [], [], []];
  for (const f of own.frames) {
    lists = lists.map((list, i) => apply(list, f.c[i]));
    frames.push({ ...f, lists });
  }
  known[n] = { frames, marks: [...(up ? up.marks.slice(0, before) : []), ...own.marks] };
  return known[n];
}
// -- models: of equal branches one is kept; what stands in a list or an object is a plain value, or [its number] ------
/** @type {any[]} */
const unfolded = [];
/** @type {(n: number) => any} */
function unfold(n) {
  const within = (/** @type {any} */ value) => (Array.isArray(value) ? unfold(value[0]) : value);
  if (unfolded[n] === undefined) {
    const found = D.models[n];
    unfolded[n] = Array.isArray(found)
      ? found.map(within)
      : Object.fromEntries(Object.entries(found).map(([name, value]) => [name, within(value)]));
  }
  return unfolded[n];
}
/** @type {number | null} */
let sheetOf = null;
/** @type {number | null} */
let handOf = null;
let at = 0,
  k = D.start,
  rule = "",
  command = 0,
  allLines = false,
  near = true;
let opening = true; // as it opens the whole board is shown; from the first step on a fight is seen larger
const frames = () => whole(at).frames;
// Playing does not stand still for what did not happen, nor for an answer that is only a part of a choice.
const stop = (/** @type {ReplayFrame[]} */ all, /** @type {number} */ i) =>
  all[i].w !== "not used" && (all[i].e || i === 0 || i === all.length - 1 || all[i + 1].s !== all[i].s);

// -- the board --------------------------------------------------------------------------------------------------------
function make(/** @type {Drawn} */ [tag, attrs, text, kids]) {
  if (tag === "?") return make(kids[themeNow() === "dark" ? 1 : 0]);
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs)) // a number is a pair of colours, a list the pieces of an outline
    node.setAttribute(
      name,
      typeof value === "number"
        ? D.palette[value][themeNow() === "dark" ? 1 : 0]
        : Array.isArray(value)
          ? value.map((i) => D.pieces[Number(i)]).join("")
          : value,
    );
  if (text) node.textContent = text;
  if (kids) node.append(...kids.map(make));
  return node;
}
const board = s("svg", {
  viewBox: `0 0 ${D.box[0]} ${D.box[1]}`,
  role: "img",
  "aria-labelledby": "board-title board-text",
});
const boardTitle = s("title", { id: "board-title" }),
  boardText = s("desc", { id: "board-text" });
const layers = LAYERS.map((name) => s("g", { class: `th-${name}` }));
/** @type {Map<number, SVGElement>[]} */
let shown = LAYERS.map(() => new Map());
function newBoard() {
  shown = LAYERS.map(() => new Map());
  board.replaceChildren(boardTitle, boardText, s("defs", {}, D.defs.map(make)), ...layers);
}
function paintBoard(/** @type {ReplayFrame} */ f, /** @type {boolean} */ gliding) {
  const head_ = D.heads[f.h];
  boardTitle.textContent = head_.say;
  boardText.textContent = `${head_.text} ${f.t}`;
  // A fight is seen larger.
  const window_ = f.z !== undefined && near && !opening ? D.windows[f.z].slice(0, 4) : [0, 0, ...D.box];
  board.setAttribute("viewBox", window_.join(" "));
  LAYERS.forEach((_, i) => {
    const before = shown[i];
    /** @type {Map<number, SVGElement>} */
    const now = new Map();
    for (const part of f.lists[i]) if (!now.has(part)) now.set(part, before.get(part) || make(D.parts[part]));
    layers[i].replaceChildren(...now.values());
    shown[i] = now;
  });
  if (gliding && !still.matches) for (const [part, dx, dy] of f.m || []) glide(shown[PIECES].get(part), dx, dy);
}
// A token comes from where it stood, on a low arc; one that is new grows in its place.
function glide(
  /** @type {SVGElement | undefined} */ node,
  /** @type {number | undefined} */ dx,
  /** @type {number} */ dy = 0,
) {
  if (!node?.animate) return;
  if (dx === undefined) {
    node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, easing: "ease-out" });
    return;
  }
  const lift = Math.hypot(dx, dy) * 0.12;
  node.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)` },
      { transform: `translate(${dx / 2}px, ${dy / 2 - lift}px)` },
      { transform: "none" },
    ],
    { duration: 320, easing: "ease-in-out" },
  );
}

// -- lines to choose from: at first a few, and how many more there are ------------------------------------------------
const FIRST_LINES = 40;
function menu() {
  const turn = (/** @type {string} */ label) => (/^\d/.test(label) ? `turn ${label}` : label);
  /** @type {[line: number, name: string][]} */
  const all = D.lines.map((x, i) => [i, i && x.marks.length ? `${x.name} · ${turn(x.marks[0][0])}` : x.name]);
  if (allLines || all.length <= FIRST_LINES) return all;
  const first = all.slice(0, FIRST_LINES);
  if (at >= FIRST_LINES) first.push(all[at]);
  return [...first, [-1, `All ${all.length} lines …`]];
}
function chooseLine(/** @type {number} */ n) {
  if (n >= 0) return goLine(n);
  allLines = true;
  draw();
  // The list is asked for: it opens again, longer, where the page may.
  const box = /** @type {HTMLSelectElement} */ (sections.bar.querySelector("select.lines"));
  box.focus();
  try {
    box.showPicker();
  } catch {
    /* a page may not, without a click */
  }
}

// -- the page ---------------------------------------------------------------------------------------------------------
/** @type {Record<string, any>} */
const keeps = {};
/** @type {Record<string, HTMLElement>} */
const sections = {};
/** @type {(where: string, ...names: string[]) => HTMLElement} */
const part = (where, ...names) => {
  const root = h("div", { class: `theo theo-${where} theo-at-${where}` });
  for (const name of names) {
    sections[name] = h("section", { "data-panel": name });
    root.append(sections[name]);
  }
  return root;
};
const boardBox = h("div", { class: "theo-at-board" }, board);
const box = h(
  "div",
  { class: "theo-box" },
  part("bar", "bar"),
  part("head", "stages"),
  part("over", "zoom"),
  boardBox,
  part("side", "hand", "sheet", "story", "rule", "hint"),
  part("foot", "told", "timeline", "fight", ...Object.keys(BESIDE), "tracks"),
  part("base", "strip", "words"),
);
document.body.prepend(h("main", { class: "theo-frame" }, box));

const bar = (/** @type {ReplayHead} */ d) =>
  h(
    "div",
    { class: "bar", role: "toolbar", "aria-label": "Game" },
    span("game", D.game),
    span("s2", D.title ? `${D.title} · ` : "", d.place),
    h(
      "div",
      { class: "pills" },
      d.phases.map(([name, state]) =>
        h("span", { class: `pill ${state}`, "aria-current": state === "on" ? "step" : null }, name),
      ),
    ),
    d.who ? span("who", d.who[0] ? token(d.who[0], 18) : null, d.who[1]) : null,
    span("grow"),
    D.seen ? span("s3", line("eye"), ` ${D.seen}`) : null,
    D.lines.length > 1
      ? h(
          "select",
          {
            class: "pick lines",
            "data-keep": "line",
            "aria-label": "Line",
            change: (e) => chooseLine(Number(e.target.value)),
            keydown: (e) => e.stopPropagation(),
          },
          menu().map(([i, name]) => h("option", { value: i, selected: i === at }, name)),
        )
      : null,
    D.left ? span("s3 sm left", `${D.left} more ${D.left === 1 ? "line is" : "lines are"} not in this file`) : null,
  );
const told = (/** @type {ReplayFrame & { note?: string }} */ f) => [
  h(
    "p",
    { class: "told", "aria-live": "polite" },
    dot(f.w),
    span("say", f.t),
    span("fg", f.i ? dice(f.i.slice(0, 16), 18) : null, f.g ? minus(f.g) : ""),
    ruleId(f.r, act),
  ),
  f.note ? h("p", { class: "note-row" }, f.note) : null,
];
const words = (/** @type {{ text: string, rows: string[] }} */ d) =>
  h(
    "details",
    {
      class: "words",
      open: keeps.words?.open,
      toggle: (e) => {
        keeps.words.open = e.target.open;
      },
    },
    h("summary", {}, "The board in words"),
    h("p", { class: "sm" }, d.text),
    h(
      "ul",
      {},
      d.rows.map((x) => h("li", {}, x)),
    ),
  );
const hint = () =>
  h(
    "p",
    { class: "s3 sm hint" },
    span("key", "←"),
    " ",
    span("key", "→"),
    " answer by answer, with Shift event by event · ",
    span("key", "space"),
    " plays",
  );

/** @type {Record<string, Panel>} */
const PANELS = {
  bar,
  told,
  words,
  hint,
  rule: ruleText,
  story,
  timeline,
  strip,
  sheet,
  hand,
  stages,
  fight,
  ...BESIDE,
  tracks,
  zoom,
};

function panel(/** @type {string} */ name, /** @type {any} */ model) {
  keeps[name] ||= {};
  const keep = keeps[name];
  /** @type {any} what a panel of a replay may ask for: there is no kernel, and no end */
  const state = { root: sections[name].parentNode, onEnd() {}, kept: keeps };
  redraw(sections[name], () =>
    model && Object.keys(model).length
      ? PANELS[name](model, { act, keep, state, again: () => panel(name, model) })
      : null,
  );
}

function storyOf(/** @type {ReplayFrame[]} */ all, /** @type {ReplayFrame} */ f) {
  /** @type {StoryRow[]} */
  const rows = [];
  all.forEach((x, i) => {
    if (x.s === f.s && (x.e || i === k))
      rows.push({
        k: i,
        d: x.d || 0,
        who: x.w,
        say: x.t,
        fig: x.g || "",
        dice: x.i || [],
        rule: x.r || "",
        open: false,
        now: i === k,
        note: (i === k && x.n) || "",
        why: (i === k && x.y) || [],
        lit: false,
      });
  });
  rows.forEach((r, i) => {
    r.open = i + 1 < rows.length && rows[i + 1].d > r.d;
  });
  return { turn: "", rows, folds: rows.some((r) => r.open), fixed: true };
}

const MOST = 110,
  FEW = 5;
function timelineOf(/** @type {ReplayFrame[]} */ all, /** @type {ReplayMark[]} */ marks, /** @type {ReplayFrame} */ f) {
  /** @type {{ label: string, marks: [number, string, number][] }[]} */
  const turns = [];
  marks.forEach(([label, o, tall], /** @type {number} */ i) => {
    const last = turns[turns.length - 1];
    if (!last || last.label !== label) turns.push({ label, marks: [] });
    turns[turns.length - 1].marks.push([i + 1, o, tall]);
  });
  if (marks.length > MOST) {
    // the turns near the present in full, of the others a few marks each
    let here = turns.findIndex((t) => t.marks[t.marks.length - 1][0] >= f.a);
    if (here < 0) here = turns.length - 1;
    const few = turns.length * FEW < MOST ? FEW : 1;
    let left = MOST - few * turns.length;
    turns
      .map((_, i) => i)
      .sort((a, b) => Math.abs(a - here) - Math.abs(b - here) || a - b)
      .forEach((i) => {
        const t = turns[i];
        if (t.marks.length <= left || i === here) left -= t.marks.length;
        else {
          const every = Math.max(1, Math.ceil(t.marks.length / few));
          t.marks = t.marks.filter((_, j) => j % every === 0);
          left = 0;
        }
      });
  }
  const branches = leaving(all);
  return {
    turns,
    now: f.a,
    last: marks.length,
    begin: k === 0,
    end: k === all.length - 1,
    branches,
    names: D.names,
    stamp: 0,
    command,
    by: "event",
    anew: true,
  };
}
// The lines that part from the one that is shown: its own branches, and what it left itself.
function leaving(/** @type {ReplayFrame[]} */ all) {
  /** @type {[line: number, frame: number][]} */
  const above = [];
  for (let from = D.lines[at].from; from; from = D.lines[from[0]].from) above.push(from);
  const found = above.map(([n, i]) => ({ b: n, i }));
  D.lines.forEach((x, n) => {
    if (n === at || !x.from || above.some(([m]) => m === n)) return;
    const [up, i] = x.from,
      limit = up === at ? Infinity : (above.find(([m]) => m === up) || [0, -1])[1];
    if (i <= limit) found.push({ b: n, i });
  });
  return found
    .map(({ b, i }) => {
      const other = whole(b),
        first = other.marks[all[i].a] || ["", "rule", 0];
      return { b, i, at: all[i].a, n: other.marks.length - all[i].a, name: D.lines[b].name, o: first[1] };
    })
    .sort((x, y) => Math.abs(x.at - all[k].a) - Math.abs(y.at - all[k].a))
    .slice(0, 8);
}

// The hands that may be seen, one of them open; the players with their lines of strength; the open sheet.
function handModel(/** @type {ReplayFrame} */ f) {
  if (!f.q.length) return {};
  const all = f.q.map((n) => D.hands[n]),
    [seat, note, cards] = all.find((x) => x[0] === handOf) || all[0];
  return {
    note,
    cards: cards.map((n, i) => ({ ...D.cards[n], k: i, live: false, target: "" })),
    seats: all
      .filter((x) => x[0] >= 0)
      .map(([n]) => ({ seat: n, t: D.seats[n][0], name: D.seats[n][1], on: n === seat }))
      .sort((a, b) => a.seat - b.seat),
  };
}
function sparks(/** @type {ReplayFrame[]} */ all) {
  // strength at the first frame of every turn up to this one, and now
  /** @type {number[][]} */
  const found = [];
  /** @type {number | null} */
  let turn = null;
  all.slice(0, k + 1).forEach((f, i) => {
    const v = D.values[f.v];
    if (v[0] !== turn || i === k) found.push(v);
    turn = v[0];
  });
  return found.slice(-40);
}
function stripModel(/** @type {ReplayFrame[]} */ all, /** @type {ReplayFrame} */ f) {
  /** @type {StripModel} */
  const d = unfold(f.p);
  if (!d.seats) return d;
  const past = sparks(all);
  return { ...d, seats: d.seats.map((x) => ({ ...x, spark: past.map((v) => v[1 + x.seat]) })) };
}
function sheetModel(/** @type {ReplayFrame} */ f) {
  const found = f.b.map((n) => D.sheets[n]).find((x) => x[0] === sheetOf);
  if (!found) return {};
  const [, name, status, tokens, figures, slots, pieces] = found,
    bit = (/** @type {number} */ n) => D.bits[n];
  return {
    name,
    status,
    tokens: bit(tokens),
    figures: bit(figures),
    slots: slots.map(bit),
    pieces: pieces.map(bit),
    goals: [], // nobody is asked anything here
  };
}

/** @type {{ at: number, k: number } | null} */
let drawn = null;
function draw() {
  const all = frames(),
    f = all[k],
    marks = whole(at).marks;
  const gliding = drawn !== null && drawn.at === at && drawn.k < k && all.slice(drawn.k + 1, k).every((x) => !x.m);
  paintBoard(f, gliding);
  const note = f.a > 0 && (marks[f.a - 1] || [])[3];
  panel("bar", D.heads[f.h]);
  panel("zoom", f.z === undefined ? {} : { on: near && !opening, name: D.windows[f.z][4], fight: true });
  panel("told", note ? { ...f, note } : f);
  panel("timeline", timelineOf(all, marks, f));
  panel("story", storyOf(all, f));
  for (const row of sections.story.querySelectorAll("[data-event]"))
    row.classList.toggle("ahead", Number(row.getAttribute("data-event")) > k);
  panel("strip", stripModel(all, f));
  panel("hand", handModel(f));
  panel("sheet", sheetModel(f));
  const beside = unfold(f.x);
  for (const name of ["stages", "fight", "tracks", ...Object.keys(BESIDE)]) panel(name, beside[name] || {});
  panel(
    "rule",
    rule && D.rules[rule]
      ? { id: rule, title: D.rules[rule][0], text: D.rules[rule][1], where: D.rules[rule][2], ruling: "" }
      : {},
  );
  panel("words", { text: D.heads[f.h].text, rows: f.lists[WORDS].map((i) => D.words[i]) });
  drawn = { at, k };
}

// -- what a person does -----------------------------------------------------------------------------------------------
const go = (/** @type {number} */ n) => {
  opening = false;
  k = Math.max(0, Math.min(frames().length - 1, n));
  draw();
};
const endOf = (/** @type {number} */ a) => {
  const all = frames();
  let found = 0;
  all.forEach((f, i) => {
    if (f.a <= a) found = i;
  });
  return found;
};
function step(/** @type {number} */ by) {
  const all = frames();
  let n = k + by;
  while (n > 0 && n < all.length - 1 && !stop(all, n)) n += by;
  go(n);
}
function goLine(/** @type {number} */ n) {
  // where both lines still are one, the board stays
  const all = frames(),
    there = whole(n).frames;
  let i = 0;
  while (
    i < all.length &&
    i < there.length &&
    all[i].a === there[i].a &&
    all[i].t === there[i].t &&
    all[i].h === there[i].h
  )
    i += 1;
  at = n;
  go(k < i ? k : Math.min(i, there.length - 1));
}
/** @type {Record<string, (args: any) => void>} */
const ACTS = {
  jump: ({ k: a }) => go(a <= 0 ? 0 : endOf(a)),
  back: () => step(-1),
  forward: () => step(1),
  branch: ({ b }) => goLine(b),
  event: ({ k: n }) => {
    if (Number.isInteger(n)) go(n);
  },
  rule: ({ id }) => {
    rule = id === rule ? "" : id;
    draw();
  },
  zoom: () => {
    near = opening || !near;
    opening = false;
    draw();
  },
  sheet: ({ seat }) => {
    sheetOf = seat === sheetOf ? null : seat;
    draw();
  },
  hand: ({ seat }) => {
    handOf = seat;
    draw();
  },
};
/** @type {Act} */
function act(what, args) {
  if (ACTS[what]) ACTS[what](args || {});
}
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const on = e.target instanceof Element && e.target.closest("button, select, summary"),
    a = frames()[k].a;
  /** @type {Record<string, (args?: any) => void>} */
  const keys = {
    ArrowLeft: () => (e.shiftKey ? step(-1) : go(a > 0 ? endOf(a - 1) : 0)),
    ArrowRight: () => (e.shiftKey ? step(1) : go(k < endOf(a) ? endOf(a) : endOf(a + 1))),
    z: ACTS.zoom,
    Home: () => go(0),
    End: () => go(frames().length - 1),
    " ": () => {
      command += 1;
      draw();
    },
    Escape: () => {
      rule = "";
      sheetOf = null;
      draw();
    },
  };
  if (!keys[e.key] || (on && (e.key === " " || on.tagName === "SELECT"))) return;
  e.preventDefault();
  keys[e.key]();
});
function paintTheme() {
  const theme = themeNow();
  document.body.setAttribute("data-theme", theme);
  for (const each of document.querySelectorAll(".theo, .theo-box")) each.setAttribute("data-theme", theme);
  newBoard();
}
night.addEventListener("change", () => {
  paintTheme();
  draw();
});
paintTheme();
panel("hint", { on: true });
draw();
