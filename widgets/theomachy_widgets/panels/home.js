// @ts-check
// The first game: which one, who plays, three choices that are made already, and Play. A switch that is turned off
// opens what it stood for, in its place.
/** @import { ChoiceRow, Face, GameRow, Kid, Leaf, StartModel, SwitchRow, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";
import { choice, many, settledAs, usual, where } from "./fresh.js";
import { progress, values } from "./memory.js";
import { icon, line, token } from "./signs.js";

const LEVELS = ["easy", "middling", "hard"];
const PEOPLE = ["person", "nobody", "link"];
const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

/** What is chosen of one game: seats, players, which switches are off, options one by one, the quick start.
 * @typedef {{ players: number, who: string[], me: number, off: Record<string, boolean>, chosen: Record<string, string>,
 *   quick: string, open: boolean }} Choice
 */

const fresh = (/** @type {GameRow} */ g) => ({
  players: g.home.players,
  who: ["person", ...Array(11).fill("middling")],
  me: 0,
  off: {},
  chosen: {},
  quick: "",
  open: false, // do several people at one screen see everything?
});

/** What an address said that began no game, so that whoever is told why finds all as it was.
 * @param {GameRow} g
 * @param {URLSearchParams} said
 */
function saidBefore(g, said) {
  const c = /** @type {Choice} */ (fresh(g));
  c.players = Math.min(Math.max(Number(said.get("players")) || c.players, g.least), g.most);
  for (const [word, value] of said) if (word.startsWith("o.")) c.chosen[word.slice(2)] = value;
  for (const s of g.home.switches)
    c.off[s.title] =
      (s.ready && !said.has("preset")) || s.opens.some((o) => (c.chosen[o] ?? "") !== (s.options[o] ?? ""));
  (said.get("bots") || "").split(",").forEach((kind, i) => {
    if (kind) c.who[i] = kind;
  });
  c.me = c.who.slice(0, c.players).indexOf("person");
  return c;
}

/** What follows from a choice: the quick start in force, the options that are open, the words of the address.
 * @param {GameRow} g
 * @param {Choice} c
 */
function settled(g, c) {
  const players = String(c.players);
  const ready = g.home.ready[players] || "";
  const on = (/** @type {SwitchRow} */ s) => !c.off[s.title] && (!s.ready || ready !== "");
  const switches = g.home.switches;
  const placed = ready && switches.every((s) => !s.ready || on(s)) && switches.some((s) => s.ready);
  const others = g.presets.filter((p) => p.players === c.players);
  const preset = placed ? others.find((p) => p.name === c.quick) || others.find((p) => p.name === ready) : undefined;
  const rows = g.choices[players] || [];
  /** @type {Record<string, string>} */
  const given = {};
  for (const s of switches) if (on(s)) Object.assign(given, s.options);
  const now = (/** @type {ChoiceRow} */ o) => settledAs(o, rows, (x) => given[x.name] ?? c.chosen[x.name] ?? usual(x));
  const free = (/** @type {ChoiceRow} */ o) => {
    const other = rows.find((x) => x.name === o.unless);
    return !preset?.settles.includes(o.name) && (!other || now(other) === usual(other));
  };
  const opened = new Set(switches.flatMap((s) => (on(s) ? [] : s.opens)));
  if (!switches.length) for (const o of rows) opened.add(o.name);
  const told = rows.filter((o) => free(o) && (opened.has(o.name) || o.name in given) && now(o) !== usual(o));
  return { on, preset, others, rows, free, opened, now, options: told.map((o) => [`o.${o.name}`, now(o)]) };
}

// Do several people pass this screen on?
/** @type {(who: string[]) => boolean} */
const atOneScreen = (who) => !who.includes("link") && who.filter((word) => word === "person").length > 1;

