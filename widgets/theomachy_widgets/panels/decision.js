// @ts-check
// The decision: who is asked what, the options with one line of why and one figure, and one solid button.
/** @import { Act, AnytimeRow, DecisionModel, Kid, PairCell, PairGrid, Panel, State, Ui } from "./types.js" */
import { head, paced, percent, reveal, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { die, dot, fixed, line, sign, token } from "./signs.js";

const LONG = 70; // a line of why that may not be seen whole
const RULE = /^[A-Z]{2}-[A-Z]+-\d+$/; // the id of a rule is no figure: it is written small

/** @type {Panel<DecisionModel>} */
export const decision = (d, ui) => {
  const { act } = ui,
    send = act;
  if (d.over)
    return [
      head("The end", "", ruleId(d.rule, act)),
      h("p", { class: "q" }, d.t ? token(d.t, 20) : null, d.over),
      d.reason ? h("p", { style: { "margin-top": "6px" } }, d.reason) : null,
      h("p", { class: "s2", style: { "margin-top": "6px" } }, d.line),
      h(
        "div",
        { class: "foot" },
        button(
          "btn solid",
          () => {
            act("report");
            reveal(ui.state, ".theo-report");
          },
          { "data-keep": "report", title: "What decided it, move by move" },
          "Game report",
        ),
        d.again
          ? button(
              "btn line",
              () => again(act, ui.state),
              { "data-keep": "again", title: "The same game, with other luck" },
              "Play again",
            )
          : null,
      ),
    ];
  const question = h(
    "p",
    { class: "q", "aria-live": "polite" },
    d.t ? token(d.t, 20) : d.kind === "dice" || d.kind === "draw" ? dot("chance") : null,
    h("span", {}, d.prompt),
  );
  // A hint is asked for where the question stands.
  const asked = d.hidden || d.past || !d.hints ? null : d.hints;
  const bulb = asked
    ? button(
        `btn line small bulb ${asked}`,
        () => act("hints"),
        { "aria-pressed": asked === "on" ? "true" : "false", title: "The best moves (h)", "data-keep": "bulb" },
        line("bulb"),
        "Hints",
        span("key", "H"),
      )
    : null;
  const top = [
    head("Decision", "", ruleId(d.rule, act)),
    bulb ? h("div", { class: "asks" }, question, bulb) : question,
    d.note ? h("p", { class: "s2", style: { "margin-top": "3px" } }, d.note) : null,
    d.aim ? h("p", { class: "s2 sm aim" }, h("b", {}, "To win: "), d.aim) : null,
  ];
  if (d.hidden)
    return [
      ...top,
      h("p", { class: "s3", style: { "margin-top": "6px" } }, d.hidden),
      foot(d, act, d.bot ? button("btn solid", () => act("seats"), {}, "Who plays? …") : null),
    ];
  if (d.past)
    return [
      ...top,
      h(
        "div",
        { class: "foot" },
        span("s3 grow", "The board stands at an earlier event."),
        button("btn line", () => act("event", { k: null }), {}, "Back to now"),
      ),
    ];
  if (asked === "on") return top;
  const chips = d.chips.length
    ? h(
        "div",
        { class: "chips" },
        d.chips.map((c, i) =>
          button("chip", () => send("drop", { i }), { title: "Let go (Escape)" }, c, span("s3", "×")),
        ),
      )
    : null;
  const find =
    d.find !== null
      ? h(
          "div",
          { class: "field ui", style: { "margin-top": "8px" } },
          line("find"),
          h("input", {
            "data-keep": "find",
            "data-typed": "",
            value: d.find,
            placeholder: `find among ${d.total} options`,
            "aria-label": "Find an option",
            input: (e) => {
              const text = e.target.value;
              paced(ui.keep, () => send("find", { text }));
            },
            keydown: (e) => {
              if (e.key === "Enter") {
                e.stopPropagation();
                clearTimeout(ui.keep.timer);
                send("find", { text: e.target.value, take: true });
              }
              if (e.key === "Escape") send("letgo");
            },
          }),
        )
      : null;
  const read = d.rows.find((r) => r.hot)?.printed;
  const body = d.number ? stepper(d, ui) : d.grid ? grid(d, ui, send) : rows(d, send, ui.keep);
  return [
    ...top,
    chips,
    find,
    body,
    // What is printed on the thing that the chosen row takes; the list keeps its place.
    read
      ? h(
          "div",
          { class: "reads", "data-scroll": "printed", "aria-live": "polite" },
          read.map(([name, text]) => h("p", {}, h("b", {}, name), `: ${text}`)),
        )
      : null,
    d.faces ? faces(d, send) : null,
    foot(
      d,
      act,
      d.number
        ? button("btn solid", () => send("number", { n: ui.keep.n }), {}, `Answer ${ui.keep.n}`)
        : d.button
          ? button("btn solid", () => send("confirm"), { title: "Enter" }, d.button)
          : null,
    ),
    (d.barred || []).length
      ? h(
          "div",
          { class: "barred" },
          d.barred.map(([text, rule]) =>
            h("div", { class: "row unused" }, dot("not used"), span("say", text), ruleId(rule, act)),
          ),
        )
      : null,
    d.jumps.length ? anytime(d.jumps, send) : null,
  ];
};

// A page that was begun by its address begins again by it; any other has the new game below.
function again(/** @type {Act} */ act, /** @type {State} */ state) {
  const words = new URLSearchParams(location.search),
    seed = Math.floor(Math.random() * 1e6);
  if (words.has("game")) {
    words.set("seed", String(seed));
    location.search = words.toString();
    return;
  }
  act("again", { seed });
  reveal(state, ".theo-again");
}

// What may be done though nobody is asked stands below, each player's in a row of his own.
const anytime = (/** @type {AnytimeRow[]} */ rows, /** @type {Act} */ send) =>
  h(
    "div",
    { class: "anytime", role: "group", "aria-label": "At any time" },
    h("div", { class: "lbl" }, "At any time"),
    rows.map((r) =>
      h(
        "div",
        { class: "whose", role: "group", "aria-label": r.name },
        h(
          "div",
          { class: "s2 sm" },
          r.t ? token(r.t, 14) : null,
          h("b", {}, r.name),
          r.price ? span("s3", r.price) : null,
        ),
        h(
          "div",
          { class: "acts" },
          r.says ? span("s2 sm", r.says) : null,
          r.acts.map((a) =>
            button(
              "btn line small long",
              () => send("jumpin", { i: a.i }),
              { title: a.title, "aria-label": r.says ? a.title : null },
              a.t ? sign(a.t, 14) : null,
              a.label,
            ),
          ),
        ),
      ),
    ),
  );

// Up and down go from row to row; where one stands is not yet chosen: Enter or Space chooses, and then answers.
/** @type {(e: any) => void} */
const along = (e) => {
  const step = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })[e.key];
  if (!step) return;
  e.preventDefault();
  e.stopPropagation();
  const all = [...e.currentTarget.querySelectorAll(".opt")],
    at = all.indexOf(e.target.closest(".opt"));
  all[Math.max(0, Math.min(at + step, all.length - 1))]?.focus();
};

