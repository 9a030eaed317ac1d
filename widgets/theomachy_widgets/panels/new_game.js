// @ts-check
// The form of a new game in a notebook; the game that is begun takes its place.
/** @import { NewgamebarModel, NewgameModel, Panel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { fresh } from "./fresh.js";
import { cross } from "./signs.js";

/** @type {Panel<NewgamebarModel>} */
export const newgamebar = (d, { act }) =>
  d.playing || d.error
    ? h(
        "div",
        { class: "bar" },
        d.playing ? button("lnk", () => act("another"), {}, "Another game") : null,
        d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
      )
    : null;

/** @type {Panel<NewgameModel>} */
export const newgame = (d, ui) =>
  h(
    "div",
    { class: "start" },
    fresh(d.games, ui, {
      picture: () => null,
      play: (said) => ui.act("begin", { words: Object.entries(said).map(([name, text]) => `${name}=${text}`) }),
      edit: null,
    }),
  );
