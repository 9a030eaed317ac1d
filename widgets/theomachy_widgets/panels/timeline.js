// @ts-check
// The timeline: a shape for an action, a tick for any other answer, branches above, controls at the right.
/** @import { Branch, Kid, Panel, TimelineMenu, TimelineModel, Ui } from "./types.js" */
import { chanceStrip } from "./chance.js";
import { reveal, settle } from "./common.js";
import { button, fill, h, s, span } from "./dom.js";
import { colour, fixed, outline, owner } from "./signs.js";

/** @type {Record<string, string[]>} */
const KEYS = {
  answer: [" (left arrow)", " (right arrow)"],
  event: [" (shift and left arrow)", " (shift and right arrow)"],
  action: [" (A)", " (a)"],
  phase: [" (P)", " (p)"],
  round: [" (T)", " (t)"],
};
// Branches as they are drawn: to the right if there is room, in the lowest lane where neither line nor name runs into
// another; the latest to leave goes first, so that no line rises through a name. What finds no room is a mark alone.
function laidOut(
  /** @type {Branch[]} */ branches,
  /** @type {(k: number) => number} */ place,
  /** @type {number} */ step,
  /** @type {number} */ width,
) {
  /** @type {[from: number, to: number][][]} */
  const taken = [[], [], []];
  return [...branches]
    .sort((a, b) => place(b.at) - place(a.at))
    .map((b) => {
      const at = place(b.at),
        name = b.name.length > 26 ? `${b.name.slice(0, 25)}…` : b.name,
        text = 6.6 * name.length + 12;
      for (const turn of [1, -1])
        for (let lane = 0; lane < taken.length; lane++) {
          const long = Math.max(18, Math.min(b.n, 14) * step),
            end = at + turn * (14 + (turn < 0 ? Math.max(18, Math.min(long, at - text - 14)) : long));
          const from = turn < 0 ? end - text : at,
            to = turn < 0 ? at : end + text;
          const met = taken[lane].some(([a, z]) => a < to && from < z),
            through = taken.slice(0, lane).some((all) => all.some(([a, z]) => a < at && at < z));
          if (from < 0 || to > width || met || through) continue;
          taken[lane].push([from, to]);
          return { ...b, name, whole: b.name, at, turn, lane, end };
        }
      return { ...b, name: "", whole: b.name, at, turn: 0, lane: 0, end: at };
    });
}
// A column narrower than this has the controls below the line.
const LOW = 560;
/** @type {Panel<TimelineModel>} */
export const timeline = (d, ui) => {
  const { act, keep, state, again } = ui;
  const width = keep.width || 700;
  if (!keep.watch) {
    keep.watch = new ResizeObserver((all) => {
      const room = Math.round(all[0].contentRect.width),
        low = room < LOW,
        w = room - (low ? 4 : 276);
      if (w > 120 && Math.abs(w - (keep.width || 0)) > 3) {
        keep.width = w;
        keep.low = low;
        requestAnimationFrame(again);
      }
    });
    keep.watch.observe(state.root);
    state.onEnd(() => {
      keep.watch.disconnect();
      clearTimeout(keep.timer);
    });
  }
  const marks = d.turns.reduce((n, t) => n + t.marks.length, 0);
  const step = Math.min(16, (width - 12) / (marks + d.turns.length * 1.6 + 1));
  const pos = new Map();
  let edge = 8;
  for (const turn of d.turns) {
    for (const [k] of turn.marks) {
      pos.set(k, edge);
      edge += step;
    }
    edge += step * 1.6;
  }
  const placed = [...pos.keys()],
    // A mark that was left out stands where the last one before it does.
    place = (/** @type {number} */ k) => pos.get(k) ?? pos.get(placed.filter((j) => j <= k).pop()) ?? 8;
  const branches = laidOut(d.branches, place, step, width),
    lanes = branches.length ? 1 + Math.max(...branches.map((b) => b.lane)) : 0;
  const H = 36 + 20 * lanes,
    base = H - 18;
  const out = [];
  // The marks of a long line are many, and a step along it changes none of them but how pale they are.
  const says = JSON.stringify([d.turns, d.names, width, H]);
  if (keep.says !== says) {
    keep.says = says;
    /** @type {[x: number, k: number, who: string][]} */
    const places = [];
    const drawn = [],
      pale = [];
    let x = 8,
      lastLabel = -99;
    for (const turn of d.turns) {
      if (turn.label && x > lastLabel) {
        drawn.push(
          s(
            "text",
            { x: fixed(x - step * 0.2), y: H - 2, class: "axis mk", click: () => act("jump", { k: turn.marks[0][0] }) },
            turn.label,
          ),
        );
        lastLabel = x + 8 + 6.5 * String(turn.label).length;
      }
      for (const [k, o, tall] of turn.marks) {
        const sign = tall
          ? s("path", {
              transform: `translate(${fixed(x)} ${base - 7})`,
              d: outline(owner(o)[0], Math.min(4.4, Math.max(2.4, step * 0.62))),
              fill: colour(o),
            })
          : s("rect", {
              x: fixed(x - Math.min(1.2, step * 0.3)),
              y: base - 10,
              width: fixed(Math.min(2.4, step * 0.6)),
              height: 6,
              rx: 1,
              fill: o === "chance" ? "var(--ink-3)" : colour(o),
            });
        pale.push([k, sign]);
        drawn.push(sign);
        places.push([x, k, d.names[o] || ""]);
        x += step;
      }
      x += step * 1.6;
    }
    // One field hears for all marks: a click goes to the nearest.
    const nearest = (/** @type {MouseEvent} */ e) => {
      const box = keep.svg.getBoundingClientRect(),
        at = ((e.clientX - box.left) * width) / box.width;
      return places.reduce((a, b) => (Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a));
    };
    const named = s("title"),
      jump = (/** @type {number} */ k) => act("jump", { k });
    if (places.length)
      drawn.push(
        s(
          "rect",
          {
            class: "mk",
            x: 0,
            y: base - 16,
            width: fixed(x),
            height: 20,
            fill: "transparent",
            mousemove: (e) => {
              named.textContent = nearest(e)[2];
            },
            click: (e) => {
              e.stopPropagation();
              jump(nearest(e)[1]);
            },
          },
          named,
        ),
      );
    keep.marks = { pale, end: Math.max(x - step * 1.6, 20), group: s("g", {}, drawn) };
  }
  const { pale, end, group } = keep.marks;
  for (const [k, sign] of pale)
    if (sign.hasAttribute("opacity") !== k > d.now)
      k > d.now ? sign.setAttribute("opacity", 0.38) : sign.removeAttribute("opacity");
  for (const b of branches) {
    const { at, turn, end } = b,
      up = base - 24 - 18 * b.lane,
      go = { class: "mk", click: () => act("branch", { b: b.b }) };
    if (!turn) {
      out.push(
        s(
          "path",
          {
            ...go,
            d: `M${fixed(at)} ${base - 12}v-9`,
            stroke: "var(--ink-3)",
            "stroke-width": 2.4,
            "stroke-dasharray": "2 1.5",
          },
          s("title", {}, b.whole),
        ),
      );
      continue;
    }
    out.push(
      s("path", {
        d:
          `M${fixed(at)} ${base - 12}C${fixed(at)} ${up} ${fixed(at + turn * 4)} ${up} ` +
          `${fixed(at + turn * 14)} ${up}H${fixed(end)}`,
        fill: "none",
        stroke: "var(--ink-3)",
        "stroke-width": 1.4,
      }),
      [...Array(Math.min(b.n, 14)).keys()]
        .map((j) => at + turn * (18 + j * step))
        .filter((at_) => (end - at_) * turn > 0)
        .map((at_) =>
          s("rect", {
            x: fixed(at_ - 1.2),
            y: up - 3,
            width: 2.4,
            height: 6,
            rx: 1,
            fill: b.o === "chance" ? "var(--ink-3)" : colour(b.o),
          }),
        ),
      s(
        "text",
        { ...go, x: fixed(end + turn * 5), y: up + 4, "text-anchor": turn < 0 ? "end" : "start", class: "bname mk" },
        b.name,
        b.name === b.whole ? null : s("title", {}, b.whole),
      ),
    );
  }
  const now = place(d.now);
  out.push(
    s("path", { d: `M4 ${base}H${fixed(end)}`, stroke: "var(--line-strong)" }),
    s("path", { d: `M4 ${base}H${fixed(now)}`, stroke: "var(--ink-3)", "stroke-width": 1.5 }),
    s("path", {
      d: `M${fixed(now)} ${base - 15}V${base + 3}`,
      stroke: "var(--accent)",
      "stroke-width": 2,
      "pointer-events": "none",
    }),
    s("path", { d: `M${fixed(now - 5)} ${base - 18}h10l-5 6z`, fill: "var(--accent)", "pointer-events": "none" }),
  );

  // Playing: the next step is asked for only when the last one has been drawn, so that playback never outruns a click.
  clearTimeout(keep.timer);
  if (keep.play === undefined) keep.play = false;
  if (d.command !== keep.command) {
    keep.command = d.command;
    if (d.command) keep.pressed = keep.play = !keep.play;
  }
  const first = d.begin ?? d.now <= 0,
    done = d.end ?? d.now >= d.last,
    by = d.unit || d.by || "answer"; // a replay goes by events
  const move = (/** @type {number} */ n) => (d.unit ? act("step", { n }) : act(n < 0 ? "back" : "forward"));
  const anew = keep.play && done && d.anew && keep.pressed; // pressed at the end of a replay, play begins it again
  keep.pressed = false;
  if (keep.play && done && !anew) keep.play = false;
  const speed = keep.speed || 1;
  if (keep.play) keep.timer = setTimeout(() => (anew ? act("jump", { k: 0 }) : move(1)), anew ? 0 : 900 / speed);
  const small = (
    /** @type {string} */ path,
    /** @type {string} */ stroke,
    /** @type {() => void} */ go,
    /** @type {string} */ title,
    /** @type {boolean} */ off,
  ) =>
    button(
      "",
      go,
      { title, "aria-label": title, disabled: off },
      s(
        "svg",
        { width: 16, height: 16, viewBox: "0 0 16 16" },
        s("path", { d: path, fill: "currentColor" }),
        s("path", { d: stroke, stroke: "currentColor", "stroke-width": 1.5 }),
      ),
    );
  const play = () => {
    keep.pressed = keep.play = !keep.play;
    again();
  };
  keep.svg ||= s("svg", { role: "img" });
  fill(
    keep.svg,
    { width, height: H, viewBox: `0 0 ${width} ${H}`, "aria-label": `Timeline: answer ${d.now + 1} of ${d.last + 1}` },
    [],
  );
  settle(keep.svg, [group, ...out.flat(Infinity)]);
  keep.tl ||= h("div", { class: "tl" }, h("div", { class: "draw" }, keep.svg));
  keep.tl.classList.toggle("low", !!keep.low);
  settle(keep.tl, [
    keep.tl.firstChild,
    h(
      "div",
      { class: "ctl" },
      small("M13 3v10L6 8z", "M4 3v10", () => act("jump", { k: 0 }), "To the beginning", first),
      small("M11 3v10L4 8z", "", () => move(-1), `Back one ${by}${KEYS[by][0]}`, first),
      button(
        "go",
        play,
        {
          title: "Play or pause (space)",
          "aria-label": keep.play ? "Pause" : "Play",
          "aria-pressed": keep.play ? "true" : "false",
        },
        s(
          "svg",
          { width: 26, height: 26, viewBox: "0 0 26 26" },
          s("circle", { class: "disc", cx: 13, cy: 13, r: 13 }),
          s("path", { class: "sign", d: keep.play ? "M9 8h3v10H9zM14 8h3v10h-3z" : "M10 8l8 5-8 5z" }),
        ),
      ),
      small("M5 3v10l7-5z", "", () => move(1), `Forward one ${by}${KEYS[by][1]}`, done),
      small("M3 3v10l7-5z", "M12 3v10", () => act("jump", { k: d.last }), "To the end of the line", done),
      d.unit
        ? h(
            "select",
            {
              class: "unit",
              title: "What the buttons and play step by",
              "aria-label": "Step by",
              "data-keep": "unit",
              change: (e) => act("unit", { by: e.target.value }),
            },
            Object.keys(KEYS).map((u) => h("option", { value: u, selected: u === by }, u)),
          )
        : null,
      button(
        "sp",
        () => {
          keep.speed = speed >= 4 ? 0.5 : speed * 2;
          again();
        },
        { title: "Speed" },
        `${speed}×`,
      ),
      d.menu?.graph || d.menu?.report ? opener(d.menu, ui) : null,
    ),
    ...(keep.menu ? [keep.menu] : []),
  ]);
  if (!d.chance) return keep.tl;
  return [keep.tl, chanceStrip(d.chance, { place, width, end, now }, ui)];
};

