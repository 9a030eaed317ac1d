// @ts-check
// Dice with their fates, step by step: in sets with a bracket, spent ones tied by a line to the die that they add to.
/** @import { Act, Panel, ThrowStep, ThrownDie, ThrownSet, ThrowsModel } from "./types.js" */
import { head, ruleId } from "./common.js";
import { button, h, s } from "./dom.js";
import { PIPS } from "./signs.js";

const PLACE = 52,
  GAP = 22,
  SIZE = 34,
  TOP = 8;
/** @type {Record<string, string>} */
const KIND = { wound: "best", counts: "best", "thrown again": "half", out: "out", spent: "out" };

// A die that answers is a button, larger to the finger than it is drawn.
function face(/** @type {ThrownDie} */ die, /** @type {number} */ x, /** @type {number} */ y, /** @type {Act} */ act) {
  const pick = () => act("target", { target: die.target });
  const kind = KIND[die.fate] || "",
    pips = (PIPS[die.face] || []).map((p) =>
      s("circle", {
        cx: x + SIZE * (0.26 + 0.24 * (p % 3)),
        cy: y + SIZE * (0.26 + 0.24 * Math.floor(p / 3)),
        r: SIZE * 0.083,
      }),
    );
  return s(
    "g",
    {
      class: `die2 ${kind} ${die.target ? "lit" : ""} ${die.hot ? "hot" : ""}`,
      ...(die.target && {
        role: "button",
        tabindex: 0,
        "aria-label": `The ${die.face || "blank"}${die.brings ? `: ${die.brings}` : ""}`,
        "aria-pressed": String(Boolean(die.hot)),
        "data-die": die.target,
        "data-keep": `face${die.target}:${x}`,
        click: pick,
        keydown: (/** @type {KeyboardEvent} */ e) => {
          if (e.key !== "Enter" && e.key !== " ") return;
          e.preventDefault();
          pick();
        },
      }),
    },
    die.brings ? s("title", {}, die.brings) : null,
    die.target ? s("rect", { class: "touch", x: x - 7, y: y - 4, width: SIZE + 14, height: SIZE + 14 }) : null,
    s("rect", { x, y, width: SIZE, height: SIZE, rx: 7 }),
    pips,
    die.face > 6 ? s("text", { x: x + SIZE / 2, y: y + SIZE * 0.68, "text-anchor": "middle" }, die.face) : null,
    kind === "out" || !die.face
      ? s("path", { class: "strike", d: `M${x + 6} ${y + SIZE - 6}L${x + SIZE - 6} ${y + 6}` })
      : null,
    die.mark
      ? [
          s("circle", { class: `advice ${die.mark}`, cx: x + SIZE, cy: y + 3, r: 9 }),
          s(
            "text",
            { class: "advice-n", x: x + SIZE, y: y + 7, "text-anchor": "middle" },
            die.mark === "gains" ? "+1" : "\u2212",
          ),
        ]
      : null,
  );
}
// A step whose dice add to none of another set is drawn set by set, so that a narrow page wraps it.
function parts(/** @type {ThrowStep} */ t) {
  return t.sets.length > 1 && t.sets.every((x) => x.dice.every((d) => d.to < 0))
    ? t.sets.map((x) => ({ ...t, sets: [x] }))
    : [t];
}
const says = (/** @type {ThrownDie} */ d) =>
  [d.face || "blank", d.fate, d.to >= 0 ? `adds ${d.adds}` : ""].filter(Boolean).join(", ");

// How wide a caption of two lines is, about.
const roomFor = (/** @type {string} */ text) => {
  const words = text.trim().split(" ");
  return 7.7 * Math.max(...words.map((w) => w.length), Math.ceil(text.trim().length / 2) + 2);
};

