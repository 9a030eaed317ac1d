// The start page of the server: the games there are, and the saved games in the folder. A choice opens a page of its own,
// so that it has an address to come back to.
const visit = (words) => { location.search = new URLSearchParams(words).toString(); };
PANELS.start = (d) => h("div", { class: "start" }, h("h1", {}, "Theomachy"), h("p", { class: "s2" }, "A rules laboratory for games of warring gods."),
  d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
  h("h2", {}, "New game"), d.games.map((g) => { const n = h("input", { value: "2", type: "number", min: 1, max: 12, "aria-label": "Players", style: { width: "44px" } }), seed = h("input", { value: "1", "aria-label": "Seed", style: { width: "64px" } });
    return h("div", { class: "entry" }, span("b grow", g.title), h("label", { class: "field ui" }, span("s3 sm", "players"), n), h("label", { class: "field ui" }, span("s3 sm", "seed"), seed), button("btn line", () => visit({ game: g.slug, players: n.value, seed: seed.value }), {}, "Set up")); }),
  h("h2", {}, "Saved games"), d.saves.length ? d.saves.map((name) => h("div", { class: "entry" }, span("grow", name), button("btn line", () => visit({ save: name }), {}, "Open"))) : h("p", { class: "s3" }, "There are none in this folder."));