// A menu of what belongs to the timeline and is not always wanted. It lies above the page, for the foot scrolls.
function opener(/** @type {TimelineMenu} */ d, /** @type {Ui} */ { act, keep, state }) {
  keep.menu ||= h("div", { class: "pop tlmenu", popover: "auto" });
  const shut = (/** @type {() => void} */ f) => () => {
    keep.menu.hidePopover();
    f();
  };
  const entry = (/** @type {string} */ on, /** @type {() => void} */ f, /** @type {Kid[]} */ ...say) =>
    on ? button(on, shut(f), { "aria-pressed": on === "on" ? "true" : "false" }, ...say) : null;
  keep.menu.replaceChildren(
    ...[
      entry(d.graph, () => act("graph"), "Chance to win, as a graph", span("key", "C")),
      entry(
        d.report,
        () => {
          act("report");
          if (d.report === "off") reveal(state, ".theo-report");
        },
        "Report of this game",
      ),
    ].filter((x) => x !== null),
  );
  return button(
    "",
    (e) => {
      const at = e.currentTarget.getBoundingClientRect();
      keep.menu.togglePopover();
      const high = keep.menu.offsetHeight;
      keep.menu.style.left = `${Math.max(4, at.right - keep.menu.offsetWidth)}px`;
      keep.menu.style.top = `${at.bottom + 4 + high > innerHeight ? at.top - high - 4 : at.bottom + 4}px`;
    },
    { title: "Graph and report", "aria-label": "Graph and report", "aria-haspopup": "true", "data-keep": "tlmenu" },
    s(
      "svg",
      { width: 16, height: 16, viewBox: "0 0 16 16" },
      s("path", { d: "M2 12.5L6 7.5l3 2.5L14 3.5", fill: "none", stroke: "currentColor", "stroke-width": 1.7 }),
    ),
  );
}
