// @ts-check
// A new game: which, a quick start of it, or its options one by one. On a served page a choice opens a page of its own;
// in a notebook it is told to the kernel.
/** @import { ChoiceRow, GameRow, Kid, PresetRow, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";

export const where = (/** @type {Record<string, string>} */ words) => `?${new URLSearchParams(words)}`;
export const many = (/** @type {number} */ n, /** @type {string} */ one, /** @type {string} */ more) =>
  `${n} ${n === 1 ? one : more}`;

/** How a form is left: the picture of a game, a game of these words, the editor.
 * @typedef {object} Ways
 * @property {(slug: string) => Kid} picture
 * @property {(words: Record<string, string>) => void} play
 * @property {((words: Record<string, string>) => void) | null} edit
 */

const preset = (
  /** @type {GameRow} */ g,
  /** @type {PresetRow} */ p,
  /** @type {Ways} */ ways,
  /** @type {any} */ keep,
) =>
  button(
    "quick",
    () => ways.play({ game: g.slug, preset: p.name, seed: keep.seed || "1", ...bots(keep.who, p.players) }),
    { "aria-label": `Play ${p.title}` },
    span("play", "▶"),
    span("", span("t", p.title), span("d", p.about)),
    span("s3 sm", many(p.players, "player", "players")),
  );

// Who plays the seats, as the kernel and the address understand it: nothing where all are people.
function bots(/** @type {string[] | undefined} */ who, /** @type {number} */ seats) {
  const row = [...Array(seats).keys()].map((i) => who?.[i] || "person");
  return row.some((x) => x !== "person") ? { bots: row.join(",") } : null;
}
const AGAINST = ["person", ...Array(11).fill("easy")];

// Who plays: two usual answers, and each seat by itself.
function people(
  /** @type {GameRow} */ g,
  /** @type {number} */ seats,
  /** @type {any} */ keep,
  /** @type {() => void} */ again,
) {
  const who = /** @type {string[]} */ (keep.who || []),
    now = bots(who, seats)?.bots || "";
  const chip = (/** @type {string} */ say, /** @type {string[]} */ row) =>
    button(
      `chip ${now === (bots(row, seats)?.bots || "") ? "on" : ""}`,
      () => {
        keep.who = row;
        again();
      },
      { "aria-pressed": now === (bots(row, seats)?.bots || "") ? "true" : "false", "data-keep": `who-${say}` },
      say,
    );
  const seat = (/** @type {number} */ i) => {
    const at = who[i] || "person";
    const made = h(
      "select",
      {
        class: "pill",
        "aria-label": `Who plays seat ${i + 1}`,
        "data-keep": `seat-${i}`,
        change: () => {
          keep.who = [...Array(12).keys()].map((k) => (k === i ? made.value : who[k] || "person"));
          again();
        },
      },
      [["person", "a person"], ...g.bots].map(([value, label]) =>
        h("option", { value, selected: value === at }, label),
      ),
    );
    return h("label", { class: "seat" }, span("s3 sm", `Seat ${i + 1}`), made);
  };
  return [
    h("div", { class: "hd" }, h("h2", {}, "Who plays")),
    h("div", { class: "chips" }, chip("People at one screen", []), chip("You against bots", AGAINST)),
    h("div", { class: "who-plays" }, [...Array(seats).keys()].map(seat)),
  ];
}

export const usual = (/** @type {ChoiceRow} */ c) => [c.value].flat().join(",");

/** What a choice is now, without the words that come with what is no more chosen elsewhere.
 * @param {ChoiceRow} c
 * @param {ChoiceRow[]} rows
 * @param {(c: ChoiceRow) => string} said
 */
export function settledAs(c, rows, said) {
  const other = c.of ? rows.find((x) => x.name === c.of) : null;
  if (!other) return said(c);
  const there = new Set(brought(c, said(other)).flatMap((x) => x.words));
  return said(c)
    .split(",")
    .filter((word) => there.has(word))
    .join(",");
}