/** @type {(g: GameRow, c: Choice) => Face[]} */
function facesOf(g, c) {
  const { preset, rows, now, free, opened } = settled(g, c);
  const each = rows.find((o) => o.each && free(o) && opened.has(o.name));
  const faces = g.home.seats[preset ? preset.name : String(c.players)] || [];
  // On another map seats begin elsewhere; so does who is known from a table of most players only.
  const moved = rows.some((o) => o.place && free(o) && now(o) !== usual(o));
  const anywhere = (/** @type {Face} */ f) => f && { ...f, leads: f.anywhere };
  const who = each ? now(each).split(",") : faces.map(() => "");
  const before = each ? usual(each).split(",") : who;
  return who.map((word, i) => {
    const as = word === before[i] && faces[i] ? faces[i] : g.home.faces[word] || faces[i];
    return moved || as !== faces[i] ? anywhere(as) : as;
  });
}

function wordsOf(/** @type {GameRow} */ g, /** @type {Choice} */ c, /** @type {string} */ seed) {
  const { preset, options } = settled(g, c);
  const who = c.who.slice(0, c.players);
  return {
    game: g.slug,
    ...(preset ? { preset: preset.name } : { players: String(c.players) }),
    seed,
    ...Object.fromEntries(options),
    ...(who.some((x) => x !== "person") ? { bots: who.join(",") } : null),
    ...(atOneScreen(who) && !c.open ? { curtain: "on" } : null),
  };
}

// Component values of one's own that this browser keeps: they go along to whatever is opened.
/** @type {(g: GameRow) => Record<string, string>} */
const ownOf = (g) => {
  const own = values()[g.slug];
  return /** @type {Record<string, string>} */ (own ? { own: JSON.stringify(own) } : {});
};

const step = (/** @type {string} */ n) => h("span", { class: "step-disc", "aria-hidden": "true" }, n);

// -- which game -----------------------------------------------------------------------------------------------------
/** @type {(games: GameRow[], g: GameRow, ui: Ui, picture: (slug: string) => Kid) => Kid} */
function cards(games, g, { keep, again }, picture) {
  const pick = (/** @type {GameRow} */ x) => {
    keep.home = x.slug;
    again();
  };
  return h(
    "div",
    { class: "cards", role: "radiogroup", "aria-label": "Which game?" },
    games.map((x, i) => {
      const made = button(
        `game-card ${x === g ? "on" : ""}`,
        () => pick(x),
        {
          role: "radio",
          "aria-checked": x === g ? "true" : "false",
          "aria-label": `Choose ${x.title}`,
          "data-keep": `card-${x.slug}`,
          tabindex: x === g ? "0" : "-1",
          keydown: (/** @type {KeyboardEvent} */ e) => {
            const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
            const all = /** @type {HTMLElement[]} */ ([...(made.parentElement?.children || [])]);
            if (!by || !all.length) return;
            e.preventDefault();
            all[(i + by + all.length) % all.length].focus();
          },
        },
        picture(x.slug),
        x === g ? span("picked", "✓") : null,
        h(
          "span",
          { class: "words" },
          h("b", {}, x.title),
          x.home.line ? span("s2 sm", x.home.line) : null,
          span(
            "s3 sm",
            [
              x.least === x.most ? many(x.most, "player", "players") : `${x.least} to ${x.most} players`,
              many(x.home.rules, "rule", "rules"),
              many(x.lessons, "lesson", "lessons"),
            ].join(" · "),
          ),
        ),
      );
      return made;
    }),
  );
}

// -- who plays ------------------------------------------------------------------------------------------------------
/** Choices of which one is lit; `said` is what is read aloud of each.
 * @type {(label: string, rows: [string, string, Kid?][], at: string, take: (k: string) => void) => Kid}
 */
const segment = (label, rows, at, take) =>
  h(
    "span",
    { class: "segment", role: "radiogroup", "aria-label": label },
    rows.map(([k, say, sign]) =>
      button(
        k === at ? "on" : "",
        () => take(k),
        { role: "radio", "aria-checked": k === at ? "true" : "false", "data-keep": `${label} ${k}` },
        sign || null,
        say,
      ),
    ),
  );

