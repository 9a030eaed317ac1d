// @ts-check
// The start page of the server: what there is to open, with pictures of the boards, and a new game beside it. A choice
// opens a page of its own, so that it has an address to come back to; above that page is the way home.
/** @import { Leaf, Panel, Place, Seating, StartModel, Ui } from "./types.js" */
import { studyIn } from "./common.js";
import { button, h, span } from "./dom.js";
import { many, where } from "./fresh.js";
import { home } from "./home.js";
import { ago, forget, places, progress, reached, remember } from "./memory.js";
import { cross } from "./signs.js";

/** @typedef {"saves" | "positions" | "lessons" | "studies" | "puzzles"} Shelf */
const FEW = 8;
const TRIES = 3,
  AGAIN = 1500; // milliseconds
/** @type {[all: Shelf, kind: string, heading: string, say: string][]} */
const KINDS = [
  ["saves", "save", "Saved games", "Saved games"],
  ["positions", "position", "Ready positions", "Positions"],
  ["lessons", "lesson", "Lessons", "Lessons"],
  ["studies", "study", "Studies", "Studies"],
  ["puzzles", "puzzle", "Puzzles", "Puzzles"],
];
const GO_ON = 3; // places that one is led back to at once
const visit = (/** @type {Record<string, string>} */ words) => {
  location.search = new URLSearchParams(words).toString();
};

function picture(/** @type {string} */ kind, /** @type {string} */ slug, /** @type {string} */ name) {
  const from = (/** @type {string} */ theme) =>
    `pictures/${theme}/${kind}/${encodeURIComponent(slug)}/${encodeURIComponent(name || "board")}.png`;
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
  const game = (/** @type {string} */ theme) => `pictures/${theme}/game/${encodeURIComponent(slug)}/board.png`;
  return h(
    "span",
    { class: "pic" },
    kind !== "game" && slug ? drawn("under", game, 0) : null,
    drawn("own", from, TRIES),
  );
}
/** @type {(kind: string, r: Leaf) => Record<string, string>} */
const words = (kind, r) => {
  const [word, said] =
    kind === "save" ? ["save", r.id] : kind === "puzzle" ? ["puzzles", r.slug] : [kind, `${r.slug}/${r.id}`];
  return { [word]: said };
};

const bar = (/** @type {number} */ at, /** @type {number} */ of, /** @type {string} */ say) =>
  h(
    "span",
    { class: "howfar" },
    h("span", { class: "track" }, h("i", { style: { width: `${Math.round((100 * at) / Math.max(1, of))}%` } })),
    span("s3 sm", say),
  );

