// @ts-check
// What this browser remembers of a served page: where one was, and how far one came in lessons. It is kept here and
// nowhere else: whoever uses another browser begins anew.
/** @import { Remembered } from "./types.js" */
const KEY = "theomachy.places",
  LESSONS = "theomachy.lessons",
  VALUES = "theomachy.values",
  READER = "theomachy.reader",
  MOST = 12;

/** @type {<T>(key: string, none: T) => T} */
function read(key, none) {
  try {
    return JSON.parse(localStorage.getItem(key) || "") ?? none;
  } catch {
    return none;
  }
}
function write(/** @type {string} */ key, /** @type {unknown} */ what) {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    /* a browser that keeps nothing */
  }
}

/** @type {() => Remembered[]} */
export const places = () => {
  const found = read(KEY, /** @type {Remembered[]} */ ([]));
  return Array.isArray(found) ? found.filter((p) => p && typeof p.id === "string" && typeof p.href === "string") : [];
};
/** @type {(place: Omit<Remembered, "when">) => void} */
export const remember = (place) =>
  write(KEY, [{ ...place, when: Date.now() }, ...places().filter((p) => p.id !== place.id)].slice(0, MOST));
/** @type {(id: string) => void} */
export const forget = (id) =>
  write(
    KEY,
    places().filter((p) => p.id !== id),
  );

/** @type {() => Record<string, { at: number, of: number, done: boolean }>} */
export const progress = () => read(LESSONS, {});
/** @type {(id: string, at: number, of: number) => void} */
export const reached = (id, at, of) => {
  const all = progress(),
    done = all[id]?.done || at >= of;
  write(LESSONS, { ...all, [id]: { at, of, done } });
};
/** @type {(when: number) => string} */
export const ago = (when) => {
  const minutes = Math.max(0, Math.round((Date.now() - when) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.round(minutes / 60)} h ago`;
  return minutes < 60 * 48 ? "yesterday" : `${Math.round(minutes / 1440)} days ago`;
};

/** Component values of one's own, by game. @type {() => Record<string, Record<string, unknown>>} */
export const values = () => read(VALUES, {});
/** @type {(slug: string, own: Record<string, unknown>) => void} */
export const keepValues = (slug, own) => {
  const { [slug]: _, ...others } = values();
  write(VALUES, Object.keys(own).length ? { ...others, [slug]: own } : others);
};

/** The name under which answers are handed in. @type {() => string} */
export const reader = () => String(read(READER, "")).slice(0, 80);
/** @type {(name: string) => void} */
export const keepReader = (name) => write(READER, name);
