// @ts-check
// The position editor: the bar, the palette with the check below it, and the table of pieces.
/**
 * @import {
 *   Act, Attrs, EditCheck, EditDesk, EditHere, EditbarModel, EditfootModel, EditsideModel, Kid, Panel, State, Tool,
 *   Ui
 * } from "./types.js"
 */
import { head, reveal, ruleId } from "./common.js";
import { button, h, s, span } from "./dom.js";
import { lines } from "./lines.js";
import { measured } from "./measured.js";
import { paper } from "./paper.js";
import { cross, icon, line, polygon, tick, token } from "./signs.js";
import { errorStrip, watchCell } from "./watch.js";

/** @type {Panel<EditbarModel>} */
export const editbar = (d, { act, keep, state }) => {
  if (!keep.keys) keep.keys = watchEditor(state);
  const name = h("input", {
    class: "named",
    "data-keep": "name",
    value: d.name,
    maxlength: 80,
    placeholder: "name this position",
    "aria-label": "Name of the position",
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") name.blur();
    },
    change: () => act("name", { text: name.value }),
  });
  const pill = (
    /** @type {string} */ label,
    /** @type {boolean} */ on,
    /** @type {() => void} */ go,
    /** @type {Attrs} */ attrs = {},
  ) => button(`pill ${on ? "on" : ""}`, go, { "aria-pressed": on ? "true" : "false", ...attrs }, label);
  return [
    h(
      "div",
      { class: "bar", role: "toolbar", "aria-label": "Position" },
      d.playing ? span("s2", "Played from") : [span("game", d.title), span("s2", d.place, " · position")],
      name,
      span("grow"),
      d.playing
        ? null
        : button(
            "btn",
            () => {
              act("study");
              reveal(state, ".theo-study");
            },
            { disabled: d.violations > 0, title: d.violations ? "The position has faults" : "A chapter of a study" },
            "Into a study",
          ),
      h(
        "div",
        { class: "pills" },
        pill("Play", d.playing, () => act("play"), {
          disabled: d.violations > 0 && !d.playing,
          title: d.violations ? "The position has faults" : "Play from here",
        }),
        pill("Edit", !d.playing, () => act("edit")),
      ),
    ),
    errorStrip(d, act),
  ];
};

/** @type {Panel<EditsideModel>} */
export const editside = (d, ui) => {
  const { act } = ui;
  return [
    "things" in d.measured ? h("div", { class: "part" }, measured(/** @type {any} */ (d.measured), ui)) : null,
    h("div", { class: "part" }, palette(d, ui), mode(d, act), d.here ? here(d.here, ui) : null),
    "things" in d.measured
      ? null
      : d.measuring
        ? h(
            "div",
            { class: "after" },
            button("btn line small", () => act("measure"), {}, line("measure"), d.measuring),
          )
        : null,
    h("div", { class: "after" }, check(d.check, act)),
    d.rule
      ? h(
          "div",
          { class: "after" },
          head(
            "Rule",
            d.rule.where,
            span("rid", d.rule.id),
            button("btn small", () => act("rule", { id: "" }), { "aria-label": "Close" }, line("close")),
          ),
          h("p", { class: "rule-text" }, span("b", d.rule.title, ". "), d.rule.text),
        )
      : null,
    h("div", { class: "after" }, copying(d, ui)),
  ];
};