function seatRow(
  /** @type {GameRow} */ g,
  /** @type {Choice} */ c,
  /** @type {Face | undefined} */ face,
  /** @type {number} */ i,
  /** @type {() => void} */ again,
  /** @type {boolean} */ linked,
) {
  const word = c.who[i];
  const kind = c.me === i ? "you" : PEOPLE.includes(word) ? "friend" : "bot";
  const name = face?.name || `Seat ${i + 1}`;
  const sit = (/** @type {string} */ to) => {
    if (to === kind) return;
    if (to === "you") {
      if (c.me >= 0) c.who[c.me] = c.who[i];
      c.me = i;
    } else if (c.me === i) c.me = -1;
    c.who[i] = to === "bot" ? "middling" : "person";
    again();
  };
  const play = (/** @type {string} */ to) => {
    c.who[i] = to;
    again();
  };
  const outside = g.bots.filter(([k]) => k !== "nobody" && !LEVELS.includes(k));
  const more = h(
    "select",
    {
      class: "pill",
      "aria-label": `Another bot for ${name}`,
      "data-keep": `other-${i}`,
      change: () => play(more.value),
    },
    h("option", { value: "middling", selected: LEVELS.includes(word) }, "other bots"),
    outside.map(([k, say]) => h("option", { value: k, selected: k === word }, say.replace(/^bot, /, ""))),
  );
  return h(
    "li",
    { class: "seat-row" },
    face ? token(face.t, 30) : h("span"),
    h("span", { class: "seat-who" }, h("b", {}, name), face?.leads ? span("s2 sm", face.leads) : null),
    h(
      "span",
      { class: "picks" },
      kind === "bot"
        ? [
            outside.length ? more : null,
            segment(
              `How well ${name} plays`,
              LEVELS.map((k) => [k, k]),
              word,
              play,
            ),
          ]
        : null,
      kind === "friend"
        ? segment(
            `Where the friend of ${name} is`,
            [
              ["person", "at this screen"],
              .../** @type {[string, string][]} */ (linked ? [["link", "by a link"]] : []),
              ["nobody", "not here yet"],
            ],
            word,
            play,
          )
        : null,
      segment(
        `Who plays ${name}`,
        [
          ["you", "you", line("person")],
          ["bot", "bot", line("bot")],
          ["friend", "friend", line("friend")],
        ],
        kind,
        sit,
      ),
    ),
  );
}

// What a friend sees, and where he may be.
/** @type {(friends: string[], alone: boolean, c: Choice, again: () => void) => Kid[]} */
function friendly(friends, alone, c, again) {
  if (!friends.includes("person") && !friends.includes("link"))
    return [h("b", {}, "Nobody"), " sits there yet: the game waits when that seat is asked."];
  if (!friends.includes("link"))
    return [
      h("b", {}, "A friend"),
      " sits at this screen with you. ",
      segment(
        "What each of you sees",
        [
          ["curtain", "pass it on behind a curtain"],
          ["open", "both see everything"],
        ],
        c.open ? "open" : "curtain",
        (k) => {
          c.open = k === "open";
          again();
        },
      ),
      h(
        "p",
        { class: "s3 sm" },
        c.open
          ? "Everything lies open, and every answer can be taken back."
          : "Each sees his own hand and plans alone; between two of you the screen shows what everybody may see. " +
              "Nothing is taken back.",
      ),
    ];
  const mixed = friends.includes("person");
  return [
    h("b", {}, "With a friend: "),
    mixed
      ? "one person sits at each screen of such a table: choose \u201cby a link\u201d for every friend."
      : "Play gives you a secret link for the seat. It opens this table with the cards of that seat alone.",
    alone && !mixed
      ? " This server answers on this machine alone: other machines reach one that is started with --address."
      : "",
  ];
}