const brought = (/** @type {ChoiceRow} */ c, /** @type {string} */ by) =>
  c.heads.filter((x) => by.split(",").includes(x.by));

export function choice(
  /** @type {ChoiceRow} */ c,
  /** @type {Record<string, string>} */ chosen,
  /** @type {() => void} */ again,
) {
  const id = `choice-${c.name}`,
    now = chosen[c.name] ?? usual(c);
  const set = (/** @type {string} */ value) => {
    chosen[c.name] = value;
    again();
  };
  const menu = (/** @type {string} */ at, /** @type {string} */ label, /** @type {(v: string) => void} */ take) => {
    const made = h(
      "select",
      { class: "pill", "aria-label": label, "data-keep": label, change: () => take(made.value) },
      c.words.map(([value, word]) => h("option", { value, selected: value === at }, word)),
    );
    return made;
  };
  /** @type {Kid} */
  let field;
  if (c.range) {
    const [low, high] = c.range;
    const made = h("input", {
      type: "number",
      min: low,
      max: high,
      value: now,
      "aria-label": c.title,
      "data-keep": id,
      change: () => set(String(Math.min(high, Math.max(low, Math.round(Number(made.value)) || 0)))),
    });
    field = h("span", { class: "field ui" }, made, span("s3 sm", now === "0" && c.zero ? c.zero : ""));
  } else if (c.each) {
    const seats = now.split(",");
    // Who takes what another has, changes with him.
    const take = (/** @type {number} */ i, /** @type {string} */ value) => {
      const j = seats.indexOf(value);
      if (j >= 0) seats[j] = seats[i];
      seats[i] = value;
      set(seats.join(","));
    };
    field = h(
      "span",
      { class: "seats" },
      seats.map((at, i) => menu(at, `${c.title}, seat ${i + 1}`, (value) => take(i, value))),
    );
  } else if (c.some) {
    const on = now.split(",").filter(Boolean);
    const turn = (/** @type {string} */ word) =>
      set(
        c.words
          .map(([value]) => value)
          .filter((value) => on.includes(value) !== (value === word))
          .join(","),
      );
    const chip = (/** @type {string} */ value, /** @type {string} */ word) =>
      button(
        `chip ${on.includes(value) ? "on" : ""}`,
        () => turn(value),
        {
          "aria-pressed": on.includes(value) ? "true" : "false",
          "data-keep": `${id}-${value}`,
        },
        word,
      );
    const names = Object.fromEntries(c.words);
    const heads = brought(c, chosen[c.of] ?? "");
    field = c.of
      ? h(
          "div",
          { class: "headed", role: "group", "aria-label": c.title },
          heads.length ? null : span("s3 sm", "They come with what is picked above."),
          heads.flatMap((x) => [
            span("s2 sm", x.title),
            h(
              "span",
              { class: "chips", role: "group", "aria-label": x.title },
              x.words.map((value) => chip(value, names[value])),
            ),
          ]),
        )
      : h(
          "span",
          { class: "chips", role: "group", "aria-label": c.title },
          c.words.map(([value, word]) => chip(value, word)),
        );
  } else field = menu(now, c.title, set);
  return h(
    "div",
    { class: `choose ${c.each ? "wide" : ""}` },
    h("b", {}, c.title),
    field,
    h("p", { class: "s3 sm" }, c.about),
  );
}