function palette(/** @type {EditsideModel} */ d, /** @type {Ui} */ ui) {
  const { act } = ui;
  return [
    h(
      "div",
      { class: "hd" },
      h("h2", { class: "ov" }, "Position editor"),
      span("grow"),
      button("btn", () => act("undo"), { disabled: !d.undo, title: "Undo (u)" }, line("undo"), "Undo"),
      button("btn", () => act("redo"), { disabled: !d.redo, title: "Redo (r)", "aria-label": "Redo" }, line("redo")),
    ),
    h(
      "div",
      { class: "tabs etabs", role: "tablist" },
      d.tabs.map((t) =>
        button(
          t.on ? "on" : "",
          () => act("tab", { tab: t.k }),
          { role: "tab", "aria-selected": t.on ? "true" : "false" },
          t.k,
        ),
      ),
    ),
    h(
      "div",
      { class: "blocks", "data-scroll": "palette" },
      d.blocks.map((b) =>
        h(
          "div",
          { class: "block" },
          b.seats
            ? h(
                "div",
                { class: "pages" },
                b.seats.map((x) =>
                  button(
                    x.on ? "on" : "",
                    () => act("seat", { seat: x.k }),
                    { title: `${x.name}: ${x.text}`, "aria-label": x.name, "aria-pressed": x.on ? "true" : "false" },
                    token(x.t, 24),
                  ),
                ),
              )
            : null,
          b.title ? h("p", { class: "ov", style: { "margin-bottom": "5px" } }, b.title) : null,
          b.about ? h("p", { class: "s3 sm" }, `${b.about[0].toUpperCase()}${b.about.slice(1)}.`) : null,
          runs(b.tools).map((run) =>
            SHAPES[run[0].kind === "place" ? "place" : run[0].kind === "card" ? "card" : "value"](run, ui),
          ),
        ),
      ),
    ),
  ];
}
// Neighbours of one kind are drawn together.
function runs(/** @type {Tool[]} */ tools) {
  const kind = (/** @type {Tool} */ t) => (t.kind === "place" || t.kind === "card" ? t.kind : "value"),
    found = [];
  for (const t of tools) {
    const last = found[found.length - 1];
    if (last && kind(last[0]) === kind(t)) last.push(t);
    else found.push([t]);
  }
  return found;
}
const count = (/** @type {Tool} */ t) => (t.most ? `${t.n} of ${t.most}` : t.n);
const hexagon = (/** @type {string} */ paint) =>
  s(
    "svg",
    { class: "sw", viewBox: "-18 -18 36 36", "aria-hidden": "true" },
    s("path", { d: polygon(6, Math.PI / 6, 15, 2), fill: paint, stroke: "rgba(20,24,26,.45)", "stroke-width": 1 }),
  );
const SHAPES = {
  place: (/** @type {Tool[]} */ tools, /** @type {Ui} */ { act }) =>
    h(
      "div",
      { class: "pal", role: "group" },
      tools.map((t) =>
        button(
          `pc ${t.on ? "on" : ""} ${t.over ? "over" : ""}`,
          () => act("tool", { id: t.id }),
          {
            "aria-pressed": t.on ? "true" : "false",
            title: [t.name, t.text, t.key ? `key ${t.key}` : ""].filter(Boolean).join(" · "),
            "data-tool": t.id,
          },
          t.ground ? hexagon(t.ground) : t.t ? token(t.t, 26) : null,
          h("span", {}, t.name),
          h("i", {}, count(t)),
        ),
      ),
    ),
  card: (/** @type {Tool[]} */ tools, /** @type {Ui} */ { act }) =>
    h(
      "div",
      { class: "cards", "data-scroll": "cards", role: "group" },
      tools.map((t) =>
        h(
          "button",
          {
            type: "button",
            class: `card ${t.n ? "has" : ""}`,
            title: `${t.name}: ${t.text}`,
            "aria-label": `${t.name}, ${t.n}`,
            "data-tool": t.id,
            click: (e) =>
              act("value", { id: t.id, n: e.shiftKey ? Math.max(0, t.n - 1) : t.n >= t.high ? 0 : t.n + 1 }),
            contextmenu: (e) => {
              e.preventDefault();
              e.stopPropagation();
              if (t.n) act("value", { id: t.id, n: t.n - 1 });
            },
          },
          icon(t.icon, 26),
          h("span", {}, t.name),
          t.n ? span("n", t.n) : null,
        ),
      ),
    ),
  value: (/** @type {Tool[]} */ tools, /** @type {Ui} */ ui) =>
    h(
      "div",
      { class: "vals" },
      tools.map((t) => VALUES[t.kind](t, ui)),
    ),
};
const label = (/** @type {Tool} */ t, /** @type {Act} */ act) =>
  h("span", { class: "l", title: t.text }, t.t ? token(t.t, 18) : null, span("nm", t.name, " ", ruleId(t.rule, act)));
