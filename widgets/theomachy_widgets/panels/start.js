// @ts-check
// The start page of the server: what there is to open, with pictures of the boards, and a new game beside it. A choice
// opens a page of its own, so that it has an address to come back to; above that page is the way home.
/** @import { Leaf, Panel, Seating, StartModel, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";
import { many, where } from "./fresh.js";
import { home } from "./home.js";
import { cross } from "./signs.js";

/** @typedef {"saves" | "positions" | "lessons"} Shelf */
const FEW = 8;
const TRIES = 3,
  AGAIN = 1500; // milliseconds
/** @type {[all: Shelf, kind: string, heading: string, say: string][]} */
const KINDS = [
  ["saves", "save", "Saved games", "Saved games"],
  ["positions", "position", "Ready positions", "Positions"],
  ["lessons", "lesson", "Lessons", "Lessons"],
];
const visit = (/** @type {Record<string, string>} */ words) => {
  location.search = new URLSearchParams(words).toString();
};

function picture(/** @type {string} */ kind, /** @type {string} */ slug, /** @type {string} */ name) {
  const from = (/** @type {string} */ theme) =>
    `pictures/${theme}/${kind}/${encodeURIComponent(slug)}/${encodeURIComponent(name || "board")}`;
  const drawn = (
    /** @type {string} */ cls,
    /** @type {(theme: string) => string} */ of,
    /** @type {number} */ tries,
  ) => {
    const dark = h("source", { media: "(prefers-color-scheme: dark)", srcset: of("dark") });
    // A server under load may answer late or not at all: ask again before giving up.
    const image = h("img", {
      src: of("light"),
      alt: "",
      class: cls,
      loading: kind === "game" ? "eager" : "lazy",
      width: 480,
      height: 300,
      error: () =>
        setTimeout(
          () => whole.replaceWith(...(tries ? [drawn(cls, (t) => `${of(t)}?${tries}`, tries - 1)] : [])),
          AGAIN,
        ),
    });
    const whole = h("picture", {}, dark, image);
    return whole;
  };
  // Until a picture has been drawn, the board of its game stands for it.
  const game = (/** @type {string} */ theme) => `pictures/${theme}/game/${encodeURIComponent(slug)}/board`;
  return h(
    "span",
    { class: "pic" },
    kind !== "game" && slug ? drawn("under", game, 0) : null,
    drawn("own", from, TRIES),
  );
}
const words = (/** @type {string} */ kind, /** @type {Leaf} */ r) =>
  kind === "save" ? { save: r.id } : { [kind]: `${r.slug}/${r.id}` };

function card(/** @type {string} */ kind, /** @type {Leaf} */ r) {
  const line =
    kind === "save"
      ? `${r.game} · ${r.line}`
      : kind === "lesson"
        ? `${r.game} · ${many(r.asks || 0, "question", "questions")}`
        : r.game;
  if (r.fault)
    return h("div", { class: "leaf" }, span("pic none"), h("h3", {}, r.title), h("p", { class: "s3 sm" }, r.fault));
  return h(
    "div",
    { class: "leaf" },
    h(
      "a",
      { href: where(words(kind, r)), "aria-label": `Open ${kind === "save" ? r.id : r.title}`, title: r.about || r.id },
      picture(kind, r.slug, r.id),
      h("h3", {}, r.title),
      h("p", { class: "s2 sm" }, line),
    ),
    kind === "save"
      ? h(
          "p",
          { class: "sm" },
          h(
            "a",
            { class: "lnk", href: where({ compare: r.id }), "aria-label": `Compare lines of ${r.id}` },
            "Compare lines",
          ),
          " · ",
          h("a", { class: "lnk", href: where({ report: r.id }), "aria-label": `Report of ${r.id}` }, "Report"),
          " · ",
          h(
            "a",
            { class: "lnk", href: where({ edit: "", save: r.id }), "aria-label": `Edit the position of ${r.id}` },
            "Edit",
          ),
        )
      : null,
  );
}