function rows(/** @type {DecisionModel} */ d, /** @type {Act} */ send, /** @type {any} */ keep) {
  const most = Math.max(...d.rows.map((r) => r.p || 0), 0.01);
  // Where lines are measured, that of the option under the pointer is drawn.
  const points = (/** @type {number | undefined} */ i) =>
    d.measure && i !== undefined
      ? {
          mouseenter: () => paced(keep, () => send("point", { i })),
          mouseleave: () => paced(keep, () => send("point", { i: null })),
        }
      : {};
  // What ends something stays in sight at the foot, over the shade that tells that more is hidden below: it wears one.
  const shade = () => list.classList.toggle("more", list.scrollHeight - list.clientHeight - list.scrollTop > 2);
  const list = h(
    "div",
    { class: "opts", role: "listbox", "aria-label": d.prompt, "data-scroll": "opts", keydown: along, scroll: shade },
    d.rows.map((r, at) => {
      // A click chooses, a second one on the same row answers, also on the row that the button proposes unasked.
      // Of a double click, the first makes an option hot and the whole answers it, once: never the question that came
      // between.
      const mine = `${d.stamp} ${r.i}`;
      const go = (/** @type {any} */ e) => {
        if (r.g !== undefined) return send("group", { g: r.g });
        if (e.detail > 1) return;
        keep.first = r.chosen ? "" : mine;
        send(r.chosen ? "answer" : "hot", { i: r.i });
      };
      const twice = () => {
        if (r.g === undefined && keep.first === mine) {
          keep.first = "";
          send("answer", { i: r.i });
        }
      };
      const short = r.detail || r.figure || r.p ? "" : "low",
        ends = r.low && at && !d.rows[at - 1].low ? "ends" : "";
      return button(
        `opt ${r.hot ? "hot" : ""} ${r.chosen ? "chosen" : ""} ${short} ${ends}`,
        go,
        {
          role: "option",
          "aria-selected": r.hot ? "true" : "false",
          "data-option": r.i,
          "data-sight": r.hot ? "" : null,
          title: r.printed
            ? r.printed.map(([name, text]) => `${name}: ${text}`).join("\n")
            : (r.detail || "").length > LONG
              ? r.detail
              : undefined,
          "data-keep": `option${d.stamp} ${r.i ?? `g${r.g}`}`,
          dblclick: twice,
          ...points(r.i),
        },
        sign(r.t, 22),
        h(
          "span",
          {},
          span("t", r.label, r.g !== undefined ? span("n", `  ${r.count} ▸`) : ""),
          r.detail ? span("d", r.detail) : null,
          r.p ? span("bar-p", h("i", { style: { width: `${(100 * r.p) / most}%` } })) : null,
        ),
        span(
          r.figure && RULE.test(r.figure[0]) ? "rid" : "fig",
          r.figure ? r.figure[0] : r.p ? percent(r.p) : "",
          r.figure?.[1] ? h("small", {}, r.figure[1]) : null,
        ),
        r.key !== undefined && r.key !== "" ? span("key", r.key) : h("span"),
      );
    }),
    d.more ? h("p", { class: "s3 sm", style: { padding: "4px 8px" } }, d.more) : null,
  );
  new ResizeObserver(shade).observe(list);
  return list;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Two numbers at once: the first across, the second down, shaded by chance. Arrows go from field to field.
function grid(/** @type {DecisionModel} */ d, /** @type {Ui} */ { keep }, /** @type {Act} */ send) {
  const g = /** @type {PairGrid} */ (d.grid),
    all = g.rows.flat().filter((c) => c !== null),
    most = Math.max(...all.map((c) => c.p)),
    now = all.find((c) => c.hot);
  const says = (/** @type {PairCell} */ c) => `${c.label}, ${percent(c.p)}`;
  const read = h("p", { class: "s2 read", "aria-live": "polite" }, now ? says(now) : "");
  const show = (/** @type {PairCell | null} */ c) => () => {
    const told = c || now;
    read.textContent = told ? says(told) : "";
  };
  const go = (/** @type {any} */ e, /** @type {number} */ x, /** @type {number} */ y) => {
    const [dx, dy] = WAYS[e.key] || [0, 0];
    const next = (dx || dy) && (g.rows[y + dy] || [])[x + dx];
    if (!dx && !dy) return;
    e.preventDefault();
    e.stopPropagation();
    if (!next) return;
    e.target.closest("[role=grid]").querySelector(`[data-option="${next.i}"]`).focus();
    paced(keep, () => send("hot", { i: next.i }));
  };
  const cell = (/** @type {PairCell | null} */ c, /** @type {number} */ x, /** @type {number} */ y) =>
    !c
      ? h("span", { role: "gridcell", class: "none" })
      : button(
          `cell ${c.hot ? "hot" : ""}`,
          () => {
            clearTimeout(keep.timer);
            send(c.chosen ? "answer" : "hot", { i: c.i });
          },
          {
            role: "gridcell",
            "aria-label": says(c),
            "aria-selected": c.hot ? "true" : "false",
            tabindex: c.hot ? 0 : -1,
            title: says(c),
            "data-option": c.i,
            "data-keep": `cell${c.i}`,
            style: { "--share": fixed(c.p / most) },
            dblclick: () => send("answer", { i: c.i }),
            keydown: (e) => go(e, x, y),
            mouseenter: show(c),
            mouseleave: show(null),
            focus: show(c),
          },
          c.p >= 0.005 ? Math.round(100 * c.p) : "",
        );
  return h(
    "div",
    { class: "pairs" },
    h("div", { class: "lbl" }, span("", `${g.across} across, ${g.down} down, chances in %`)),
    h(
      "div",
      {
        class: "pairs-in",
        role: "grid",
        "aria-label": `${d.prompt} ${g.across} across, ${g.down} down`,
        "data-scroll": "pairs",
        style: { "--n": g.heads.length },
      },
      h(
        "div",
        { role: "row", class: "pr" },
        span("hd3 corner"),
        g.heads.map((n) => h("span", { role: "columnheader", class: "hd3", "aria-label": `${n} ${g.across}` }, n)),
      ),
      g.rows.map((row, y) =>
        h(
          "div",
          { role: "row", class: "pr" },
          h("span", { role: "rowheader", class: "hd3", "aria-label": `${g.sides[y]} ${g.down}` }, g.sides[y]),
          row.map((c, x) => cell(c, x, y)),
        ),
      ),
    ),
    read,
  );
}

function stepper(/** @type {DecisionModel} */ d, /** @type {Ui} */ ui) {
  const { low, high, at } = /** @type {NonNullable<DecisionModel["number"]>} */ (d.number);
  if (ui.keep.stamp !== d.stamp) {
    ui.keep.stamp = d.stamp;
    ui.keep.n = at;
  }
  const set = (/** @type {number} */ n) => {
    ui.keep.n = Math.max(low, Math.min(high, n));
    ui.again();
  };
  const n = ui.keep.n;
  return h(
    "div",
    {},
    h(
      "div",
      { class: "step" },
      button("btn line", () => set(n - 1), { disabled: n <= low, "aria-label": "Less", "data-keep": "less" }, "−"),
      h("b", { "aria-live": "polite" }, n),
      button("btn line", () => set(n + 1), { disabled: n >= high, "aria-label": "More", "data-keep": "more" }, "+"),
      h("input", {
        type: "range",
        min: low,
        max: high,
        value: n,
        "data-keep": "range",
        "aria-label": d.prompt,
        input: (e) => set(Number(e.target.value)),
      }),
      span("s3 sm", `${low} to ${high}`),
    ),
  );
}

function faces(/** @type {DecisionModel} */ d, /** @type {Act} */ send) {
  const go = () => send("faces", { text: field.value }),
    asked = /** @type {NonNullable<DecisionModel["faces"]>} */ (d.faces);
  const field = h("input", {
    "data-keep": "faces",
    "data-typed": "",
    placeholder: asked.hint,
    "aria-label": `Faces of ${asked.n} dice`,
    keydown: (e) => {
      if (e.key === "Enter") {
        e.stopPropagation();
        go();
      }
    },
  });
  return h(
    "div",
    { class: "foot" },
    h("div", { class: "field faces" }, span("s3", "faces"), field),
    button("btn line", go, {}, "Set"),
    button("btn line", () => send("roll"), { title: "Let luck decide this one" }, "Roll"),
  );
}

const foot = (/** @type {DecisionModel} */ d, /** @type {Act} */ act, /** @type {Kid} */ solid = null) => {
  // What a word asks for stands below it, for who has never used it.
  const link = (
    /** @type {string} */ what,
    /** @type {string} */ word,
    /** @type {string} */ says,
    /** @type {string} */ title,
  ) => button("lnk two", () => act(what), { title, "aria-label": word, "data-keep": what }, word, h("small", {}, says));
  return h(
    "div",
    { class: "foot ask-foot" },
    solid,
    d.tools && d.luck
      ? button(
          `btn small luck ${d.byhand ? "on" : ""}`,
          () => act("byhand"),
          {
            "aria-pressed": d.byhand ? "true" : "false",
            "aria-label": d.byhand ? "Dice by hand" : "Dice by luck",
            title: d.byhand
              ? "Dice by hand: chance waits until you choose what it answers"
              : "Dice by luck; by hand, chance waits until you choose what it answers",
          },
          die([5, "miss"], 14),
          span(
            "word two",
            d.byhand ? "Dice by hand" : "Dice by luck",
            h("small", {}, d.byhand ? "you say how they fall" : "rolled for you"),
          ),
        )
      : null,
    span("grow"),
    span(
      "lnks",
      d.measure ? link("measure", d.measure, "between two things", "L: measure between two things on the board") : null,
      "reach" in d && d.reach
        ? link(
            "reach",
            "Can it be reached?",
            "a way to a goal",
            "G: looks for a way to a goal in the time that is left",
          )
        : null,
      d.why
        ? link("why", "Why not …?", "what rules forbid", "Type what you would do, and see which rules forbid it")
        : null,
    ),
  );
};
