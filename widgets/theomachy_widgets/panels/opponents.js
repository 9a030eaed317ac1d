// @ts-check
// Bots at the table: who thinks, how fast they play, what they did since one's own turn, why, and who plays which seat.
/** @import { Act, BotRow, BotWhy, Kid, OpponentsModel, Panel } from "./types.js" */
import { head, minus, ruleId } from "./common.js";
import { button, h, span } from "./dom.js";
import { line, token } from "./signs.js";

/** @type {Panel<OpponentsModel>} */
export const opponents = (d, { act }) => {
  const seats = d.seats.length ? seating(d, act) : null;
  const since = d.rows.length
    ? [
        head("Since your turn", d.mine),
        h(
          "ol",
          { class: "deeds", "aria-label": "What bots did since your turn", "data-scroll": "deeds" },
          d.more ? h("li", { class: "s3 sm" }, `${d.more} more before these`) : null,
          d.rows.map((r) => deed(r, act)),
        ),
      ]
    : null;
  return [
    d.due ? answers(d, act) : null,
    since,
    h(
      "div",
      { "aria-live": "polite" },
      d.slips.map((text) => h("p", { class: "slip" }, text)),
    ),
    d.why ? why(d.why, act) : null,
    !d.due && d.tools ? h("div", { class: "foot" }, pace(d, act), span("grow"), chooser(d, act)) : null,
    seats,
  ];
};

// A bot is asked: the place of the decision, which comes back with the next question.
function answers(/** @type {OpponentsModel} */ d, /** @type {Act} */ act) {
  const [done, of] = d.bar || [0, 0];
  return h(
    "div",
    { class: "bot-asked" },
    head("A bot answers", "", ruleId(d.rule, act)),
    h(
      "div",
      { class: "bot-says" },
      h("p", { class: "q", "aria-live": "polite" }, d.t ? token(d.t, 22) : null, h("span", {}, d.says)),
      d.tools
        ? button(
            "btn solid",
            () => act(d.waits ? "goon" : "pause"),
            { "data-keep": "pause", title: "Space" },
            d.waits ? "Go on" : "Pause",
            span("key", "Space"),
          )
        : null,
    ),
    h(
      "div",
      { class: "think", "aria-hidden": of ? null : "true" },
      h("i", { class: of ? "" : "none" }, h("b", { style: { width: `${of ? (100 * done) / of : 0}%` } })),
      of ? span("fig", `${done} of ${of}`) : null,
    ),
    h("p", { class: "s2 sm" }, d.level),
    d.tools
      ? [
          h(
            "div",
            { class: "foot" },
            pace(d, act),
            span("grow"),
            button("btn line small", () => act("botstep"), { "data-keep": "botstep", title: "→" }, "Step"),
          ),
          h(
            "div",
            { class: "foot" },
            button(
              "btn line small",
              () => act("takeback"),
              { "data-keep": "takeback", disabled: !d.back, title: "u" },
              line("undo"),
              "Take back to your turn",
            ),
            span("s3 sm", d.back),
            span("grow"),
            chooser(d, act),
          ),
        ]
      : null,
  );
}

const pace = (/** @type {OpponentsModel} */ d, /** @type {Act} */ act) =>
  h(
    "div",
    { class: "pace", role: "radiogroup", "aria-label": "Pace of bots" },
    span("s3 sm", "Pace"),
    d.paces.map(([k, label], i) =>
      button(
        k === d.pace ? "on" : "",
        () => act("pace", { k }),
        {
          role: "radio",
          "aria-checked": k === d.pace ? "true" : "false",
          "data-keep": `pace-${k}`,
          title: d.due ? `${i + 1}` : "",
        },
        label,
      ),
    ),
  );

const chooser = (/** @type {OpponentsModel} */ d, /** @type {Act} */ act) =>
  button(
    "lnk",
    () => act("seats"),
    { "aria-expanded": d.seats.length ? "true" : "false", "data-keep": "who-plays" },
    "Who plays?",
  );