/** @type {(g: GameRow, c: Choice, again: () => void, alone: boolean, linked: boolean) => Kid[]} */
function whoPlays(g, c, again, alone, linked) {
  const faces = facesOf(g, c);
  const seat = (/** @type {number} */ by) => (/** @type {MouseEvent} */ e) => {
    const page = e.currentTarget instanceof Element ? e.currentTarget.getRootNode() : document;
    c.players += by;
    c.quick = "";
    for (const o of g.choices[String(c.players)] || []) if (o.each) delete c.chosen[o.name];
    // Who was somebody stays so, wherever that seat is now.
    const was = c.who,
      me = faces[c.me]?.name,
      now = facesOf(g, c);
    c.who = was.map((_, i) => {
      const before = faces.findIndex((f) => f.name === now[i]?.name);
      return before >= 0 ? was[before] : "middling";
    });
    if (c.me >= 0) {
      c.me = Math.max(
        0,
        now.findIndex((f) => f.name === me),
      );
      c.who[c.me] = "person";
    }
    again();
    // With the last seat its button is gone: the other one has the focus.
    const root = /** @type {Document | ShadowRoot} */ (page);
    if (!root.activeElement || root.activeElement === document.body) {
      const left = root.querySelector('[data-keep="add-seat"], [data-keep="less-seat"]');
      if (left instanceof HTMLElement) left.focus({ preventScroll: true });
    }
  };
  const friends = c.who.slice(0, c.players).filter((k, i) => PEOPLE.includes(k) && i !== c.me);
  return [
    h("div", { class: "hd" }, step("2"), h("h2", {}, "Who plays?"), span("s3", g.title)),
    h(
      "ul",
      { class: "seat-rows" },
      [...Array(c.players).keys()].map((i) => seatRow(g, c, faces[i], i, again, linked)),
    ),
    h(
      "div",
      { class: "under" },
      c.players < g.most ? button("lnk", seat(1), { "data-keep": "add-seat" }, line("add"), " Add a seat") : null,
      c.players > g.least ? button("lnk", seat(-1), { "data-keep": "less-seat" }, "One seat less") : null,
      span("s3 sm", g.least === g.most ? "" : `${g.least} to ${g.most} can play`),
      span("grow"),
      span("s3 sm", "Easy does what it can, middling tries each option, hard looks further ahead."),
    ),
    g.home.notes[c.players] ? h("div", { class: "note" }, g.home.notes[c.players]) : null,
    friends.length ? h("div", { class: "note" }, friendly(friends, alone, c, again)) : null,
  ];
}

// -- quick start ----------------------------------------------------------------------------------------------------
function quickStart(/** @type {GameRow} */ g, /** @type {Choice} */ c, /** @type {() => void} */ again) {
  const found = settled(g, c);
  const { on, others, preset, rows, free } = found;
  if (!g.home.switches.length)
    return h(
      "div",
      { class: "opened" },
      rows.filter(free).map((o) => choice(o, c.chosen, again)),
    );
  const none = (/** @type {SwitchRow} */ s) => s.ready && !g.home.ready[String(c.players)];
  const quick = h(
    "select",
    {
      class: "pill",
      "aria-label": "Ready position",
      "data-keep": "ready",
      change: () => {
        c.quick = quick.value;
        again();
      },
    },
    others.map((p) => h("option", { value: p.name, selected: p === preset }, p.title)),
  );
  const open = (/** @type {string} */ name) => {
    if (name === "ready")
      return preset ? h("div", { class: "choose" }, quick, h("p", { class: "s3 sm" }, preset.about)) : null;
    const row = rows.find((o) => o.name === name);
    return row && free(row) ? choice(row, c.chosen, again) : null;
  };
  const all = g.home.switches.every(on);
  return [
    h(
      "div",
      { class: "hd" },
      h("span", { class: "step-disc plus", "aria-hidden": "true" }, "+"),
      h("h2", {}, "Quick start"),
      span("s3", all ? "all on: you play at once" : "what is off is chosen below it"),
    ),
    h(
      "div",
      { class: "switches" },
      g.home.switches.map((s) =>
        h(
          "div",
          { class: `switch-card ${on(s) ? "on" : ""}` },
          h(
            "div",
            { class: "top" },
            h("h3", {}, s.title),
            button(
              "toggle",
              () => {
                c.off[s.title] = !c.off[s.title];
                again();
              },
              {
                role: "switch",
                "aria-checked": on(s) ? "true" : "false",
                "aria-label": s.title,
                "data-keep": `switch-${s.title}`,
                disabled: none(s),
              },
              h("i"),
            ),
          ),
          on(s)
            ? [
                h("b", {}, s.value),
                s.changes ? span("changes s3", "a change of the rules") : null,
                h("p", { class: "s2 sm" }, s.about),
              ]
            : [
                h("p", { class: "s2 sm" }, none(s) ? `There is none for ${c.players} players. ${s.off}` : s.off),
                s.opens.map(open),
              ],
        ),
      ),
    ),
  ];
}

