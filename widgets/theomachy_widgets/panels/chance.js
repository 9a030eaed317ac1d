// @ts-check
// The chance to win as a line with its band: the curve of a report, and the slim graph under a timeline.
/** @import { ChanceStrip, Kid, Ui } from "./types.js" */
import { button, h, s, span } from "./dom.js";
import { colour, dot, fixed, outline, owner } from "./signs.js";

/** @typedef {{ p: number | null, e: number, turn: number, fault: string }} Spot a place with its chance, or without */

/** @type {(q: Spot) => string} */
export const figure = (q) =>
  q.fault || (q.p === null ? "not yet measured" : `${Math.round(q.p)} ± ${Math.max(1, Math.round(q.e))} %`);

/** The line with its band and both sides tinted. Where nothing is measured yet it is dotted; where a turn could not be
 * played out there is a gap. `x` places the spot of a number, `up` a per cent; `top` and `low` are the edges.
 * @type {(spots: Spot[], x: (i: number) => number, up: (p: number) => number, top: number, low: number) => Kid} */
export function curve(spots, x, up, top, low) {
  /** @type {number[][]} */
  const runs = [];
  spots.forEach((q, i) => {
    if (q.p === null) return;
    if (!i || spots[i - 1].p === null) runs.push([]);
    runs[runs.length - 1].push(i);
  });
  /** @type {(run: number[], of: (p: number, e: number) => number) => string} */
  const path = (run, of) =>
    run
      .map((i) => `${fixed(x(i))} ${fixed(up(Math.max(0, Math.min(100, of(spots[i].p ?? 0, spots[i].e)))))}`)
      .join("L");
  const measured = runs.map((run) => {
    const line = path(run, (p) => p),
      from = fixed(x(run[0])),
      to = fixed(x(run[run.length - 1]));
    return [
      s("path", { class: "ch-mine", d: `M${line}L${to} ${low}L${from} ${low}z` }),
      s("path", { class: "ch-theirs", d: `M${line}L${to} ${top}L${from} ${top}z` }),
      s("path", {
        class: "ch-band",
        d: `M${path(run, (p, e) => p + e)}L${path([...run].reverse(), (p, e) => p - e)}z`,
      }),
      s("path", { class: "ch-line", d: `M${line}` }),
    ];
  });
  // From the last figure before to the first after; what could not be played out is left open.
  const dotted = spots.map((q, i) => {
    if (q.p !== null || q.fault || i + 1 >= spots.length) return null;
    const before = i ? spots[i - 1].p : null,
      next = spots.slice(i).find((each) => each.p !== null || each.fault),
      at = before ?? next?.p ?? 50;
    return s("path", { class: "ch-gap", d: `M${fixed(x(i ? i - 1 : 0))} ${fixed(up(at))}H${fixed(x(i + 1))}` });
  });
  return [measured, dotted];
}

/** A swing as the shape of its owner, to be clicked or pressed.
 * @type {(o: string, x: number, y: number, r: number, say: string, go: () => void, keep: string) => SVGElement} */
export const swing = (o, x, y, r, say, go, keep) =>
  s(
    "g",
    {
      class: "ch-swing",
      role: "button",
      tabindex: 0,
      "aria-label": say,
      "data-keep": keep,
      click: go,
      keydown: (/** @type {KeyboardEvent} */ e) => {
        if (e.key !== "Enter" && e.key !== " ") return;
        e.preventDefault();
        e.stopPropagation();
        go();
      },
    },
    s("title", {}, say),
    s("circle", { cx: fixed(x), cy: fixed(y), r, class: "ch-disc" }),
    s("path", { d: outline(owner(o)[0], r * 0.46), transform: `translate(${fixed(x)} ${fixed(y)})`, fill: colour(o) }),
  );

/** @typedef {{ i: number, o: string, name: string, on: boolean }} Player */

/** Whose chance it is.
 * @type {(seats: Player[], choose: (i: number) => void, brief?: boolean) => Kid} */
export const whose = (seats, choose, brief) =>
  h(
    "div",
    { class: `ch-seats ${brief ? "brief" : ""}`, role: "radiogroup", "aria-label": "Whose chance" },
    seats.map((q) =>
      button(
        `chip ${q.on ? "on" : ""}`,
        () => choose(q.i),
        {
          role: "radio",
          "aria-checked": q.on ? "true" : "false",
          "aria-label": q.name,
          title: q.name,
          "data-keep": `seat${q.i}`,
        },
        dot(q.o),
        brief && !q.on ? "" : span("cut", q.name),
      ),
    ),
  );

