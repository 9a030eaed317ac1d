// @ts-check
// What happened, as a tree: a click stands the board at that event, a rule id opens the rule.
/** @import { Panel, StoryModel, StoryRow } from "./types.js" */
import { head, minus, ruleId, settle } from "./common.js";
import { button, h, span } from "./dom.js";
import { dice, dot, line } from "./signs.js";

/** @type {Panel<StoryModel>} */
export const story = (d, { act, keep, again }) => {
  keep.shut ||= new Set();
  // A pointer that crosses the list lights nothing; one that rests on a row lights what the event touched.
  const glance = (/** @type {number | null} */ k) => {
    clearTimeout(keep.timer);
    if (k !== null || keep.lit)
      keep.timer = setTimeout(() => {
        keep.lit = k !== null;
        act("glance", { k });
      }, 110);
  };
  if (keep.turn !== d.turn) {
    keep.turn = d.turn;
    keep.shut.clear();
  }
  const rowOf = (/** @type {StoryRow} */ r) => {
    const shut = keep.shut.has(r.k);
    const fold = (/** @type {Event} */ e) => {
      e.stopPropagation();
      shut ? keep.shut.delete(r.k) : keep.shut.add(r.k);
      again();
    };
    const go = () => act("event", { k: r.now ? null : r.k });
    const row = h(
      "div",
      {
        class: `row d${r.d} ${r.who === "not used" ? "unused" : ""} ${r.now ? "now" : ""} ${r.open ? "h" : ""}`,
        style: { "--d": r.d },
        "data-event": r.k,
      },
      button(
        "act",
        go,
        {
          "aria-pressed": r.now ? "true" : "false",
          "data-keep": `event${r.k}`,
          mouseenter: r.lit ? () => glance(r.k) : null,
          mouseleave: r.lit ? () => glance(null) : null,
        },
        dot(r.who),
        span(
          "say-fg",
          span("say", r.by ? span("sr", `${r.by}: `) : null, r.say),
          span(
            "fg",
            r.dice.length ? dice(r.dice, r.dice.length > 10 ? 12 : 14) : "",
            r.fig && r.dice.length < 5
              ? h(
                  "span",
                  r.why.length
                    ? { class: "from", title: r.why.map(([name, figure]) => `${name}: ${minus(figure)}`).join("\n") }
                    : {},
                  minus(r.fig),
                )
              : "",
          ),
        ),
      ),
      ruleId(r.rule, act),
      r.open
        ? button(
            "tw",
            fold,
            { "aria-label": shut ? "Unfold" : "Fold", "aria-expanded": shut ? "false" : "true" },
            shut ? "▸" : "▾",
          )
        : d.folds
          ? span("tw")
          : null,
    );
    const more = r.now
      ? r.why.map(([name, figure, rule]) =>
          h(
            "div",
            { class: "why-row", style: { "--d": r.d } },
            span("grow", name),
            span("v", minus(figure)),
            ruleId(rule, act),
          ),
        )
      : [];
    return [
      row,
      ...more,
      ...(r.note ? [h("div", { class: "why-row", style: { "--d": r.d } }, span("grow", r.note))] : []),
    ];
  };
  // A click changes few of the rows: the others stay in the page as they are.
  const before = keep.rows || new Map(),
    out = [];
  keep.rows = new Map();
  let hiddenBelow = 99;
  for (const r of d.rows) {
    if (r.d > hiddenBelow) continue;
    hiddenBelow = keep.shut.has(r.k) ? r.d : 99;
    const says = JSON.stringify([r, d.folds, keep.shut.has(r.k)]),
      old = before.get(r.k);
    const made = old && old[0] === says ? old : [says, rowOf(r)];
    keep.rows.set(r.k, made);
    out.push(...made[1]);
  }
  keep.tree ||= h("div", { class: "tree", "data-scroll": "story" });
  const tree = keep.tree;
  if (!tree.isConnected) keep.at = null;
  settle(tree, out);
  const at = d.rows.find((r) => r.now);
  const key = at ? at.k : `end${d.rows.length}`;
  const show = () => {
    const now = tree.querySelector(".now"),
      top = now ? now.offsetTop - tree.offsetTop : 0;
    if (!now) tree.scrollTop = tree.scrollHeight;
    else if (top < tree.scrollTop || top > tree.scrollTop + tree.clientHeight - 30) tree.scrollTop = top - 60;
  };
  if (keep.at !== key) {
    keep.at = key;
    queueMicrotask(show);
  } // with the same picture, once all panels are in their places
  return [
    head(
      "What happened",
      "",
      d.fixed
        ? null
        : at
          ? button(
              "btn line small",
              () => act("eventbranch", { k: at.k }),
              { title: "Stand here and choose otherwise" },
              line("branch"),
              "Branch from here",
            )
          : null,
      at && !d.fixed ? button("btn small", () => act("event", { k: null }), {}, "Back to now") : span("s3 sm", d.turn),
    ),
    tree,
  ];
};
