// One rule, in our words.
PANELS.rule = (d, { act }) => [head("Rule", "", span("rid", d.id), button("btn small", () => act("rule", { id: "" }), { "aria-label": "Close" }, line("close"))),
  h("p", { class: "rule-text" }, span("b", `${d.title}. `), d.text), d.where || d.ruling ? h("p", { class: "s3 sm", style: { "margin-top": "6px" } }, [d.where, d.ruling ? `ruling: ${d.ruling}` : ""].filter(Boolean).join(" · ")) : null];
