// The start page of the server: games with their lessons, rules and positions, and the saved games in the folder. A choice
// opens a page of its own, so that it has an address to come back to; above that page is the way home.
const visit = (words) => { location.search = new URLSearchParams(words).toString(); };
const to = (text, words, label) => h("a", { class: "btn line", href: `?${new URLSearchParams(words)}`, "aria-label": label }, text);
const game = (g) => {
  const n = h("input", { value: "2", type: "number", min: 1, max: 12, "aria-label": `Players of ${g.title}`, style: { width: "44px" } });
  const seed = h("input", { value: "1", "aria-label": `Seed of ${g.title}`, style: { width: "64px" } });
  return h("div", { class: "entry" }, h("h2", { class: "grow" }, g.title), to("Lessons", { lessons: g.slug }, `Lessons of ${g.title}`), to("Rules", { rules: g.slug }, `Rules of ${g.title}`),
    h("div", { class: "set-up" }, h("label", { class: "field ui" }, span("s3 sm", "players"), n), h("label", { class: "field ui" }, span("s3 sm", "seed"), seed), span("grow"),
      button("btn line", () => visit({ edit: g.slug, players: n.value }), { "aria-label": `Position editor for ${g.title}` }, "Position editor"), button("btn solid", () => visit({ game: g.slug, players: n.value, seed: seed.value }), { "aria-label": `Set up ${g.title}` }, "Set up")));
};
const save = (name) => h("div", { class: "entry" }, span("grow", name), to("Compare lines", { compare: name }, `Compare lines of ${name}`), to("Edit", { edit: "", save: name }, `Edit the position of ${name}`), to("Open", { save: name }, `Open ${name}`));
PANELS.start = (d) => (d.home ? h("nav", { class: "home" }, h("a", { class: "lnk", href: d.home }, "Theomachy")) : h("div", { class: "start" }, h("h1", {}, "Theomachy"), h("p", { class: "s2" }, "A rules laboratory for games of warring gods."),
  d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
  h("p", { class: "ov" }, "Games"), d.games.map(game),
  h("p", { class: "ov" }, "Saved games"), d.saves.length ? d.saves.map(save) : h("p", { class: "s3" }, "There are none in this folder.")));