// -- play -----------------------------------------------------------------------------------------------------------
function toldOf(/** @type {GameRow} */ g, /** @type {Choice} */ c) {
  const faces = facesOf(g, c),
    who = c.who.slice(0, c.players);
  const bots = who.filter((k) => !PEOPLE.includes(k));
  const level = new Set(bots).size === 1 ? `${bots[0]} ` : "";
  const one = `${level === "easy " ? "an" : "a"} ${level}bot`;
  const more = `${NUMBERS[bots.length]} ${level}bots`;
  const against = bots.length ? ` against ${bots.length === 1 ? one : more}` : " with your friends";
  if (c.me < 0 && bots.length === c.players) return ["You watch, and can take any seat later."];
  if (c.me < 0) return ["People play at this screen", bots.length ? against : "", "."];
  if (who.includes("link"))
    return ["You lead ", h("b", {}, faces[c.me]?.name || ""), "; who has the link sits down with you."];
  return [
    "You lead ",
    h("b", {}, faces[c.me]?.name || `seat ${c.me + 1}`),
    against,
    ". Take back, ask “why not?”, stop at any time.",
  ];
}

/** How the page draws a game, and how it is left.
 * @typedef {{ picture: (slug: string) => Kid, play: (words: Record<string, string>) => void }} Ways
 */
/** @type {(d: StartModel, ui: Ui, ways: Ways) => Kid} */
export function home(d, ui, ways) {
  const { keep, again } = ui;
  const games = [...d.games].sort((a, b) => a.home.rules - b.home.rules); // the shortest to read first
  const said = new URLSearchParams(d.error ? location.search : ""),
    before = games.find((x) => x.slug === said.get("game"));
  if (before && !keep.first) {
    keep.home = before.slug;
    keep.first = { [before.slug]: saidBefore(before, said) };
  }
  const g = games.find((x) => x.slug === keep.home) || games[0];
  if (!g) return null;
  keep.first ||= {};
  keep.first[g.slug] ||= fresh(g);
  keep.seed ||= String(1 + Math.floor(Math.random() * 999_999));
  /** @type {Choice} */
  const c = keep.first[g.slug];
  // The same picture stays when the page is drawn anew: it was fetched once.
  keep.pictures ||= {};
  const kept = (/** @type {string} */ slug) => {
    keep.pictures[slug] ||= ways.picture(slug);
    return keep.pictures[slug];
  };
  const own = ownOf(g);
  const play = () => ways.play({ ...wordsOf(g, c, keep.seed), ...own });
  const watch = () =>
    ways.play({
      ...own,
      ...wordsOf(g, { ...c, who: c.who.map((k) => (PEOPLE.includes(k) ? "middling" : k)) }, keep.seed),
    });
  keep.play = play;
  if (!keep.hears) {
    keep.hears = true;
    document.addEventListener("keydown", (e) => {
      const at = /** @type {HTMLElement | undefined} */ (e.composedPath()[0]);
      const typing = at instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
      if (e.key === "p" && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) keep.play();
    });
  }
  const seed = h("input", {
    value: keep.seed,
    maxlength: 40,
    "data-keep": "seed",
    "aria-label": "Seed of luck",
    title: "The same seed and the same answers give the same game.",
    input: () => {
      keep.seed = seed.value || "1";
    },
  });
  return [
    h(
      "div",
      { class: "hd" },
      step("1"),
      h("h2", {}, "Which game?"),
      span("grow"),
      span("s3 sm", "Nothing to install, no account: games stay on this machine."),
    ),
    cards(games, g, ui, kept),
    h(
      "div",
      { class: "first" },
      h(
        "div",
        { class: "main" },
        h("section", { "aria-label": "Who plays?" }, whoPlays(g, c, again, d.alone, !d.serverless)),
        h("section", { "aria-label": "Quick start" }, quickStart(g, c, again)),
        h(
          "div",
          { class: "go" },
          step("3"),
          button("btn solid", play, { "aria-label": `Play ${g.title}`, "data-keep": "play", title: "p" }, "▶ Play"),
          h("p", { class: "s2" }, toldOf(g, c), g.home.aim ? h("span", { class: "aim" }, g.home.aim) : null),
          span("grow"),
          h("label", { class: "luck s3 sm" }, "Luck", seed),
          button("btn line", watch, { "data-keep": "watch" }, "Watch bots"),
        ),
      ),
      h("aside", {}, learn(games, d.lessons), ask(g, c, d.own[g.slug] || "")),
    ),
  ];
}