// What a bot did, numbered like its disc on the board.
function deed(/** @type {BotRow} */ r, /** @type {Act} */ act) {
  return h(
    "li",
    { class: r.open ? "on" : "", "data-sight": r.open ? "" : null },
    span("disc", r.n),
    r.t ? token(r.t, 15) : h("span"),
    span("say", r.say),
    button(
      "lnk",
      () => act("botwhy", { node: r.node }),
      {
        "aria-expanded": r.open ? "true" : "false",
        "aria-label": `Why did ${r.name} do that?`,
        "data-keep": `why${r.node}`,
      },
      r.open ? "Why? ▾" : "Why? ▸",
    ),
  );
}

// The bot's own numbers: the gain by its parts, bars from zero, and what else it looked at.
function why(/** @type {BotWhy} */ w, /** @type {Act} */ act) {
  const most = Math.max(...w.parts.map(([, x]) => Math.abs(x)), 0.01);
  const low = w.parts.some(([, x]) => x < 0);
  return h(
    "div",
    { class: "bot-why", "aria-live": "polite" },
    head(w.title, "", ruleId(w.rule, act)),
    w.busy
      ? h("p", { class: "s3" }, w.busy[0] ? `thinking again: ${w.busy[0]} of ${w.busy[1]}` : "thinking again …")
      : h("p", {}, w.text),
    w.parts.length
      ? h(
          "div",
          { class: "gains" },
          w.parts.map(([name, x]) => [
            span("", name),
            h(
              "span",
              { class: `bar0 ${low ? "both" : ""}` },
              h("i", { class: x < 0 ? "less" : "", style: { width: `${(Math.abs(x) / most) * (low ? 50 : 100)}%` } }),
            ),
            span("b", signed(x)),
          ]),
          h("b", { class: "whole" }, "together"),
          span("whole"),
          h("b", { class: "whole" }, together(w)),
        )
      : null,
    w.others.length
      ? [
          h("div", { class: "lbl" }, span("s3", "What else it looked at"), span("s3", `${w.looked} in all`)),
          h(
            "div",
            { class: "gains others" },
            w.others.map(([name, less, gain]) => [
              span("", name),
              span("s3 sm less-by", minus(less)),
              span("b", minus(gain)),
            ]),
          ),
        ]
      : null,
    w.note ? h("p", { class: "note" }, w.note) : null,
  );
}
// The sum as exact as its parts, where they are all told.
const together = (/** @type {BotWhy} */ w) => {
  const sum = w.parts.reduce((so, [, x]) => so + x, 0);
  return Math.abs(sum - Number(w.gain.replace("\u2212", "-"))) < 0.06 ? signed(sum) : minus(w.gain);
};
const signed = (/** @type {number} */ x) => minus(`${x < 0 ? "" : "+"}${x.toFixed(2)}`);

// Who plays which seat, changed in mid-game.
function seating(/** @type {OpponentsModel} */ d, /** @type {Act} */ act) {
  /** @type {Kid[]} */
  const rows = d.seats.map((s) => {
    const made = h(
      "select",
      {
        class: "pill",
        "aria-label": `Who plays ${s.name}`,
        "data-keep": `sit${s.seat}`,
        disabled: !d.tools,
        change: () => act("sit", { seat: s.seat, who: made.value }),
      },
      [...d.choices, ...(d.choices.some(([k]) => k === s.who) ? [] : [[s.who, s.who]])].map(([value, label]) =>
        h("option", { value, selected: value === s.who }, label),
      ),
    );
    return h("label", { class: "sits" }, s.t ? token(s.t, 18) : null, span("b", s.name), span("s3 sm", s.note), made);
  });
  return h(
    "div",
    { class: "seating", role: "group", "aria-label": "Who plays" },
    head(
      "Who plays?",
      "",
      button("lnk", () => act("seats"), { "data-keep": "seats-close" }, "Close"),
    ),
    rows,
  );
}
