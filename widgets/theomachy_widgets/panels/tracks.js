// @ts-check
// Printed rows of spaces with one marker, and short remarks. A long row is a ruler: every fifth space is named.
/** @import { Panel, TrackMarker, TracksModel } from "./types.js" */
import { ruleId } from "./common.js";
import { h, s, span } from "./dom.js";
import { remarks } from "./notes.js";
import { colour, icon, line, outline, owner, token } from "./signs.js";

const MANY = 16;
// A track that all share: tokens where they stand, hollow shapes where the next count takes them, flags above.
const shared = (/** @type {TracksModel["tracks"][number]} */ t) => {
  const most = t.cells.length - 1;
  const left = (/** @type {number} */ n) => `${(100 * Math.min(Math.max(n, 0), most)) / most}%`;
  // A guest is no score: it hangs below as its icon, so that it covers nobody.
  const guests = t.markers.filter((m) => m.guest),
    seats = t.markers.filter((m) => !m.guest);
  // Tokens at one space stand beside each other.
  const aside = (/** @type {number} */ i) => 11 * seats.slice(0, i).filter((m) => m.at === seats[i].at).length;
  const hollow = (/** @type {TrackMarker} */ m) =>
    s(
      "svg",
      { width: 14, height: 14, viewBox: "-8 -8 16 16", "aria-hidden": "true" },
      s("path", {
        d: outline(owner(m.t.o)[0], 5.4),
        fill: "var(--page)",
        stroke: colour(m.t.o),
        "stroke-width": 2,
      }),
    );
  const words = t.markers.map((m) => `${m.name} ${m.at}${m.next === null ? "" : `, then ${m.next}`}`).join("; ");
  return h(
    "div",
    { class: "race", role: "img", "aria-label": `${t.name}: ${words}` },
    h("i", { class: "rail" }),
    t.cells.map((c, i) => (i % 5 && i !== most ? null : h("span", { class: "tick", style: { left: left(i) } }, c))),
    t.flags.map((f) =>
      h(
        "span",
        { class: "flag", style: { left: left(f.at) }, title: `${f.at}: ${f.name}` },
        icon(f.icon, 13),
        span("", `${f.at} `, span("flag-name", f.name)),
      ),
    ),
    guests.map((m) =>
      h(
        "span",
        { class: "guest", style: { left: left(m.at) }, title: `${m.name}: ${m.at}` },
        icon(m.icon, 15),
        h("small", {}, m.at),
      ),
    ),
    seats.map((m) =>
      m.next === null || m.next === m.at
        ? null
        : h("span", { class: "mk next", style: { left: left(m.next) }, title: `${m.name}: then ${m.next}` }, hollow(m)),
    ),
    seats.map((m, i) =>
      h(
        "span",
        {
          class: "mk",
          style: { left: `calc(${left(m.at)} + ${aside(i)}px)` },
          title: `${m.name}: ${m.at}${m.next === null ? "" : `, then ${m.next}`}`,
        },
        token(m.t, 15),
      ),
    ),
  );
};
/** @type {Panel<TracksModel>} */
export const tracks = (d, { act }) => [
  d.tracks.map((t) =>
    h(
      "div",
      { class: "track", "data-help": `track:${t.name}` },
      h("h2", { class: "ov" }, t.name),
      t.markers.length
        ? shared(t)
        : h(
            "div",
            { class: `cells ${t.cells.length > MANY ? "long" : ""}` },
            t.cells.map((c, i) =>
              h(
                "span",
                { class: i === t.at ? "on" : i < t.at ? "past" : "", "aria-current": i === t.at ? "true" : null },
                t.cells.length > MANY && i !== t.at && (i % 5 || Math.abs(i - t.at) < 2) ? "" : c,
              ),
            ),
          ),
      t.note ? span("s3 sm", t.note) : null,
      t.house ? span("s3", line("house")) : null,
      span("grow"),
      ruleId(t.rule, act),
    ),
  ),
  d.notes.length ? remarks(d.notes) : null,
];