function card(/** @type {string} */ kind, /** @type {Leaf} */ r) {
  const line =
    kind === "save"
      ? `${r.game} · ${r.line}`
      : kind === "study"
        ? `${r.game} · ${r.line}`
        : kind === "lesson"
          ? `${r.game} · ${many(r.asks || 0, "question", "questions")}`
          : kind === "puzzle"
            ? r.line || ""
            : r.game;
  if (r.fault)
    return h("div", { class: "leaf" }, span("pic none"), h("h3", {}, r.title), h("p", { class: "s3 sm" }, r.fault));
  const far = kind === "lesson" ? progress()[`lesson:${r.slug}/${r.id}`] : undefined;
  const on = far && !far.done ? { step: String(far.at - 1) } : null;
  return h(
    "div",
    { class: "leaf" },
    h(
      "a",
      {
        href: where({ ...words(kind, r), ...on }),
        "aria-label": `Open ${kind === "save" ? r.id : r.title}`,
        title: r.about || r.id,
      },
      r.undrawn ? picture("game", r.slug, "") : picture(kind, r.slug, r.id),
      h("h3", {}, r.title),
      h("p", { class: "s2 sm" }, line),
      far ? bar(far.done ? far.of : far.at, far.of, far.done ? "done" : `${far.at} of ${far.of}`) : null,
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
  const sought = (keep.find || "").toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {Leaf} */ r) => {
    const said = [r.title, r.game, r.line, r.about, r.id].join(" ").toLowerCase();
    return sought.every((/** @type {string} */ word) => said.includes(word));
  };
  const every = KINDS.reduce((n, [all]) => n + (d[all]?.length || 0), 0);
  const rows = (/** @type {Shelf} */ all) =>
    (d[all] || []).filter((r) => (!keep.game || r.slug === keep.game || (!r.slug && r.fault)) && fits(r));
  const total = KINDS.reduce((n, [all]) => n + rows(all).length, 0);
  const shown_ = keep.kind ? rows(keep.kind).length : total;
  const books = sought.length
    ? d.games
        .filter((g) => !keep.game || g.slug === keep.game)
        .map((g) => h("a", { class: "lnk", href: where({ rules: g.slug, words: keep.find }) }, `Rules of ${g.title}`))
    : [];
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
      h("span", { class: "s3 sm count", role: "status" }, shown_ < every ? `${shown_} of ${every}` : ""),
      d.games.length > 1 ? menu : null,
    ),
    books.length
      ? h(
          "p",
          { class: "sm books" },
          span("s3", "Also look in: "),
          books.flatMap((b) => [b, " "]),
        )
      : null,
    KINDS.filter(([all]) => (!keep.kind || keep.kind === all) && (!sought.length || rows(all).length)).map(
      ([all, kind, say]) => {
        const found = rows(all),
          shown = keep.kind ? found : turns(found).slice(0, FEW);
        return h(
          "section",
          {},
          h(
            "div",
            { class: "hd" },
            h("h2", {}, say),
            all === "studies"
              ? h(
                  "span",
                  { class: "sm s3" },
                  "new: ",
                  d.games
                    .filter((g) => !keep.game || g.slug === keep.game)
                    .map((g, i) => [
                      i ? " · " : "",
                      h(
                        "a",
                        { class: "lnk", href: where({ newstudy: g.slug }), "aria-label": `New study: ${g.title}` },
                        g.title,
                      ),
                    ]),
                )
              : null,
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
      },
    ),
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

// Where this browser was last: each goes on there.
function goOn(/** @type {Ui} */ { again }) {
  const all = places().slice(0, GO_ON);
  if (!all.length) return null;
  return h(
    "section",
    { class: "go-on", "aria-label": "Go on where you were" },
    h("div", { class: "hd" }, h("h2", {}, "Go on where you were")),
    h(
      "div",
      { class: "leaves" },
      all.map((p) =>
        h(
          "div",
          { class: "leaf" },
          h(
            "a",
            { href: p.href, "aria-label": `Go on: ${p.title}` },
            p.slug ? picture(p.kind === "table" ? "game" : p.kind, p.slug, p.file || "") : null,
            h("h3", {}, p.title),
            h("p", { class: "s2 sm" }, p.line),
          ),
          h(
            "p",
            { class: "sm foot" },
            h("a", { class: "btn small", href: p.href, tabindex: "-1", "aria-hidden": "true" }, "▶ Go on"),
            p.of ? bar(p.at || 0, p.of, `${p.at} of ${p.of}`) : span("s3", ago(p.when)),
            span("grow"),
            button(
              "btn small",
              () => {
                forget(p.id);
                again();
              },
              { "aria-label": `Forget ${p.title}`, title: "Take it out of this row" },
              "×",
            ),
          ),
        ),
      ),
    ),
  );
}

// A page tells the browser where it is, so that one can come back: it is remembered here, and on no server.
function noted(/** @type {Place} */ p) {
  const href = where(p.words);
  remember({
    id: p.id,
    kind: p.kind,
    slug: p.slug,
    file: p.file,
    title: p.title,
    line: p.line,
    href,
    at: p.at,
    of: p.of,
  });
  if (p.of) reached(p.id, p.at, p.of);
  // Loaded anew, the page goes on where it was.
  const address = new URLSearchParams(location.search);
  for (const [name, word] of Object.entries(p.words)) address.set(name, word);
  if (`?${address}` !== location.search) history.replaceState(null, "", `?${address}`);
}

// The field that finds, in the first line; "/" leads to it.
function finder(/** @type {Ui} */ { keep, again, state }) {
  const made = h("input", {
    type: "search",
    class: "find",
    value: keep.find || "",
    maxlength: 60,
    placeholder: "Find a game, lesson, rule",
    "aria-label": "Find a game, lesson, rule",
    "aria-keyshortcuts": "/",
    "data-keep": "find",
    "data-typed": "",
    input: () => {
      keep.find = made.value;
      again();
    },
    keydown: (/** @type {KeyboardEvent} */ e) => {
      if (e.key !== "Escape" || !made.value) return;
      keep.find = "";
      again();
    },
  });
  if (!keep.finds) {
    keep.finds = (/** @type {KeyboardEvent} */ e) => {
      const at = /** @type {HTMLElement | undefined} */ (e.composedPath()[0]);
      if (e.key !== "/" || (at instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName))) return;
      e.preventDefault();
      /** @type {HTMLElement | null} */ (state.root.querySelector("input.find"))?.focus();
    };
    document.addEventListener("keydown", keep.finds);
    state.onEnd(() => document.removeEventListener("keydown", keep.finds));
  }
  return made;
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
      if (message?.do === "opened") visit({ [message.as]: message.token });
      if (message?.do === "refused") refuse(message.text);
    };
    state.model.on("msg:custom", keep.heard);
    state.onEnd(() => state.model.off("msg:custom", keep.heard));
  }
  const file = h("input", {
    type: "file",
    accept: ".json,.html,application/json,text/html",
    hidden: true,
    "aria-label": "A saved game or a study",
    change: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      const text = studyIn(await chosen.text());
      if (text.length > d.largest) {
        refuse(`The file is larger than ${Math.floor(d.largest / 2 ** 20)} MiB: open it in a notebook.`);
        return;
      }
      act("open", { text });
    },
  });
  return [file, button("btn line", () => file.click(), { "data-keep": "open" }, "Open a file \u2026")];
}

