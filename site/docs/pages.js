// @ts-check
// What the pages of rules and docs do beside being read: finding, a live board beside a rule, the copied address.
import { best } from "./find.js";

/** @typedef {import("./find.js").Entry} Entry */
const root = document.documentElement.dataset.root || "./";
const MOST = 8; // below the field
const LONGEST_LIST = 60; // on the page of all that is found
const WIDE = "(min-width: 1000px)";
const all = (/** @type {string} */ what) => [
  .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(what)),
];

/** @type {(tag: string, words: Record<string, string>, ...kids: (Node | string)[]) => HTMLElement} */
function made(tag, words, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(words)) node.setAttribute(name, value);
  node.append(...kids);
  return node;
}

// -- finding ----------------------------------------------------------------------------------------------------------
/** @type {Promise<import("./find.js").Index> | undefined} */
let coming;
const index = () => {
  coming ??= fetch(`${root}pages/find.json`).then((answer) => answer.json());
  return coming;
};
const line = (/** @type {Entry} */ entry) =>
  made(
    "a",
    { href: root + entry.at },
    made("b", {}, entry.title),
    " ",
    made("span", { class: "rid" }, entry.id),
    " ",
    made("span", { class: "s2" }, entry.in),
  );

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[role=search]"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const list = /** @type {HTMLElement} */ (form.querySelector(".found"));
async function typed() {
  const text = field.value.trim();
  const hits = text ? best(await index(), text) : [];
  if (field.value.trim() !== text) return;
  list.replaceChildren(
    ...hits.slice(0, MOST).map(line),
    ...(text && !hits.length ? [made("p", { class: "s2" }, "Nothing is found.")] : []),
    ...(hits.length > MOST
      ? [made("a", { href: `${root}docs/find.html?q=${encodeURIComponent(text)}` }, `All ${hits.length}`)]
      : []),
  );
  list.hidden = !text;
}
field.addEventListener("focus", index, { once: true });
field.addEventListener("input", typed);
form.addEventListener("keydown", (e) => {
  const links = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("a")]);
  const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (e.key === "Escape") list.hidden = true;
  else if (e.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
  else if (e.key === "ArrowUp" && at >= 0) (at ? links[at - 1] : field).focus();
  else return;
  e.preventDefault();
});
document.addEventListener("click", (e) => {
  if (e.target instanceof Node && !form.contains(e.target)) list.hidden = true;
});
document.addEventListener("keydown", (e) => {
  const on = e.target instanceof HTMLElement ? e.target : document.body;
  if (e.key !== "/" || e.ctrlKey || e.metaKey || /^(INPUT|TEXTAREA|SELECT)$/.test(on.tagName)) return;
  e.preventDefault();
  field.focus();
});

const results = document.querySelector("[data-results]");
if (results) {
  const text = new URLSearchParams(location.search).get("q") || "";
  field.value = text;
  const said = /** @type {HTMLElement} */ (document.querySelector("[data-said]"));
  if (text.trim())
    index().then((found) => {
      const hits = best(found, text);
      const shown = hits.length > LONGEST_LIST ? `, the best ${LONGEST_LIST} of which are shown` : "";
      said.textContent = hits.length
        ? `${hits.length} found for “${text}”${shown}.`
        : `Nothing is found for “${text}”.`;
      const rows = hits.slice(0, LONGEST_LIST);
      results.replaceChildren(...rows.map((hit) => made("li", {}, line(hit), made("p", {}, hit.lead))));
    });
}

// Whoever comes to a page sees where it stands in the tree.
const tree = document.querySelector(".tree");
const here = tree?.querySelector("[aria-current], .current .current > a");
if (tree instanceof HTMLElement && here instanceof HTMLElement)
  tree.scrollTop = here.offsetTop - tree.offsetTop - tree.clientHeight / 3;

// -- a rule -----------------------------------------------------------------------------------------------------------
const beside = document.querySelector("[data-beside]");
/** @type {(name: string, title: string) => void} */
function open(name, title) {
  if (!(beside instanceof HTMLElement)) return;
  const part = (/** @type {string} */ what) => /** @type {HTMLElement} */ (beside.querySelector(what));
  const src = `${beside.dataset.beside}?${new URLSearchParams({ lesson: name })}`;
  part("[data-stage]").replaceChildren(made("iframe", { src, title: `Live board: ${title}` }));
  part("[data-name]").textContent = title;
  part("[data-whole]").setAttribute("href", `${root}?${new URLSearchParams({ lesson: name })}`);
  part("[data-text]").setAttribute("href", `${root}scenarios/${name}.txt`);
  for (const link of all("[data-live]"))
    if (link.dataset.live === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
}
document.addEventListener("click", (e) => {
  const link = e.target instanceof Element ? e.target.closest("[data-live]") : null;
  if (!(link instanceof HTMLElement) || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
  if (!beside || !matchMedia(WIDE).matches) return; // the link leads to a page of its own
  e.preventDefault();
  const name = link.dataset.live || "";
  const row = all("[data-scenarios] [data-live]").find((each) => each.dataset.live === name);
  open(name, row?.querySelector("span")?.textContent || name);
});
for (const button of all("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href.split(/[?#]/)[0]);
    button.textContent = "Copied";
  });
}
