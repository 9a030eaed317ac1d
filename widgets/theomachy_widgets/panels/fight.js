// @ts-check
// A fight: two sides, the powers that spoke and those that could not, the dice, and what became of each unit.
/** @import { FightModel, Fighter, Force, Panel } from "./types.js" */
import { minus, ruleId } from "./common.js";
import { h, span } from "./dom.js";
import { ledger } from "./ledger.js";
import { die, dot, icon, tick, token } from "./signs.js";
import { sum } from "./sums.js";

/** @type {Record<string, string>} */
const TAGS = {
  killed: "kill",
  eliminated: "kill",
  pained: "pain",
  routed: "pain",
  "kill and pain": "pain",
  "survives a kill": "pain",
  stays: "good",
};
/** @type {Record<string, string>} */
const SIGNS = { kill: "death-skull", pain: "bleeding-wound" };
/** @type {Panel<FightModel>} */
export const fight = (d, { act }) => {
  const fate = (/** @type {Force} */ u) =>
    !u.fate
      ? null
      : span(`tag ${TAGS[u.fate] || "n"}`, SIGNS[TAGS[u.fate]] ? icon(SIGNS[TAGS[u.fate]], 12) : null, u.fate);
  const power = (/** @type {Fighter["parts"][number]} */ [say, figure, rule, spoke]) =>
    h(
      "div",
      { class: `slot ${spoke ? "" : "no"}` },
      spoke ? tick() : dot("not used"),
      span("", say, figure ? span("b", `  ${minus(figure)}`) : ""),
      ruleId(rule, act),
    );
  const thrown = (/** @type {NonNullable<Fighter["dice"]>} */ x) =>
    h(
      "div",
      { class: "dice", role: "img", "aria-label": x.say },
      x.faces.map((f, i) => [
        i && x.faces[i - 1][1] !== f[1] ? span("gap") : null,
        die(f, x.faces.length > 11 ? 16 : x.faces.length > 9 ? 18 : x.faces.length > 6 ? 20 : 24),
      ]),
    );
  const unit = (/** @type {Force} */ u) =>
    h(
      "div",
      { class: `ass ${u.gone ? "gone" : ""}` },
      token(u.t, 22),
      span("t", u.name),
      span(
        "r",
        u.note ? span("s2", u.note) : null,
        u.figure && !u.fate ? span("f", minus(u.figure)) : null,
        u.n > 1 && u.gone ? span("s2", `${u.n} \u00d7`) : null,
        fate(u),
      ),
      ruleId(u.rule, act),
    );
  const side = (/** @type {Fighter} */ x) =>
    h(
      "div",
      { class: "side-of", "aria-label": `${x.name} ${x.role}`, role: "group" },
      h("h3", {}, token(x.t, 24), x.name, span("s3", x.role), x.dice ? thrown(x.dice) : null),
      x.sums.map((each) => sum({ ...each, head: "" }, act)),
      x.dice
        ? h("div", { class: "lbl" }, span("", x.dice.say), span("expected", x.dice.expected), span("b", x.takes))
        : h("div", { class: "lbl" }, span("", "Units"), span("", x.total)),
      x.owed.length || x.spared.length
        ? h(
            "div",
            { class: "chips" },
            x.owed.map(([what, said]) => span("tag owed", icon(SIGNS[what] || SIGNS.kill, 12), said)),
            x.spared.map((said) => span("tag good", said)),
          )
        : null,
      x.forces.map(unit),
      x.remarks.map(([say, rule]) =>
        h("div", { class: "ass gone" }, h("span"), span("t", say), h("span"), ruleId(rule, act)),
      ),
      x.parts.length ? [h("div", { class: "lbl" }, "Powers"), x.parts.map(power)] : null,
    );
  return h(
    "div",
    { class: d.ledger ? "" : "two", role: "region", "aria-label": d.title },
    d.ledger ? ledger(d.ledger, act) : d.sides.map(side),
    (d.others || []).map((x) =>
      h(
        "div",
        { class: "side-of", role: "group" },
        h("h3", {}, token(x.t, 24), x.name, span("s3", "not in it")),
        x.parts.map(power),
      ),
    ),
    d.beside
      ? h(
          "div",
          { class: "standby" },
          span("lbl", "Stand by"),
          d.beside.map((x) => span("", token(x.t, 22), x.n > 1 ? `${x.n} \u00d7 ${x.name}` : x.name)),
        )
      : null,
  );
};