const learn = (/** @type {GameRow[]} */ games, /** @type {Leaf[]} */ lessons) =>
  h(
    "section",
    { "aria-label": "Learn by doing" },
    h("div", { class: "hd small" }, h("h2", {}, "Learn by doing")),
    games.map((g) => {
      const course = lessons.filter((x) => x.slug === g.slug),
        far = progress(),
        done = course.filter((x) => far[`lesson:${x.slug}/${x.id}`]?.done).length,
        r = course.find((x) => !far[`lesson:${x.slug}/${x.id}`]?.done) || course[0],
        at = r ? far[`lesson:${r.slug}/${r.id}`] : undefined;
      const face = Object.values(g.home.seats)[0]?.[0];
      return h(
        "div",
        { class: "learn" },
        face ? token(face.t, 20) : null,
        r
          ? h(
              "a",
              {
                class: "lnk",
                href: where({ lesson: `${r.slug}/${r.id}`, ...(at && !at.done ? { step: String(at.at - 1) } : null) }),
              },
              r.title,
            )
          : span("s3", "no lessons yet"),
        span("grow"),
        h(
          "a",
          { class: "s3 sm", href: where({ lessons: g.slug }), "aria-label": `Lessons of ${g.title}` },
          done ? `${g.title} · ${done} of ${g.lessons}` : `${g.title} · ${g.lessons}`,
        ),
      );
    }),
  );

const ask = (/** @type {GameRow} */ g, /** @type {Choice} */ c, /** @type {string} */ own) => {
  const mine = Object.keys(values()[g.slug] || {}).length;
  // Who was chosen for a game, and what came into it, is on these pages too.
  const { rows, options } = settled(g, c),
    said = (/** @type {ChoiceRow} */ o) => o.each || o.some || o.name in c.chosen,
    seats = options.filter(([name]) => rows.some((o) => said(o) && `o.${o.name}` === name)),
    table = seats.length ? { players: String(c.players), ...Object.fromEntries(seats) } : null;
  /** @type {(say: string, label: string, words: Record<string, string>, sign: Kid) => Kid} */
  const way = (say, label, words, sign) =>
    h("a", { class: "btn line", href: where(words), "aria-label": `${label} ${g.title}` }, sign, say);
  return h(
    "section",
    { "aria-label": "Ask without a game" },
    h("div", { class: "hd small" }, h("h2", {}, "Ask without a game"), span("grow"), span("s3 sm", g.title)),
    h(
      "div",
      { class: "asks" },
      way(
        "Odds of a battle",
        "Calculator of",
        { calculator: g.slug, ...table, ...ownOf(g) },
        icon("rolling-dices", 14),
      ),
      way(
        "Set up a position",
        "Position editor for",
        { edit: g.slug, ...(table || { players: String(g.home.players) }), ...ownOf(g) },
        line("pen"),
      ),
      way(`Rules, ${g.home.rules}`, "Rules of", { rules: g.slug }, line("find")),
      way(
        mine ? `Values, ${mine} yours` : own ? `Values: ${own}` : "Values of your box",
        "Values of",
        { values: g.slug, ...ownOf(g) },
        line("pen"),
      ),
      way(`Lessons, ${g.lessons}`, "All lessons of", { lessons: g.slug }, line("bulb")),
    ),
  );
};