function picture(/** @type {ThrowStep} */ t, /** @type {Act} */ act) {
  /** @type {[die: ThrownDie, at: number][]} */
  const places = [];
  /** @type {[set: ThrownSet, from: number, to: number][]} */
  const sets = [];
  let x = 0;
  for (const set of t.sets) {
    const from = x;
    set.dice.forEach((die, k) => {
      places.push([die, x]);
      x += set.total && k + 1 < set.dice.length ? SIZE + 22 : PLACE;
    });
    sets.push([set, from, x - PLACE + SIZE]);
    x = Math.max(x + (set.total ? SIZE + 14 : 0), from + roomFor(`${set.name} ${set.note}`)) + GAP;
  }
  const width = Math.max(x - GAP, 60),
    ties = places.filter(([d]) => d.to >= 0),
    low = TOP + SIZE + 10 + ties.length * 13,
    plain = t.sets.every((x) => !x.name && !x.note);
  const tie = (/** @type {[ThrownDie, number]} */ [d, at], /** @type {number} */ i) => {
    const a = at + SIZE / 2,
      b = places[d.to][1] + SIZE / 2,
      y = TOP + SIZE + 12 + i * 13;
    return [
      s("path", {
        class: "tie",
        d: `M${a} ${TOP + SIZE + 2}V${y - 5}q0 5 ${b < a ? -5 : 5} 5H${b + (b < a ? 18 : -18)}`,
      }),
      s("rect", { class: "tied", x: b - 14, y: y - 8, width: 28, height: 16, rx: 8 }),
      s("text", { class: "tied-n", x: b, y: y + 4, "text-anchor": "middle" }, `+${d.adds}`),
    ];
  };
  const drawn = s(
    "svg",
    {
      class: "thrown",
      width,
      height: low + (plain ? 2 : 8),
      viewBox: `-2 0 ${width + 4} ${low + (plain ? 2 : 8)}`,
      role: places.some(([d]) => d.target) ? "group" : "img",
      "aria-label": places.map(([d]) => says(d)).join("; "),
    },
    ties.map(tie),
    places.map(([d, at]) => face(d, at, TOP, act)),
    sets.map(([set, from, to]) => [
      plain || !(set.name || set.note) ? null : s("path", { class: "bracket", d: `M${from} ${low}v5H${to}v-5` }),
      set.total
        ? [
            set.dice.slice(1).map((_, k) =>
              s(
                "text",
                {
                  class: "plus2",
                  x: from + (k + 1) * (SIZE + 22) - 11,
                  y: TOP + SIZE / 2 + 5,
                  "text-anchor": "middle",
                },
                "+",
              ),
            ),
            s("text", { class: "plus2", x: to + 11, y: TOP + SIZE / 2 + 5, "text-anchor": "middle" }, "="),
            s(
              "g",
              { class: "die2 best" },
              s("rect", { x: to + 22, y: TOP, width: SIZE, height: SIZE, rx: 7 }),
              s("text", { x: to + 22 + SIZE / 2, y: TOP + SIZE * 0.66, "text-anchor": "middle" }, set.total),
            ),
          ]
        : null,
    ]),
  );
  const captions = plain
    ? null
    : h(
        "div",
        { class: "capts", style: { width: `${width}px` } },
        sets.map(([set, from, _to], k) => {
          const room = (k + 1 < sets.length ? sets[k + 1][1] : width) - from;
          return h(
            "p",
            { style: { left: `${from}px`, width: `${Math.max(room - 6, 56)}px` } },
            h("b", {}, set.name),
            set.note ? ` ${set.note}` : "",
          );
        }),
      );
  return h("div", { class: "tset" }, drawn, captions);
}
function step(/** @type {ThrowStep} */ t, /** @type {Act} */ act, /** @type {boolean} */ many) {
  const may = t.sets.flatMap((x) => x.dice).filter((d) => d.target && d.label);
  return h(
    "div",
    { class: "tstep" },
    h("div", { class: "tname" }, h("span", { class: "s2" }, t.name), many ? ruleId(t.rule, act) : null),
    h(
      "div",
      { class: "scroll-x" },
      h(
        "div",
        { class: "tsets" },
        parts(t).map((x) => picture(x, act)),
      ),
      t.note ? h("p", { class: "s2 sm" }, t.note) : null,
      may.length
        ? h(
            "div",
            { class: "pieces" },
            may.map((d) =>
              button(
                "btn line small",
                () => act("target", { target: d.target }),
                { "data-box": d.target, "data-keep": `die${d.target}`, title: d.brings || null },
                d.label || `The ${d.face}`,
              ),
            ),
          )
        : null,
    ),
  );
}

/** @type {(t: ThrowsModel["throws"][number], act: Act) => HTMLElement[]} */
export const throwSteps = (t, act) => t.steps.map((x) => step(x, act, t.steps.length > 1));

/** @type {Panel<ThrowsModel>} */
export const throws = (d, { act }) =>
  d.throws.map((t) =>
    h("div", { class: "throw" }, head(`Dice: ${t.name}`, t.note, ruleId(t.rule, act)), throwSteps(t, act)),
  );