/** @type {Record<string, (t: Tool, ui: Ui) => Kid>} */
const VALUES = {
  number: (/** @type {Tool} */ t, /** @type {Ui} */ { act }) => [
    label(t, act),
    stepper(t, (n) => act("value", { id: t.id, n }), `value-${t.id}`),
  ],
  toggle: (/** @type {Tool} */ t, /** @type {Ui} */ { act }) => [
    label(t, act),
    button("sw2", () => act("value", { id: t.id, n: t.n ? 0 : 1 }), {
      role: "switch",
      "aria-checked": t.n ? "true" : "false",
      "aria-label": t.name,
      "data-tool": t.id,
    }),
  ],
  choice: (/** @type {Tool} */ t, /** @type {Ui} */ { act }) => [
    label(t, act),
    span(""),
    h(
      "div",
      { class: "chs", role: "group", "aria-label": t.name, "data-tool": t.id },
      t.choices.map((c) =>
        button(
          `pill ${c.v === t.n ? "on" : ""}`,
          () => act("value", { id: t.id, n: c.v }),
          { "aria-pressed": c.v === t.n ? "true" : "false", title: `${t.name}, ${c.label}: ${t.text}` },
          c.t ? token(c.t, 13) : null,
          c.label,
        ),
      ),
    ),
  ],
};
function stepper(
  /** @type {Pick<Tool, "name" | "n" | "high"> & Partial<Tool>} */ t,
  /** @type {(n: number) => void} */ set,
  /** @type {string} */ key,
) {
  const field = h("input", {
    "data-keep": key,
    value: t.n,
    inputmode: "numeric",
    "aria-label": t.name,
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") field.blur();
    },
    change: () => {
      if (/^\d{1,6}$/.test(field.value.trim())) set(Number(field.value));
      else field.value = String(t.n);
    },
  });
  return span(
    "num",
    button(
      "btn line",
      () => set(t.n - 1),
      { disabled: t.n <= (t.low || 0), "aria-label": `${t.name}: less`, "data-less": t.id },
      "−",
    ),
    field,
    button(
      "btn line",
      () => set(t.n + 1),
      { disabled: t.n >= t.high, "aria-label": `${t.name}: more`, "data-more": t.id },
      "+",
    ),
  );
}

function mode(/** @type {EditsideModel} */ d, /** @type {Act} */ act) {
  const pill = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {boolean} */ take) =>
    button(`pill ${on ? "on" : ""}`, () => act("mode", { take }), { "aria-pressed": on ? "true" : "false" }, text);
  const p = d.picked,
    keys = d.keys > 1 ? [" ", span("key", "1"), "–", span("key", d.keys), " pick a tool."] : null;
  return [
    p
      ? h(
          "div",
          { class: "mode" },
          h(
            "div",
            { class: "pills", role: "group", "aria-label": "What a click does" },
            pill("Place", !d.take, false),
            pill("Take", d.take, true),
          ),
          span("b grow", p.name),
          button("btn small", () => act("tool", { id: "" }), { title: "Let go (Escape)" }, "Let go"),
        )
      : null,
    h(
      "p",
      { class: "s2 sm", style: { "margin-top": "8px" } },
      p
        ? ["Click an area to place, Shift-click to take away.", p.where.length ? ` On ${p.where.join(", ")}.` : ""]
        : "Pick a tool, then click an area; without one a click shows what is there.",
      keys,
    ),
  ];
}
const here = (/** @type {EditHere} */ d, /** @type {Ui} */ { act }) =>
  h(
    "div",
    { class: "here" },
    h(
      "div",
      { class: "vals" },
      span("l", h("b", {}, d.name), span("s3", d.ground)),
      span(""),
      d.rows.map((t) => [
        span("l", t.t ? token(t.t, 18) : null, span("nm", t.name)),
        stepper(t, (n) => act("here", { id: t.id, n }), `here-${t.id}`),
      ]),
      d.rows.length ? null : span("s3", "Nothing lies here."),
      span(""),
    ),
  );