/** The figures as a table, for who does not see the graph.
 * @type {(who: string, spots: Spot[], term: string) => HTMLTableElement} */
export const figures = (who, spots, term) =>
  h(
    "table",
    {},
    h("tr", {}, h("th", {}, term), h("th", {}, `${who} to win, %`), h("th", {}, "±")),
    spots.map((q) =>
      h(
        "tr",
        {},
        h("td", {}, q.turn),
        h("td", {}, q.p === null ? q.fault || "–" : q.p),
        h("td", {}, q.p === null ? "" : q.e),
      ),
    ),
  );

const TOP = 15,
  LOW = 63,
  H = 66,
  CLOSE = 66; // pixels that the words at a swing take
/** @type {(p: number) => number} */
const up = (p) => LOW - ((LOW - TOP) * p) / 100;

/** @typedef {object} Line where the timeline stands: the place of an answer, how wide it is, its end, where one is
 * @property {(k: number) => number} place
 * @property {number} width
 * @property {number} end
 * @property {number} now
 */

/** The slim graph under the timeline.
 * @type {(d: ChanceStrip, line: Line, ui: Ui) => Kid} */
export function chanceStrip(d, { place, width, end, now }, { act, keep, again }) {
  const x = (/** @type {number} */ i) => place(d.spots[i].k),
    go = (/** @type {number} */ i) => act("jump", { k: d.spots[i].k });
  const edges = d.spots.map((_, i) => (i ? (x(i - 1) + x(i)) / 2 : 0));
  const hits = d.spots.map((q, i) =>
    s(
      "rect",
      {
        class: "ch-hit",
        x: fixed(edges[i]),
        y: 0,
        width: fixed(Math.max((edges[i + 1] ?? end + 8) - edges[i], 1)),
        height: H,
        click: () => go(i),
      },
      s("title", {}, `${d.term} ${q.turn}: ${figure(q)}`),
    ),
  );
  const swings = d.swings.map((w, n) => {
    const at = x(w.at),
      p = d.spots[w.at].p ?? 50,
      room = d.swings.every((other, m) => m === n || Math.abs(x(other.at) - at) > CLOSE),
      side = at < CLOSE / 2 ? "start" : at > width - CLOSE / 2 ? "end" : "middle";
    return [
      room
        ? s(
            "text",
            {
              class: "ch-came",
              x: fixed(at),
              y: fixed(up(p) < TOP + 14 ? up(p) + 20 : up(p) - 10),
              "text-anchor": side,
            },
            w.came,
          )
        : null,
      swing(
        w.o,
        at,
        up(p),
        7.5,
        `${d.term} ${d.spots[w.at].turn}, ${d.who}: ${w.came}`,
        () => go(w.at),
        `swing${d.spots[w.at].k}`,
      ),
    ];
  });
  const svg = s(
    "svg",
    {
      class: "ch-slim",
      width,
      height: H,
      viewBox: `0 0 ${width} ${H}`,
      role: "group",
      "aria-label": `Chance to win, ${d.who}`,
    },
    [0, 50, 100].map((p) => s("path", { class: "ch-grid", d: `M4 ${up(p)}H${fixed(end)}` })),
    curve(d.spots, x, up, TOP, LOW),
    s("path", { class: "ch-here", d: `M${fixed(now)} ${TOP - 3}V${LOW}` }),
    hits,
    swings,
  );
  const toggle = () => {
    keep.figures = !keep.figures;
    again();
  };
  return [
    h(
      "div",
      { class: `chance ${keep.low ? "low" : ""}` },
      h("div", { class: "draw" }, svg),
      h(
        "div",
        { class: "about" },
        h("span", { class: "sm", title: d.note }, h("b", {}, "Chance to win")),
        whose(d.seats, (i) => act("graphseat", { i }), true),
        h(
          "span",
          { class: "s3 sm" },
          d.says,
          " ",
          button(
            "lnk",
            toggle,
            { "aria-expanded": keep.figures ? "true" : "false", "data-keep": "figures" },
            "Figures",
          ),
        ),
      ),
    ),
    keep.figures
      ? h(
          "div",
          { class: "ch-figures", tabindex: 0, "data-scroll": "chances" },
          figures(d.who, d.spots, d.term),
          h("p", { class: "s3 sm" }, d.note),
        )
      : null,
  ];
}