function shelf(/** @type {StartModel} */ d, /** @type {Ui} */ { keep, again }) {
  const rows = (/** @type {Shelf} */ all) =>
    d[all].filter((r) => !keep.game || r.slug === keep.game || (!r.slug && r.fault));
  const total = KINDS.reduce((n, [all]) => n + rows(all).length, 0);
  const chip = (/** @type {Shelf | ""} */ all, /** @type {string} */ say, /** @type {number} */ n) =>
    button(
      `chip ${(keep.kind || "") === all ? "on" : ""}`,
      () => {
        keep.kind = all;
        again();
      },
      { "aria-pressed": (keep.kind || "") === all ? "true" : "false" },
      say,
      span("n", n),
    );
  const menu = h(
    "select",
    {
      class: "pill",
      "aria-label": "Game",
      change: () => {
        keep.game = menu.value;
        again();
      },
    },
    h("option", { value: "" }, "All games"),
    d.games.map((g) => h("option", { value: g.slug, selected: keep.game === g.slug }, g.title)),
  );
  return h(
    "div",
    { class: "shelf" },
    h(
      "div",
      { class: "chips" },
      chip("", "All", total),
      KINDS.map(([all, , , say]) => chip(all, say, rows(all).length)),
      span("grow"),
      d.games.length > 1 ? menu : null,
    ),
    KINDS.filter(([all]) => !keep.kind || keep.kind === all).map(([all, kind, say]) => {
      const found = rows(all),
        shown = keep.kind ? found : turns(found).slice(0, FEW);
      return h(
        "section",
        {},
        h(
          "div",
          { class: "hd" },
          h("h2", {}, say),
          span("grow"),
          shown.length < found.length
            ? button(
                "lnk",
                () => {
                  keep.kind = all;
                  again();
                },
                { "aria-label": `All ${found.length}: ${say}` },
                `All ${found.length}`,
              )
            : null,
        ),
        found.length
          ? h(
              "div",
              { class: "leaves" },
              shown.map((r) => card(kind, r)),
            )
          : h(
              "p",
              { class: "s3" },
              all === "saves"
                ? "There are none in this folder; a game that is saved here is listed."
                : "There are none here.",
            ),
        all === "saves" && d.left > 0
          ? h(
              "p",
              { class: "s3 sm" },
              `${many(d.left, "file is", "files are")} not listed: `,
              "no saved game, a name too long for an address, or too many.",
            )
          : null,
      );
    }),
  );
}
// The first of every game before the second of any, so that none is pushed out of sight by another.
function turns(/** @type {Leaf[]} */ rows) {
  const lanes = new Map();
  for (const r of rows) lanes.set(r.slug, [...(lanes.get(r.slug) || []), r]);
  const most = Math.max(0, ...[...lanes.values()].map((lane) => lane.length));
  const first = Math.max(1, Math.floor(FEW / Math.max(1, lanes.size)));
  const mixed = [...lanes.values()].flatMap((lane) => lane.slice(0, first));
  return [
    ...mixed,
    ...[...Array(most).keys()].flatMap((i) =>
      i < first ? [] : [...lanes.values()].filter((lane) => i < lane.length).map((lane) => lane[i]),
    ),
  ];
}

const trouble = (/** @type {string | undefined} */ text) =>
  text ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", text)) : null;

// A file of the visitor's own is opened here: it is read in the browser, and goes on at an address of its own.
function opener(/** @type {StartModel} */ d, /** @type {Ui} */ { act, keep, state, again }) {
  const refuse = (/** @type {string} */ text) => {
    keep.refused = text;
    again();
  };
  if (!keep.heard) {
    keep.heard = (/** @type {any} */ message) => {
      if (message?.do === "opened") visit({ opened: message.token });
      if (message?.do === "refused") refuse(message.text);
    };
    state.model.on("msg:custom", keep.heard);
    state.onEnd(() => state.model.off("msg:custom", keep.heard));
  }
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": "A saved game",
    change: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      if (chosen.size > d.largest) {
        refuse(`The file is larger than ${Math.floor(d.largest / 2 ** 20)} MiB: open it in a notebook.`);
        return;
      }
      act("open", { text: await chosen.text() });
    },
  });
  return [file, button("btn line", () => file.click(), { "data-keep": "open" }, "Open a saved game \u2026")];
}

// Who sits there: whoever is taken from another seat changes places; each change is a page of its own.
const seating = (/** @type {Seating} */ d) => {
  const go = (/** @type {string[]} */ seats) =>
    visit({ [d.page]: d.slug, players: String(seats.length), [`o.${d.option}`]: seats.join(",") });
  const spare = d.words.map(([value]) => value).find((value) => !d.seats.includes(value));
  const menu = (/** @type {string} */ at, /** @type {number} */ i) => {
    const made = h(
      "select",
      {
        class: "pill",
        "aria-label": `${d.title}, seat ${i + 1}`,
        change: () => {
          const j = d.seats.indexOf(made.value);
          go(d.seats.map((x, k) => (k === i ? made.value : k === j ? at : x)));
        },
      },
      d.words.map(([value, word]) => h("option", { value, selected: value === at }, word)),
    );
    return made;
  };
  return h(
    "span",
    { class: "at-table", role: "group", "aria-label": d.title },
    span("s3", d.title),
    d.seats.map(menu),
    spare && d.seats.length < d.most
      ? button("btn small", () => go([...d.seats, spare]), { "aria-label": "Add a seat", title: "Add a seat" }, "+")
      : null,
    d.seats.length > d.least
      ? button(
          "btn small",
          () => go(d.seats.slice(0, -1)),
          { "aria-label": "One seat less", title: "One seat less" },
          "−",
        )
      : null,
  );
};

/** @type {Panel<StartModel>} */
export const start = (d, ui) =>
  d.home
    ? h(
        "div",
        { class: d.error ? "start" : "" },
        h(
          "nav",
          { class: "home" },
          h("a", { class: "lnk", href: d.home }, "Theomachy"),
          d.seating ? seating(d.seating) : null,
        ),
        trouble(d.error),
      )
    : h(
        "div",
        { class: "start" },
        h(
          "header",
          {},
          h("h1", {}, "Theomachy"),
          h("p", { class: "s2" }, "A rules laboratory for games of warring gods"),
          span("grow"),
          opener(d, ui),
        ),
        trouble(ui.keep.refused || d.error),
        home(d, ui, { picture: (slug) => picture("game", slug, ""), play: visit }),
        shelf(d, ui),
      );