function check(/** @type {EditCheck} */ d, /** @type {Act} */ act) {
  const glance = (/** @type {number | null} */ k) => ({
    mouseenter: () => act("glance", { k }),
    mouseleave: () => act("glance", { k: null }),
  });
  return [
    head("Check", "", d.n ? span("tag bad", `${d.n} ${d.n === 1 ? "fault" : "faults"}`) : span("tag good", "lawful")),
    h(
      "div",
      { role: "status", "aria-live": "polite" },
      d.rows.map((f) =>
        h(
          "div",
          {
            class: `req pick bad ${f.hot ? "hot" : ""}`,
            role: "button",
            tabindex: 0,
            "data-fault": f.k,
            click: () => act("fault", { k: f.k }),
            keydown: (e) => {
              if (e.key === "Enter" || e.key === " ") {
                e.preventDefault();
                e.stopPropagation();
                act("fault", { k: f.k });
              }
            },
            ...glance(f.k),
          },
          cross(),
          h("span", {}, h("b", {}, f.text), f.where ? h("p", {}, f.where) : null),
          ruleId(f.rule, act),
        ),
      ),
    ),
    d.more ? h("p", { class: "s3 sm" }, `and ${d.more} more`) : null,
    d.fix
      ? h(
          "div",
          { class: "fix" },
          span("grow", d.fix),
          button("btn solid", () => act("fix", { k: d.fixes, say: d.fix }), {}, "Fix"),
        )
      : null,
    d.checks.map((c) => h("div", { class: "hold" }, tick(), h("span", {}, c.text), ruleId(c.rule, act))),
  ];
}

function copying(/** @type {EditsideModel} */ d, /** @type {Ui} */ { act, keep }) {
  const kinds = [
    ["python", "Python"],
    ["scenario", "Scenario"],
    ["json", "JSON"],
    ["line", "Line"],
  ];
  const box = (/** @type {string} */ text, /** @type {Attrs} */ attrs) => {
    const area = h("textarea", { class: "text", spellcheck: "false", keydown: (e) => e.stopPropagation(), ...attrs });
    area.value = text;
    return area;
  };
  const rows = [
    head("Copy as"),
    h(
      "div",
      { style: { display: "flex", gap: "8px", "align-items": "center", "flex-wrap": "wrap" } },
      kinds.map(([k, text]) =>
        button(`btn line ${d.copied && d.copied.kind === k ? "on" : ""}`, () => act("copy", { as: k }), {}, text),
      ),
      button(`btn ${d.pasting ? "on" : ""}`, () => act("paste"), { title: "Open a position from its text" }, "Paste…"),
      span("grow"),
      button("btn solid", () => act("play"), { disabled: d.check.n > 0 }, "Play from here"),
    ),
  ];
  if (d.copied) {
    const area = box(d.copied.text, {
      readonly: true,
      "data-keep": "copied",
      "data-scroll": "copied",
      "aria-label": `The position as ${d.copied.kind}`,
      focus: () => area.select(),
    });
    const said = span("s3 sm", "select the text to copy it");
    const copy = () => {
      const done = () => {
        said.textContent = "copied to the clipboard";
      };
      navigator.clipboard ? navigator.clipboard.writeText(area.value).then(done, () => area.select()) : area.select();
    };
    if (keep.copied !== d.copied.text) {
      keep.copied = d.copied.text;
      copy();
    }
    rows.push(
      area,
      h(
        "div",
        { class: "foot" },
        said,
        span("grow"),
        button("btn line", copy, {}, "Copy"),
        button("btn small", () => act("copy", { as: "" }), {}, "Close"),
      ),
    );
  } else keep.copied = null;
  if (d.pasting) {
    const area = box("", {
      "data-keep": "pasted",
      "data-typed": "",
      "aria-label": "A position as text",
      placeholder: "Python, a scenario or JSON",
    });
    rows.push(
      area,
      h(
        "div",
        { class: "foot" },
        span("grow"),
        button("btn line", () => act("read", { text: area.value }), {}, "Open"),
      ),
    );
  }
  return rows;
}