/** @type {(games: GameRow[], ui: Ui, ways: Ways) => Kid} */
export function fresh(games, { keep, again }, ways) {
  const g = games.find((x) => x.slug === keep.fresh) || games[0];
  if (!g) return null;
  const counts = [...Array(g.most - g.least + 1).keys()].map((i) => String(g.least + i)),
    first = g.presets.length ? String(g.presets[0].players) : counts[0],
    players = counts.includes(keep.players) ? keep.players : first;
  const of = `${g.slug} ${players}`;
  keep.chosen ||= {};
  /** @type {Record<string, string>} */
  const chosen = keep.chosen[of] || {};
  keep.chosen[of] = chosen;
  const rows = g.choices[players] || [];
  const is = (/** @type {ChoiceRow} */ c) => settledAs(c, rows, (x) => chosen[x.name] ?? usual(x));
  const open = rows.filter((c) => {
    const other = rows.find((x) => x.name === c.unless);
    return !other || is(other) === usual(other);
  });
  const told = () => Object.fromEntries(open.filter((c) => is(c) !== usual(c)).map((c) => [`o.${c.name}`, is(c)]));
  const number = h(
    "select",
    {
      class: "pill",
      "aria-label": `Players of ${g.title}`,
      "data-keep": "players",
      change: () => {
        keep.players = number.value;
        again();
      },
    },
    counts.map((n) => h("option", { value: n, selected: n === players }, n)),
  );
  const seed = h("input", {
    value: keep.seed || "1",
    maxlength: 40,
    "data-keep": "seed",
    "aria-label": `Seed of ${g.title}`,
    input: () => {
      keep.seed = seed.value;
    },
  });
  const words = () => ({ game: g.slug, players, seed: seed.value, ...told(), ...bots(keep.who, Number(players)) });
  const edit = ways.edit;
  return [
    h("div", { class: "hd" }, h("h2", {}, "New game")),
    h(
      "div",
      { class: "boxes" },
      games.map((x) => {
        const quick = x.presets[0];
        return h(
          "div",
          { class: `box ${x === g ? "on" : ""}` },
          button(
            "pick-game",
            () => {
              keep.fresh = x.slug;
              keep.players = "";
              again();
            },
            {
              "aria-pressed": x === g ? "true" : "false",
              "aria-label": `Choose ${x.title}`,
              "data-keep": `game-${x.slug}`,
            },
            ways.picture(x.slug),
            h("h3", {}, x.title),
            span("s2 sm", x.least === x.most ? many(x.most, "player", "players") : `${x.least} to ${x.most} players`),
          ),
          quick
            ? button(
                "lnk now",
                () => ways.play({ game: x.slug, preset: quick.name, seed: seed.value }),
                { "aria-label": `Play now: ${x.title}`, title: `${quick.title}: ${quick.about}` },
                "▶ Play now",
              )
            : null,
          quick
            ? button(
                "lnk now",
                () =>
                  ways.play({ game: x.slug, preset: quick.name, seed: seed.value, ...bots(AGAINST, quick.players) }),
                { "aria-label": `Play against bots: ${x.title}`, title: `${quick.title}: you against bots` },
                "▶ Against bots",
              )
            : null,
        );
      }),
    ),
    people(g, Math.max(Number(players), ...g.presets.map((p) => p.players)), keep, again),
    g.presets.length
      ? [
          h("div", { class: "hd" }, h("h2", {}, `Quick starts: ${g.title}`)),
          h(
            "div",
            { class: "quicks" },
            g.presets.map((p) => preset(g, p, ways, keep)),
          ),
          h("div", { class: "hd" }, h("h2", {}, "Or from the beginning")),
        ]
      : null,
    h(
      "div",
      { class: "set-up" },
      h("label", { class: "field ui" }, span("s2", "Players"), number),
      h(
        "label",
        { class: "field ui seed", title: "Of luck: the same seed and the same answers give the same game." },
        span("s2", "Seed"),
        seed,
      ),
    ),
    g.home.notes[players] ? h("p", { class: "s2 sm" }, g.home.notes[players]) : null,
    h(
      "div",
      { class: "chooses" },
      open.map((c) => choice(c, chosen, again)),
    ),
    h(
      "div",
      { class: "set-up" },
      button("btn solid", () => ways.play(words()), { "aria-label": `Play ${g.title}` }, `Play ${g.title}`),
      span("grow"),
      edit
        ? button(
            "lnk",
            () => edit({ edit: g.slug, players, ...told() }),
            { "aria-label": `Position editor for ${g.title}` },
            "Set up a position",
          )
        : null,
    ),
  ];
}
