// @ts-check
// Component values of a game: where each comes from, and what one's own box prints, checked as it is typed.
/** @import { Panel, Ui, ValueRow, ValuespageModel } from "./types.js" */
import { button, h, span } from "./dom.js";
import { keepValues } from "./memory.js";
import { cross, line } from "./signs.js";
import { watchCell } from "./watch.js";

/** @type {Record<string, string>} */
const SOURCES = {
  rulebook: "printed in the rulebook",
  published: "printed on a component, or told by its publisher",
  house: "ours: no source that we have prints it",
};

function field(/** @type {ValueRow} */ r, /** @type {Ui} */ { act }) {
  const now = r.fault ? r.typed : r.own;
  const put = () => {
    if (made.value !== now) act("put", { key: r.key, text: made.value });
  };
  const made = h("input", {
    class: r.fault ? "wrong" : r.own ? "own" : "",
    value: now,
    placeholder: r.printed,
    maxlength: 2000,
    spellcheck: "false",
    "aria-label": `Your ${r.path} ${r.name}`,
    "aria-invalid": r.fault ? "true" : "false",
    "data-keep": r.key,
    title: `May be ${r.may}`,
    change: put,
    keydown: (/** @type {KeyboardEvent} */ e) => {
      if (e.key === "Enter") put();
    },
  });
  return made;
}

const row = (/** @type {ValueRow} */ r, /** @type {Ui} */ ui) =>
  h(
    "li",
    { class: `value ${r.own ? "mine" : ""}` },
    h("span", { class: "name", title: r.key }, h("b", {}, r.name), r.path ? span("s3 sm", r.path) : null),
    h("span", { class: "vprinted", title: r.printed }, r.printed),
    h(
      "span",
      { class: "vfrom" },
      h("span", { class: `tag src-${r.source}`, title: SOURCES[r.source] || "" }, r.source),
      span("s3 sm", r.where),
    ),
    r.may ? field(r, ui) : span("s3 sm fixed", "stays as it is"),
    r.own
      ? button(
          "lnk",
          () => ui.act("reset", { key: r.key }),
          { "aria-label": `Reset ${r.path} ${r.name}`, "data-keep": `reset-${r.key}` },
          "Reset",
        )
      : span("", ""),
    r.fault
      ? h("p", { class: "fault", role: "alert" }, r.fault)
      : r.own
        ? h("p", { class: "s3 sm may" }, `may be ${r.may}`)
        : null,
  );

/** @type {Panel<ValuespageModel>} */
export const valuespage = (d, ui) => {
  const { act, keep, state } = ui;
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  const mine = Object.keys(d.own).length;
  if (d.served) keepValues(d.slug, d.own);
  if (!keep.heard) {
    keep.heard = (/** @type {any} */ message) => {
      if (message?.do !== "file") return;
      const url = URL.createObjectURL(new Blob([message.text], { type: "application/toml" }));
      h("a", { href: url, download: message.name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };
    state.model.on("msg:custom", keep.heard);
    state.onEnd(() => state.model.off("msg:custom", keep.heard));
  }
  const file = h("input", {
    type: "file",
    accept: ".toml,application/toml",
    hidden: true,
    "aria-label": "An overlay file",
    change: async () => {
      const chosen = file.files?.[0];
      if (chosen) act("open", { text: (await chosen.text()).slice(0, 250_000) });
    },
  });
  const find = h("input", {
    type: "search",
    value: d.text,
    maxlength: 80,
    placeholder: "Find a value",
    "aria-label": "Find a value",
    "data-keep": "find",
    "data-typed": "",
    input: () => {
      clearTimeout(keep.later);
      keep.later = setTimeout(() => act("find", { text: find.value }), 150);
    },
  });
  const groups = h(
    "select",
    {
      class: "pill",
      "aria-label": "Values of",
      "data-keep": "groups",
      change: () => act("group", { name: groups.value }),
    },
    d.text || d.only ? h("option", { value: "", selected: true }, "all") : null,
    d.groups.map(([name, title, n]) =>
      h("option", { value: name, selected: !d.text && !d.only && name === d.group }, `${title} (${n})`),
    ),
  );
  const chip = (/** @type {string} */ what, /** @type {string} */ say, /** @type {number} */ n) =>
    button(
      `chip ${d.only === what ? "on" : ""}`,
      () => act("only", { k: what }),
      { "aria-pressed": d.only === what ? "true" : "false", "data-keep": `only-${what}`, title: SOURCES[what] || "" },
      say,
      span("n", n),
    );
  return h(
    "div",
    { class: "values" },
    h(
      "header",
      {},
      h("h1", {}, `Values of ${d.title}`),
      span("grow"),
      button("btn line", () => act("undo"), { "data-keep": "undo", disabled: !d.undo }, line("undo"), "Undo"),
      button("btn line", () => act("redo"), { "data-keep": "redo", disabled: !d.redo }, line("redo"), "Redo"),
      file,
      button("btn line", () => file.click(), { "data-keep": "open" }, "Open a file \u2026"),
      button("btn line", () => act("save", {}), { "data-keep": "save", disabled: !mine }, "Save as a file"),
      button("btn line", () => act("all", {}), { "data-keep": "all", disabled: !mine }, "Reset all"),
    ),
    h(
      "p",
      { class: "s2" },
      "Type what your box prints: each value is checked at once. Yours hold for ",
      d.served ? "games, editor and calculator that you open from the home page of this browser. " : "whatever takes ",
      d.served ? null : h("code", {}, "overlay="),
      d.file ? `. They are kept in ${d.file}.` : d.served ? "Save them as a file for simulations: " : ".",
      d.served ? h("code", {}, `theomachy simulate ${d.slug} --overlay ${d.slug}_values.toml`) : null,
      d.served ? ". " : " ",
      "A file that you open takes the place of all of yours; Undo brings them back while this page is open.",
    ),
    d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
    h(
      "div",
      { class: "filters" },
      groups,
      find,
      chip("own", "yours", mine),
      d.sources.map(([source, n]) => chip(source, source, n)),
      span("grow"),
      h("span", { class: "s3 count", role: "status" }, `${d.found} of ${d.all}`),
    ),
    d.rows.length
      ? h(
          "ul",
          { class: "value-rows" },
          h(
            "li",
            { class: "value head", "aria-hidden": "true" },
            span("", "Value"),
            span("", "Printed here"),
            span("", "Source"),
            span("", "Your box"),
            span("", ""),
          ),
          d.rows.map((r) => row(r, ui)),
        )
      : h(
          "p",
          { class: "s3" },
          d.only === "own" ? "None of yours yet: all are as the house has them." : "There are none.",
        ),
    d.found > d.rows.length
      ? button("lnk", () => act("more", {}), { "data-keep": "more" }, `${d.found - d.rows.length} more`)
      : null,
  );
};