/** @type {Panel<EditfootModel>} */
export const editfoot = (d, ui) => [d.desk.sheets ? desk(d.desk, ui) : null, d.rows.length ? pool(d, ui) : null];

// Sheets and lines: a click on what names a tool uses it.
function desk(/** @type {EditDesk} */ d, /** @type {Ui} */ { act, keep, state, again }) {
  /** @type {Act} */
  const paint = (what, args) => (what === "target" ? act("box", { id: args?.target }) : act(what, args));
  keep.desk ||= {};
  const ui = { act: paint, keep: keep.desk, state, again };
  return h(
    "div",
    { class: "desk-of" },
    h(
      "div",
      { class: "hd", style: { "margin-top": "18px" } },
      h("h2", { class: "ov" }, "Sheets"),
      span("s3 sm", "a click writes, or takes away what is written"),
    ),
    d.sheets.length ? paper({ sheets: d.sheets }, ui) : null,
    d.lines.lines ? lines(d.lines, ui) : null,
  );
}

function pool(/** @type {EditfootModel} */ d, /** @type {Ui} */ { act }) {
  return [
    h(
      "div",
      { class: "hd", style: { "margin-top": "18px" } },
      h("h2", { class: "ov" }, "Pieces on the map"),
      d.pool ? span("s3 sm", "of the pool") : null,
    ),
    h(
      "table",
      { class: "pool" },
      h(
        "tbody",
        {},
        d.rows.map((r) =>
          h(
            "tr",
            {},
            h("td", {}, span("l", token(r.t, 19), r.name)),
            h(
              "td",
              {},
              h(
                "div",
                { class: "row" },
                r.cells.map((t) =>
                  button(
                    `${t.on ? "on" : ""} ${t.over ? "over" : ""}`,
                    () => act("tool", { id: t.id }),
                    { title: t.name, "aria-label": `${t.name}, ${r.name}: ${count(t)}`, "data-pool": t.id },
                    t.t ? token({ ...t.t, b: t.n ? 1 : 0.35 }, 19) : null,
                    h("b", {}, t.n),
                    t.most ? span("s3", `of ${t.most}`) : null,
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}

// The keys of the whole editor, and clicks on the board that take away.
function watchEditor(/** @type {State} */ state) {
  const { act } = state;
  /** @type {Record<string, [string, Record<string, unknown>?]>} */
  const KEYS = {
    u: ["undo"],
    r: ["redo"],
    Escape: ["letgo"],
    "-": ["mode", { take: true }],
    "+": ["mode", { take: false }],
  };
  const pressed = (/** @type {KeyboardEvent} */ e) => {
    if (KEYS[e.key]) act(...KEYS[e.key]);
    else if (/^[1-9]$/.test(e.key)) act("key", { n: Number(e.key) });
    else return false;
    return true;
  };
  // A board's own events know neither Shift nor the right button.
  const takes = (/** @type {PointerEvent} */ e) => {
    if (!e.shiftKey && e.button !== 2) return;
    const path = e.composedPath(),
      board = path.find((n) => n instanceof Element && n.classList.contains("theo-at-board"));
    const picture = path.find(
      (n) => n instanceof HTMLCanvasElement || (n instanceof SVGSVGElement && n.getAttribute("role") === "application"),
    );
    if (!board || !picture) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (e.type !== "mousedown") return;
    const r = /** @type {Element} */ (picture).getBoundingClientRect();
    act("take", { x: (e.clientX - r.left) / r.width, y: (e.clientY - r.top) / r.height });
  };
  return watchCell(state, pressed, { mousedown: takes, click: takes, contextmenu: takes });
}
