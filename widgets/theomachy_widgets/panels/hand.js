// The hand of whoever looks: a card is lit when it answers the present question, pale when it waits.
// Long words may break in the middle: a card is narrow.
const soft = (name) => name.replace(/\p{L}{10,}/gu, (word) => `${word.slice(0, 7)}\u00ad${word.slice(7)}`);
PANELS.hand = (d, { act, keep, again }) => {
  const card = (c) => button(`card ${c.live ? "live" : "off"} ${keep.open === c.k ? "hot" : ""}`,
    () => { keep.open = keep.open === c.k ? "" : c.k; c.target ? act("target", { target: c.target, k: c.k }) : null; again(); }, { title: [c.name, c.note].filter(Boolean).join(": ") || null }, icon(c.icon, 26), h("span", {}, soft(c.name || "hidden")));
  const open = d.cards.find((c) => c.k === keep.open);
  const seats = d.seats.length > 1 ? d.seats.map((t) => button("", () => act("hand", { seat: t.seat }), { title: t.name, style: { opacity: t.on ? 1 : 0.45 } }, token(t.t, 14))) : [];
  return [head("Hand", d.note, ...seats), h("div", { class: "hand" }, d.cards.map(card)),
    open ? h("p", { class: "s2", style: { "margin-top": "8px" } }, span("b", `${open.name}. `), open.text, open.note ? ` ${open.note}. ` : " ", ruleId(open.rule, act)) : null];
};
