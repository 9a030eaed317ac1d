// A battle under way: two sides, their forces, what adds up, and the fate of each.
const FATES = { killed: "kill", pained: "pain" };
PANELS.fight = (d, { act }) => {
  const fate = (f) => (!f.fate ? null : span(`tag ${FATES[f.fate] || (f.fate === "stays" ? "good" : "n")}`, FATES[f.fate] === "kill" ? icon("death-skull", 12) : FATES[f.fate] === "pain" ? icon("bleeding-wound", 12) : null, f.fate));
  const side = (x) => h("div", {}, h("h3", {}, token(x.t, 22), x.name, span("s3", x.role)),
    x.parts.length ? [h("div", { class: "lbl" }, "From powers"), x.parts.map(([name, figure, rule]) => h("div", { class: "slot" }, tick(), span("", name, figure ? span("b", `  ${minus(figure)}`) : ""), ruleId(rule, act)))] : null,
    x.dice ? [h("div", { class: "lbl" }, span("", x.dice.say), span("", x.dice.expected)), h("div", { class: "dice" }, x.dice.faces.map((f, i) => [i && x.dice.faces[i - 1][1] !== f[1] ? span("gap") : null, die(f, x.dice.faces.length > 16 ? 20 : 26)]))] : null,
    h("div", { class: "lbl" }, span("", "Forces"), span("", x.total)),
    x.forces.map((f) => h("div", { class: `ass ${f.gone ? "gone" : ""}` }, token(f.t, 24), span("t", f.name, f.note ? span("s3", ` ${f.note}`) : ""), span("r", f.figure ? span("f", minus(f.figure)) : null, fate(f)), ruleId(f.rule, act))));
  return [d.title ? h("div", { style: { "margin-top": "14px" } }, head(d.title, "", ruleId(d.rule, act))) : null, h("div", { class: "two" }, d.sides.map(side))];
};
