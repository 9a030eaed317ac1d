// What happened, as a tree: a click stands the board at that event, a rule id opens the rule.
PANELS.story = (d, { act, keep, again }) => {
  keep.shut ||= new Set();
  // A pointer that crosses the list lights nothing; one that rests on a row lights what the event touched.
  const glance = (k) => { clearTimeout(keep.timer); if (k !== null || keep.lit) keep.timer = setTimeout(() => { keep.lit = k !== null; act("glance", { k, stamp: d.stamp }); }, 110); };
  if (keep.turn !== d.turn) { keep.turn = d.turn; keep.shut.clear(); }
  let hiddenBelow = 99;
  const out = [];
  for (const r of d.rows) {
    if (r.d > hiddenBelow) continue;
    hiddenBelow = keep.shut.has(r.k) ? r.d : 99;
    const fold = (e) => { e.stopPropagation(); keep.shut.has(r.k) ? keep.shut.delete(r.k) : keep.shut.add(r.k); again(); };
    const go = () => act("event", { k: r.now ? null : r.k, stamp: d.stamp });
    const row = h("div", { class: `row d${r.d} ${r.who === "could" ? "could" : ""} ${r.now ? "now" : ""} ${r.open ? "h" : ""}`, style: { "--d": r.d }, "data-event": r.k },
      button("act", go, { "aria-pressed": r.now ? "true" : "false", "data-keep": `event${r.k}`, mouseenter: r.lit ? () => glance(r.k) : null, mouseleave: r.lit ? () => glance(null) : null },
        dot(r.who), span("say-fg", span("say", r.say), span("fg", r.dice.length ? dice(r.dice, r.dice.length > 10 ? 12 : 14) : "", r.fig && r.dice.length < 5 ? h("span", r.why.length ? { class: "from", title: r.why.map(([name, figure]) => `${name}: ${minus(figure)}`).join("\n") } : {}, minus(r.fig)) : ""))),
      ruleId(r.rule, act), r.open ? button("tw", fold, { "aria-label": keep.shut.has(r.k) ? "Unfold" : "Fold", "aria-expanded": keep.shut.has(r.k) ? "false" : "true" }, keep.shut.has(r.k) ? "▸" : "▾") : d.folds ? span("tw") : null);
    out.push(row);
    if (r.now) for (const [name, figure, rule] of r.why) out.push(h("div", { class: "why-row", style: { "--d": r.d } }, span("grow", name), span("v", minus(figure)), ruleId(rule, act)));
    if (r.note) out.push(h("div", { class: "why-row", style: { "--d": r.d } }, span("grow", r.note)));
  }
  const tree = h("div", { class: "tree", "data-scroll": "story" }, out);
  const at = d.rows.find((r) => r.now);
  const key = at ? at.k : `end${d.rows.length}`;
  if (keep.at !== key) { keep.at = key; setTimeout(() => { const now = tree.querySelector(".now"); if (now) { const top = now.offsetTop - tree.offsetTop; if (top < tree.scrollTop || top > tree.scrollTop + tree.clientHeight - 30) tree.scrollTop = top - 60; } else tree.scrollTop = tree.scrollHeight; }, 0); }
  return [head("What happened", "", d.fixed ? null : at ? button("btn line small", () => act("eventbranch", { k: at.k, stamp: d.stamp }), { title: "Stand here and choose otherwise" }, line("branch"), "Branch from here") : null,
    at && !d.fixed ? button("btn small", () => act("event", { k: null }), {}, "Back to now") : span("s3 sm", d.turn)), tree];
};
