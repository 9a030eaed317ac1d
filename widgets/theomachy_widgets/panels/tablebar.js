// @ts-check
// The line above a shared table. The address is made clean: the ticket by which one came in is used up, and the key
// stays behind `#`, where only this browser sees it.
/** @import { Panel, TablebarModel, TableSeat, Ui } from "./types.js" */
import { button, h, span } from "./dom.js";
import { remember } from "./memory.js";
import { cross, token } from "./signs.js";
import { watchCell } from "./watch.js";

/** @type {Record<string, string>} */
const SAYS = { you: "you", here: "here", away: "away", open: "not come yet" };

function row(/** @type {TableSeat} */ r, /** @type {Ui} */ { act, keep, again }) {
  const link = keep.links?.[r.seat];
  const shown = link
    ? h("input", {
        class: "link",
        value: link,
        readonly: true,
        "aria-label": `Link of ${r.name}`,
        "data-keep": `link-${r.seat}`,
        focus: (/** @type {FocusEvent} */ e) => /** @type {HTMLInputElement} */ (e.target).select(),
      })
    : null;
  const copy = async () => {
    await navigator.clipboard?.writeText(link).catch(() => {});
    keep.copied = r.seat;
    again();
  };
  return h(
    "li",
    { class: "seatline" },
    token(r.t, 22),
    h("b", {}, r.name),
    span("s3 sm is", SAYS[r.is_] || `bot, ${r.is_}`),
    span("grow"),
    shown,
    link
      ? button("btn small", copy, { "data-keep": `copy-${r.seat}` }, keep.copied === r.seat ? "Copied" : "Copy")
      : null,
    r.link && !link
      ? button(
          "btn small",
          () => act("link", { seat: r.seat }),
          { "aria-label": `Show the link of ${r.name}`, "data-keep": `show-${r.seat}` },
          "Show link",
        )
      : null,
    r.link
      ? button(
          "lnk",
          () => act("renew", { seat: r.seat }),
          {
            "aria-label": `New link for ${r.name}`,
            title: "The old link opens this seat no more.",
            "data-keep": `renew-${r.seat}`,
          },
          "New link",
        )
      : null,
  );
}

/** @type {Panel<TablebarModel>} */
export const tablebar = (d, ui) => {
  const { act, keep, state, again } = ui;
  if (!keep.keys) keep.keys = watchCell(state, () => false);
  if (!keep.clean) {
    keep.clean = true;
    history.replaceState(null, "", `${d.at}${location.hash}`);
    addEventListener("hashchange", () => location.reload());
    const href = `${d.at}${location.hash}`;
    remember({
      id: `table:${href}`,
      kind: "table",
      slug: d.slug,
      title: d.title,
      line: `shared table · ${d.said}`,
      href,
    });
    const heard = (/** @type {any} */ message) => {
      if (message?.do !== "link") return;
      keep.links = { ...keep.links, [message.seat]: new URL(message.link, location.href).href };
      keep.copied = -1;
      again();
    };
    state.model.on("msg:custom", heard);
    state.onEnd(() => state.model.off("msg:custom", heard));
  }
  const menu = h(
    "select",
    {
      class: "pill",
      "aria-label": "When somebody leaves",
      "data-keep": "leaves",
      change: () => act("leaves", { what: menu.value }),
    },
    d.choices.map(([value, say]) => h("option", { value, selected: value === d.leaves }, say)),
  );
  const open = d.host && (keep.open ?? d.seats.some((r) => r.link && r.is_ === "open"));
  return h(
    "div",
    { class: `tablebar ${open ? "open" : ""}` },
    h(
      "div",
      { class: "who" },
      h("a", { class: "lnk", href: "./" }, "Theomachy"),
      h("b", {}, d.ended || d.said),
      open // the list below says it
        ? null
        : d.seats.map((r) =>
            span("one", token(r.t, 18), span("s3 sm", `${r.name}: ${SAYS[r.is_] || `bot, ${r.is_}`}`)),
          ),
      span("grow"),
      d.host
        ? button(
            "btn small",
            () => {
              keep.open = !open;
              again();
            },
            { "aria-expanded": open ? "true" : "false", "data-keep": "seats" },
            "Seats and links",
          )
        : null,
    ),
    d.error ? h("div", { class: "strip-error", role: "alert" }, cross(), span("grow", d.error)) : null,
    open
      ? [
          h(
            "ul",
            {},
            d.seats.map((r) => row(r, ui)),
          ),
          h(
            "div",
            { class: "who" },
            h("label", { class: "s2 sm" }, "When somebody leaves ", menu),
            span(
              "s3 sm",
              d.alone
                ? "This server answers on this machine alone; with --address other machines reach it."
                : "A link opens one seat and nobody else’s cards. Give it to one person.",
            ),
            span("grow"),
            d.ended ? null : button("lnk", () => act("end", {}), { "data-keep": "end" }, "End the game"),
          ),
        ]
      : null,
  );
};