// Who sits there, and where: whoever is taken from another seat changes places; each change is a page of its own. What
// else the address says stays (expansions, values of one's own), but for the ground of another number of seats.
const seating = (/** @type {Seating} */ d) => {
  const go = (/** @type {string[]} */ seats, /** @type {Record<string, string>} */ more = {}) => {
    const said = Object.fromEntries(new URLSearchParams(location.search));
    if (seats.length !== d.seats.length) for (const g of d.grounds) delete said[`o.${g.option}`];
    visit({ ...said, players: String(seats.length), [`o.${d.option}`]: seats.join(","), ...more });
  };
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
    d.grounds.map((g) => {
      const made = h(
        "select",
        {
          class: "pill",
          "aria-label": g.title,
          title: g.title,
          change: () => go(d.seats, { [`o.${g.option}`]: made.value }),
        },
        g.words.map(([value, word]) => h("option", { value, selected: value === g.value }, word)),
      );
      return made;
    }),
  );
};

/** @type {Panel<StartModel>} */
export const start = (d, ui) => {
  if (d.goes) {
    location.replace(d.goes);
    return null;
  }
  if (d.place) noted(d.place);
  if (d.at && location.search.includes("ticket=")) history.replaceState(null, "", `${d.at}${location.hash}`);
  return d.home
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
          finder(ui),
          d.puzzles.length ? h("a", { class: "lnk", href: where({ puzzles: "" }) }, "Puzzles of the day") : null,
          d.docs ? h("a", { class: "lnk", href: d.docs }, "Rules and docs") : null,
          d.simulations ? h("a", { class: "btn", href: "?simulation=" }, "Simulation") : null,
          d.saves.length && !d.serverless ? h("a", { class: "btn", href: "?analysis=" }, "Analysis") : null,
          opener(d, ui),
        ),
        trouble(ui.keep.refused || d.error),
        ui.keep.find ? null : [goOn(ui), home(d, ui, { picture: (slug) => picture("game", slug, ""), play: visit })],
        shelf(d, ui),
      );
};
