// @ts-check
// What a learner hands in: a name, and a button that makes one small file of the answers.
/** @import { Ui } from "./types.js" */

import { button, h } from "./dom.js";
import { keepReader, reader } from "./memory.js";

/** The name is remembered, for the next lesson; while it is no moment for it nothing is shown.
 * @type {(ui: Ui, asked: string, now: boolean) => HTMLElement | null}
 */
export function handIn({ keep, act }, asked, now) {
  if (!now) {
    keep.handed = "";
    return null;
  }
  keep.reader ??= reader();
  const name = h("input", {
    "data-keep": "reader",
    value: keep.reader,
    maxlength: 80,
    placeholder: "your name",
    "aria-label": "Your name",
    input: () => {
      keep.reader = name.value;
    },
    keydown: (e) => {
      e.stopPropagation();
      if (e.key === "Enter") give();
    },
  });
  const give = () => {
    const said = name.value.trim();
    if (!said) return name.focus();
    keepReader(said);
    act("handin", { name: said });
  };
  return h(
    "div",
    { class: "handin" },
    h("p", { class: "s2 sm" }, asked),
    h("div", { class: "foot" }, h("div", { class: "field ui grow" }, name), button("btn line", give, {}, "Hand in")),
    h("p", { class: "s2 sm handed", role: "status" }, keep.handed ? `${keep.handed} is among your downloads.` : ""),
  );
}

/** A file that the kernel has made goes where the browser keeps what it is given. @type {(ui: Ui) => void} */
export function takesFiles({ state: { model, onEnd }, keep, again }) {
  if (keep.files) return;
  keep.files = true;
  const heard = (/** @type {any} */ message, /** @type {ArrayBuffer[]} */ buffers) => {
    if (message?.do !== "save" || !buffers?.length) return;
    const url = URL.createObjectURL(new Blob([buffers[0]], { type: message.type }));
    h("a", { href: url, download: message.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    keep.handed = message.name;
    again();
  };
  model.on("msg:custom", heard);
  onEnd(() => model.off("msg:custom", heard));
}
