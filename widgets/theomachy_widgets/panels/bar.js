// @ts-check
// The bar: what game, which moment, whose turn; undo, redo, branch, the point of view, the theme; and the strip of
// errors.
/** @import { Act, ActionBox, ActionRow, BarModel, Panel, State } from "./types.js" */
import { menuOn } from "./areamenu.js";
import { calcFocus, calcKey } from "./calckeys.js";
import { nameBoards, reveal, ruleId, themeOf } from "./common.js";
import { button, h, span } from "./dom.js";
import { helpOn } from "./helpcard.js";
import { line, token } from "./signs.js";
import { isNew, tour } from "./tour.js";
import { errorStrip, watchCell } from "./watch.js";

/** @type {Panel<BarModel>} */
export const bar = (d, { act, keep, state, again }) => {
  if (!keep.keys) {
    keep.keys = watchBox(state);
    keep.tell = () => act("shown", { theme: themeOf(state.model), still: still() });
    handOver(state);
  }
  /** @type {(f?: () => void) => () => void} */
  const shut = (f) => () => {
    keep.open = "";
    f?.();
    again();
  };
  const toggle = (/** @type {string} */ name) => () => {
    keep.open = keep.open === name ? "" : name;
    again();
  };
  const views = d.views.map((v) =>
    button(
      v.k === d.view ? "on" : "",
      shut(() => act("view", { k: v.k })),
      {},
      v.t ? token(v.t, 16) : line("eye"),
      h("span", { class: "cut", title: v.label }, v.label),
    ),
  );
  const themes = ["auto", "light", "dark"].map((t) =>
    button(
      t === d.theme ? "on" : "",
      shut(() => act("theme", { theme: t })),
      {},
      line("theme"),
      { auto: "As the page", light: "Light", dark: "Dark" }[t],
    ),
  );
  const spoken = d.renderer === "svg";
  const boards = button(
    spoken ? "on" : "",
    shut(() => {
      act("renderer", { renderer: spoken ? "canvas" : "svg" });
      // A canvas that comes to a page of a server cannot read its first picture: told of it, the board sends another.
      for (const ms of [500, 1500, 4000]) setTimeout(keep.tell, ms);
    }),
    { "aria-pressed": spoken ? "true" : "false", "data-renderer": spoken ? "canvas" : "svg" },
    line("eye"),
    "Accessible board",
  );
  // Somebody has to go home: the same question from here and from the sheet of a player.
  const leaves = d.leave
    ? [
        h("div", { class: "rule" }),
        button(
          "",
          shut(() => act("leaving", { seat: -1 })),
          {},
          line("leave"),
          "A player leaves the game …",
        ),
      ]
    : null;
  const seats = button(
    "",
    shut(() => act("seats")),
    { "data-keep": "who" },
    line("eye"),
    "Who plays …",
  );
  const shown = d.views.find((v) => v.k === d.view) || d.views[0];
  const menu = d.locked
    ? [
        d.curtain && d.view !== "spectator"
          ? button(
              "btn line",
              () => act("draw"),
              { title: "Pass the screen on: somebody else wants to look", "aria-label": "Pass the screen on" },
              line("eye"),
              h("span", { class: "cut" }, shown.label),
            )
          : span("btn", line("eye"), h("span", { class: "cut", title: shown.label }, shown.label)),
        d.leave
          ? button(
              "btn",
              () => act("leaving", { seat: -1 }),
              { title: "Leave the game for good", "aria-label": "Leave the game" },
              line("leave"),
              span("word", "Leave"),
            )
          : null,
      ]
    : h(
        "div",
        { class: "menu" },
        button(
          "btn line",
          toggle("view"),
          { "aria-expanded": keep.open === "view", "aria-haspopup": "true" },
          line("eye"),
          h("span", { class: "cut", title: shown.label }, shown.short),
        ),
        keep.open === "view"
          ? h("div", { class: "pop" }, views, leaves, h("div", { class: "rule" }), seats, boards, themes)
          : null,
      );
  const files = [
    ["save", "Save, a file to go on from"],
    ["replay", "Replay, a page to open anywhere"],
    ["strip", "Last step as a picture"],
    ["gif", "Last step as a moving picture"],
    ["line", "Copy this position, a line of text"],
    ["moves", "Copy the moves as text"],
  ].filter(([kind]) => !d.locked || (kind !== "moves" && (kind !== "save" || d.curtain)));
  const share = h(
    "div",
    { class: "menu" },
    button(
      "btn",
      toggle("share"),
      {
        "aria-expanded": keep.open === "share",
        "aria-haspopup": "true",
        title: "Take this game along as a file",
        "aria-label": "Share",
      },
      line("share"),
      span("word", "Share"),
    ),
    keep.open === "share"
      ? h(
          "div",
          { class: "pop" },
          files.map(([kind, say]) =>
            button(
              "",
              shut(() => act("share", { kind })),
              {},
              say,
            ),
          ),
          button(
            "",
            shut(() => {
              act("study");
              reveal(state, ".theo-study");
            }),
            {},
            "This position as a chapter of a study",
          ),
          d.locked
            ? null
            : button(
                "",
                shut(() => {
                  act("report");
                  reveal(state, ".theo-report");
                }),
                {},
                "Report of this game",
              ),
        )
      : null,
  );
  const compare = d.locked
    ? null
    : button(
        `btn ${d.compare ? "on" : ""}`,
        () => {
          act("compare");
          if (!d.compare) reveal(state, ".theo-compare");
        },
        {
          disabled: !d.lines && !d.compare,
          "aria-pressed": d.compare ? "true" : "false",
          title: "This position beside the end of another line",
          "aria-label": "Compare",
        },
        line("compare"),
      );
  const help = h(
    "div",
    { class: "menu" },
    button(
      "btn",
      toggle("help"),
      {
        "aria-expanded": keep.open === "help",
        "aria-haspopup": "true",
        title: "Keys, and a first look (?)",
        "aria-label": "Help",
        "data-helpmenu": "",
      },
      "?",
    ),
    keep.open === "help"
      ? h(
          "div",
          { class: "pop" },
          button(
            "",
            shut(() => state.kept.bar.look?.()),
            {},
            line("eye"),
            "First look, in five steps",
          ),
          h("div", { class: "rule" }),
          h(
            "div",
            { class: "keys-list" },
            HELP_KEYS.map(([keys, does]) => [
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
  keep.help = toggle("help");
  keep.shut = () => {
    const was = keep.open && keep.open !== "name";
    if (was) shut()();
    return !!was;
  };
  const name = h("input", {
    "data-keep": "name",
    "aria-label": "Name of this branch",
    placeholder: "a name for the line that the next answer begins",
    maxlength: 80,
    value: d.name,
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") {
        act("line", { text: name.value });
        shut()();
      }
      if (e.key === "Escape") shut()();
    },
  });
  const pills = d.actions?.boxes
    ? order(d.actions, act)
    : [
        h(
          "div",
          { class: "pills" },
          d.phases.map(([label, at]) =>
            h("span", { class: `pill ${at}`, title: label, "aria-current": at === "on" ? "step" : null }, label),
          ),
        ),
      ];
  requestAnimationFrame(() => pills[0] && tighten(pills[0]));
  const bar = h(
    "div",
    { class: "bar", role: "toolbar", "aria-label": "Game" },
    span("game", d.title),
    h(
      "span",
      { class: "who", role: "status" },
      d.who.seats.map((t) => token(t, 18)),
      h("span", { class: "says", title: d.who.text }, d.who.text),
    ),
    h("span", { class: "s2 place", title: d.where }, d.place),
    pills,
    span("grow"),
    span(
      "tools",
      button(
        "btn",
        () => act("undo"),
        { disabled: !d.undo, title: "Undo (u)", "aria-label": "Undo" },
        line("undo"),
        span("word", "Undo"),
      ),
      button(
        "btn",
        () => act("redo"),
        { disabled: !d.redo, title: "Redo (r)", "aria-label": "Redo" },
        line("redo"),
        span("word", "Redo"),
      ),
      button(
        "btn",
        toggle("name"),
        { title: "Name this position as the root of a branch (b)", "aria-label": "Branch" },
        line("branch"),
        span("word", "Branch"),
      ),
      d.locked
        ? null
        : button(
            `btn ${d.pen ? "on" : ""}`,
            () => act("pen"),
            {
              "aria-pressed": d.pen ? "true" : "false",
              title: "Ring things and draw arrows on the board (m)",
              "aria-label": "Mark",
            },
            line("pen"),
          ),
      compare,
      share,
      menu,
      help,
    ),
  );
  keep.branch = toggle("name");
  const notice = d.notice
    ? h(
        "div",
        { class: "strip-notice", role: "status" },
        span("s2 grow", d.notice),
        button("btn small", () => act("told"), {}, "Close"),
      )
    : null;
  const naming =
    keep.open === "name"
      ? h(
          "div",
          { class: "naming" },
          h("div", { class: "field ui" }, line("branch"), name),
          button(
            "btn line",
            () => {
              act("line", { text: name.value });
              shut()();
            },
            {},
            "Name",
          ),
        )
      : null;
  if (naming) setTimeout(() => name.focus(), 0);
  const pen = d.pen
    ? h(
        "div",
        { class: "naming" },
        line("pen"),
        span(
          "s2 grow",
          "A click rings an area or a piece, a drag from area to area draws an arrow; the same again takes it away.",
        ),
        button("btn small", () => act("wipe"), { disabled: !d.marked }, "Wipe all"),
        button("btn line small", () => act("pen"), { title: "Escape" }, "Done"),
      )
    : null;
  const leaving = d.leave?.open
    ? h(
        "div",
        { class: "naming leaving", role: "group", "aria-label": "A player leaves the game" },
        line("leave"),
        span("s2 grow", d.leave.text, " ", ruleId(d.leave.rule, act)),
        span(
          "who-leaves",
          d.leave.seats.map((x) =>
            button(
              "btn line small",
              () => act("leave", { seat: x.seat }),
              { "data-leave": x.seat },
              token(x.t, 16),
              x.name,
            ),
          ),
          button("btn small", () => act("leaving", { seat: null }), { title: "Escape" }, "Nobody leaves"),
        ),
      )
    : null;
  return [bar, naming, leaving, pen, errorStrip(d, act), notice];
};

/** @type {[string, string][]} */
const HELP_KEYS = [
  ["1 \u2026 9", "an answer"],
  ["Enter", "the lit answer"],
  ["\u2191 \u2193", "the next answer, at the board"],
  ["\u2190 \u2192", "back and forth in the game"],
  ["U R", "undo, redo"],
  ["I", "what is this?"],
  ["Z", "the board larger"],
  ["H", "the best moves; 1 2 3 light one, Enter plays it"],
  ["G", "can it be reached?"],
  ["Y", "two readings of the rules"],
  ["K", "the calculator: any fight, put together as you like"],
  ["X E V C O", "in the calculator: swap, exact or sampled, keep, copy, open it"],
  ["Shift F10", "what to ask of a thing on the board"],
  ["C", "the chance to win, under the timeline"],
  ["S \u21e7S", "its next swing, the one before"],
  ["M", "marks on the board"],
  ["B", "name a branch"],
  ["Space \u2192", "while a bot is asked: pause or go on, one action"],
  ["1 \u2026 4", "while a bot is asked: its pace"],
  ["W", "why did the bot do that?"],
  ["Esc", "let go"],
];

// Where not all phases fit, those that are over become dots first, then the others, the farthest first; the present one
// is seen whole. Actions in a row of their own are no dots: those that are over go. What is left of the room is the
// turn's, which is not cut down to a letter.
function tighten(/** @type {HTMLElement} */ row) {
  const place = row.parentElement?.querySelector(".place"),
    now = row.querySelector(".on, .now");
  place?.classList.remove("little");
  const phases = [...row.querySelectorAll(".pill:not(.on)")],
    over = phases.filter((e) => e.classList.contains("done")),
    wraps = () => row.scrollHeight > row.clientHeight + 6;
  row.classList.remove("tight");
  for (const phase of phases) phase.classList.remove("brief");
  row.style.minWidth = now instanceof HTMLElement ? `${now.offsetWidth + 6}px` : "";
  if (wraps()) row.classList.add("tight");
  for (const phase of [...over, ...phases.filter((e) => !over.includes(e)).reverse()])
    if (wraps()) phase.classList.add("brief");
  if (phases.length && wraps()) row.style.minWidth = "max-content";
  if (place && place.scrollWidth > place.clientWidth && place.clientWidth < LITTLE) place.classList.add("little");
}
const LITTLE = 50; // pixels

// The actions of a round in the order that it has given itself, the one that is left out struck through; while they are
// chosen, a click takes one.
function order(/** @type {ActionRow} */ d, /** @type {Act} */ act) {
  const box = (/** @type {ActionBox} */ b) => {
    const cls = `ord ${b.state} ${b.target ? "lit" : ""} ${b.hot ? "hot" : ""}`;
    const face = [b.level ? h("b", {}, b.level) : b.target ? h("b", {}, "") : null, b.name];
    if (!b.target)
      return h("span", { class: cls, role: "listitem", "aria-current": b.state === "now" ? "step" : null }, face);
    return h(
      "span",
      { role: "listitem" },
      button(
        cls,
        () => act("target", { target: b.target }),
        { "data-action": b.target, "data-keep": b.target, "aria-label": `Choose ${b.said}`, title: b.brings || null },
        face,
      ),
    );
  };
  return [
    h("div", { class: "pills ords", role: "list", "aria-label": d.name }, d.boxes.map(box)),
    d.first
      ? h(
          "span",
          { class: "says-first s2", title: `${d.first.name} announces the actions` },
          token(d.first.t, 14),
          "first",
        )
      : null,
  ];
}

// A file that the kernel has made goes where the browser keeps what it is given.
function handOver(/** @type {State} */ { model, onEnd }) {
  const heard = (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ buffers) => {
    if (message?.do !== "save" || !buffers || !buffers.length) return;
    const keep = () => {
      const url = URL.createObjectURL(new Blob([buffers[0]], { type: message.type }));
      h("a", { href: url, download: message.name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60000);
    };
    // A text goes to the clipboard; where the browser has none to give, it is a file like the others.
    if (message.type === "text/plain" && navigator.clipboard)
      navigator.clipboard.writeText(new TextDecoder().decode(buffers[0])).catch(keep);
    else keep();
  };
  model.on("msg:custom", heard);
  onEnd(() => model.off("msg:custom", heard));
}

// A dashboard with a board is no higher than a screen: the board gives way first, then what lies below it scrolls. The
// side column ends where the board's column ends, and its parts scroll. In one column all keep their own height.
const LEAST = { board: 400, crowd: 340, foot: 120, side: 700, base: 48 },
  // What stands above and below a dashboard keeps its room; a page that has more of that says how much.
  AROUND = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--theo-around")) || 40,
  HIGH = () => Math.max(900, innerHeight) - AROUND();
// What is seen of a page at once: of a notebook in JupyterLab what its bars leave.
function pageHeight(/** @type {HTMLElement} */ box) {
  const notebook = box.closest(".jp-WindowedPanel-outer, .jp-Notebook");
  return Math.min(innerHeight, notebook?.clientHeight || innerHeight);
}
function level(/** @type {HTMLElement} */ box) {
  for (const row of box.querySelectorAll(".bar .pills")) if (row instanceof HTMLElement) tighten(row);
  /** @type {(what: string) => HTMLElement | null} */
  const find = (what) => box.querySelector(what);
  const side = find(".theo-at-side"),
    board = find(".theo-at-board");
  if (!side || !board) return;
  const say = (/** @type {string} */ name, /** @type {number | null} */ px) => {
    const value = px === null ? "" : `${Math.round(px)}px`;
    if (box.style.getPropertyValue(name) !== value)
      value ? box.style.setProperty(name, value) : box.style.removeProperty(name);
  };
  if (getComputedStyle(box).gridTemplateColumns.split(" ").length < 2) {
    for (const name of ["--most", "--foot", "--side"]) say(name, null);
    return;
  }
  const high = (/** @type {string} */ place) => find(`.theo-at-${place}`)?.offsetHeight || 0,
    own = find(".theo-foot")?.offsetHeight || 0, // however much of it is seen
    front = /theo-(turned|steps|wide)/.test(box.className),
    // A table that is opened comes below.
    room = HIGH() - high("bar") - Math.min(high("base"), LEAST.base) - high("head") - 16;
  // A board that is wide and flat leaves the rest to what lies below it.
  const canvas = find("canvas.theo-at-board"),
    flat =
      canvas instanceof HTMLCanvasElement && canvas.width
        ? (Number.parseFloat(getComputedStyle(box).gridTemplateColumns) * canvas.height) / canvas.width
        : LEAST.board;
  // The last row of a crowd of players is seen on the screen that there is: the board leaves it room.
  const below = find(".theo-foot"),
    crowd = below?.querySelector(".crowd"),
    rows = below && crowd ? crowd.getBoundingClientRect().bottom - below.getBoundingClientRect().top + 4 : 0,
    seen = Math.min(room, pageHeight(box) - 12 - high("bar") - high("head")) - rows,
    least = rows ? Math.max(LEAST.crowd, Math.min(LEAST.board, seen)) : LEAST.board;
  const foot = Math.min(own + 2, Math.max(LEAST.foot, room - Math.min(least, Math.ceil(flat))));
  say("--foot", foot < own ? foot : null);
  say("--most", Math.min(room - foot, rows ? Math.max(least, seen) : room));
  const main = front ? high("front") : high("board"),
    beside = box.classList.contains("theo-turned") ? high("board") + 14 : 0;
  say("--board-high", high("board"));
  // What lies over the board stays over it where it is narrower than its column.
  const column = Number.parseFloat(getComputedStyle(box).gridTemplateColumns);
  say("--over", canvas instanceof HTMLCanvasElement ? Math.max(0, (column - canvas.offsetWidth) / 2) : 0);
  const story = find(".theo-side .tree"),
    before = story?.clientHeight;
  say("--side", Math.max(LEAST.side, high("head") + main + Math.min(foot, high("foot"))) - beside);
  // The end of the story stays in sight.
  if (story && story.clientHeight !== before && !story.querySelector(".now")) story.scrollTop = story.scrollHeight;
}

const VIEW = Math.random().toString(36).slice(2, 10); // this page among all that show the same dashboard
let views = 0;
const FIRST_LOOK = 1800; // milliseconds after a dashboard has come
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// The box of the whole dashboard: its keys, and room for the parts at its side.
function watchBox(/** @type {State} */ state) {
  const { model, act } = state;
  /** @type {ReturnType<typeof helpOn> | null} */
  let helps = null;
  /** @type {ReturnType<typeof menuOn> | null} */
  let menu = null;
  // What lies open over the page goes first, and nothing else by the same press.
  const shut = () => {
    const over = [...(state.box()?.querySelectorAll("[popover]:popover-open") || [])];
    for (const one of over) if (one instanceof HTMLElement) one.hidePopover();
    return over.length > 0 || state.kept.bar.shut();
  };
  /** @type {Record<string, string>} */
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", u: "undo", r: "redo", Escape: "letgo" };
  // Escape leaves the board for the dashboard.
  const onBoard = (/** @type {KeyboardEvent} */ e) => {
    const focus = e.composedPath()[0];
    return focus instanceof Element && !!focus.closest(".theo-at-board");
  };
  /** @type {Record<string, string>} */
  const UNITS = { a: "action", p: "phase", t: "round" };
  /** @type {(e: KeyboardEvent, pushed: boolean) => [string, Record<string, unknown>?] | null} */
  const botKey = (e, pushed) => {
    const { bots, redo } = model.get("bar"),
      pace = ["step", "slow", "normal", "once"]["1234".indexOf(e.key)];
    if (bots && e.key === "w") return ["botwhy", { node: null }];
    if (bots !== "due" || (pushed && e.key === " ")) return null;
    if (e.key === " ") return ["pause"];
    if (e.key === "u") return ["takeback"];
    if (e.key === "ArrowRight" && !e.shiftKey && !redo) return ["botstep"];
    return pace ? ["pace", { k: pace }] : null;
  };
  const pressed = (/** @type {KeyboardEvent} */ e, /** @type {boolean} */ pushed) => {
    const focus = e.composedPath()[0],
      listed = pushed && focus instanceof Element && focus.closest("[role=listbox]");
    const unit = UNITS[e.key.toLowerCase()],
      down = e.key === "ArrowDown";
    if (state.box()?.classList.contains("theo-calc") && calcKey(e.key, e.composedPath()[0], act, state.box() || null))
      return true;
    if (menu?.key(e) || helps?.key(e) || (e.key === "Escape" && shut())) return true;
    // While a bot is asked, keys are for it; nothing else is to be chosen then.
    const bots = botKey(e, pushed);
    if (bots) {
      act(...bots);
      return true;
    }
    if (e.key === "Escape" && onBoard(e)) state.box()?.focus({ preventScroll: true });
    if ((down || e.key === "ArrowUp") && focus instanceof Element && focus.closest("canvas.theo-at-board"))
      act("next", { n: down ? 1 : -1 });
    else if (e.shiftKey && (e.key === "ArrowLeft" || e.key === "ArrowRight"))
      act("step", { by: "event", n: e.key === "ArrowLeft" ? -1 : 1 });
    else if (unit) act("step", { by: unit, n: e.shiftKey ? -1 : 1 });
    else if (e.key === "m") act("pen");
    else if (e.key === "z") act("zoom");
    else if (e.key === "l") act("measure");
    else if (e.key.toLowerCase() === "h") act("hints");
    else if (e.key.toLowerCase() === "g") act("reach");
    else if (e.key.toLowerCase() === "y") act("readings");
    else if (e.key === "k") act("calc");
    else if (e.key === "ContextMenu" || (e.key === "F10" && e.shiftKey)) menu?.focused();
    else if (e.key.toLowerCase() === "c") act("graph");
    else if (e.key.toLowerCase() === "s") act("swing", { step: e.shiftKey ? -1 : 1 });
    else if (KEYS[e.key] && !(listed && e.key.startsWith("Arrow"))) act(KEYS[e.key]);
    else if (e.key === "b") state.kept.bar.branch();
    else if (e.key === "?") state.kept.bar.help();
    else if (e.key === " " && !pushed) act("play");
    else if (/^[0-9]$/.test(e.key)) act("key", { n: Number(e.key) });
    else if (e.key === "Enter" && !pushed) act("confirm");
    else return false;
    return true;
  };
  const attached = (/** @type {HTMLElement} */ box) => {
    // Told after the layout of a picture, before it is painted; what a part holds may come later than the part.
    const sizes = new ResizeObserver(() => {
      nameBoards(box, model.get("bar").board);
      level(box);
      for (const inner of box.querySelectorAll(".theo-foot, .theo-front")) sizes.observe(inner);
    });
    for (const part of box.querySelectorAll(
      ".theo-at-bar, .theo-at-side, .theo-at-board, .theo-at-front, .theo-at-foot, .theo-at-head, .theo-at-base",
    ))
      sizes.observe(part);
    // Who is not on the screen is not drawn for what happens elsewhere: six dashboards of a game would wait for all.
    const seen = new IntersectionObserver((told) => act("seen", { by: VIEW + id, on: !!told.at(-1)?.isIntersecting }));
    const id = views++;
    seen.observe(box);
    helps = helpOn(box, state, () => !!menu?.shown());
    menu = menuOn(box, state, () => helps?.hide());
    const focus = calcFocus(box);
    state.kept.bar.look = () => tour(box, state);
    // A board that is still to be drawn has nothing to speak of.
    const first = isNew() ? setTimeout(() => isNew() && box.isConnected && tour(box, state), FIRST_LOOK) : 0;
    return () => {
      clearTimeout(first);
      helps?.end();
      menu?.end();
      helps = menu = null;
      focus.disconnect();
      sizes.disconnect();
      seen.disconnect();
    };
  };
  const tells = () => ({ still: still() });
  const own = { tells, attached, pen: () => model.get("bar").pen, board: () => model.get("bar").board };
  return watchCell(state, pressed, { contextmenu: (e) => menu?.open(e) }, own);
}
