// @ts-check
// The key moments of a game in a live notebook: the table that Python made, whose rows are buttons. The markup is our
// own, with every name escaped; a click sends the number of a position and nothing else.
/** @import { Model } from "../panels/types.js" */

/** @param {{ model: Model, el: HTMLElement }} widget */
function render({ model, el }) {
  el.classList.add("theo-going");
  const rows = () => /** @type {NodeListOf<HTMLElement>} */ (el.querySelectorAll("tr[data-node]"));
  const row = (/** @type {Event} */ event) =>
    event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("tr[data-node]")) : null;
  const go = (/** @type {HTMLElement} */ tr) => model.send({ do: "go", node: Number(tr.dataset.node) });
  const draw = () => {
    const active = document.activeElement;
    const had = active instanceof HTMLElement && el.contains(active) ? active.dataset.node : "";
    el.innerHTML = model.get("html");
    for (const tr of rows()) {
      Object.assign(tr, { tabIndex: 0, title: "Go there" });
      tr.setAttribute("role", "button");
      tr.setAttribute("aria-label", `Go to: ${tr.textContent}`);
    }
    stand();
    const again = had && [...rows()].find((tr) => tr.dataset.node === had && tr.checkVisibility());
    if (again) again.focus();
  };
  const stand = () => {
    for (const tr of rows()) {
      if (Number(tr.dataset.node) === model.get("here")) tr.setAttribute("aria-current", "true");
      else tr.removeAttribute("aria-current");
    }
    for (const p of el.querySelectorAll(".theo-stands")) p.textContent = model.get("said");
  };
  el.addEventListener("click", (event) => {
    const tr = row(event);
    if (tr) go(tr);
    const asked = event.target instanceof Element ? event.target.closest("button[data-do]") : null;
    if (asked instanceof HTMLElement) model.send({ do: asked.dataset.do });
  });
  // A file that the kernel has made goes where the browser keeps what it is given.
  model.on("msg:custom", (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ buffers) => {
    if (message?.do !== "save" || !buffers?.length) return;
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: message.type }));
    const link = Object.assign(document.createElement("a"), { href: url, download: message.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  });
  el.addEventListener("keydown", (event) => {
    const tr = event.key === "Enter" || event.key === " " ? row(event) : null;
    if (tr) {
      event.preventDefault();
      event.stopPropagation();
      go(tr);
    }
  });
  model.on("change:html", draw);
  model.on("change:here change:said", stand);
  draw();
}
export default { render };
