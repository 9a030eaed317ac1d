// @ts-check
// Finding without a server: the way in which the laboratory finds a rule (engine/reference/finding.py), upon an index
// that it has written. Nothing but counting: stemmed words, the best match first.

/** @typedef {{ title: string, at: string, id: string, in: string, lead: string }} Entry */
/** @typedef {{ entries: Entry[], held: Record<string, number[]>, longs: number[], mean: number, words: string[],
 *   asking: string[], alike: Record<string, string>, endings: [string, string][], whole: [string, string[]][],
 *   weights: { held: number, length: number, lacking: number, far: number } }} Index */

const own = (/** @type {Record<string, string>} */ table, /** @type {string} */ word) =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** @type {(word: string) => string} */
const single = (word) =>
  word.length > 3 && word.at(-1) === word.at(-2) && !"lsz".includes(word.at(-1) || "") ? word.slice(0, -1) : word;

/** What remains of an English word without its endings. @type {(index: Index, word: string) => string} */
export function stem(index, word) {
  const known = own(index.alike, word);
  if (known !== undefined || word.length < 4 || !/^\p{L}+$/u.test(word)) return known ?? word;
  if (word.endsWith("ies")) word = `${word.slice(0, -3)}y`;
  else if (/(ches|shes|sses|xes|zes)$/.test(word)) word = word.slice(0, -2);
  else if (word.endsWith("s") && !/(ss|us|is)$/.test(word)) word = word.slice(0, -1);
  for (const [ending, instead] of index.endings) {
    const rest = word.slice(0, -ending.length);
    if (word.endsWith(ending) && rest.length > 2 && /[aeiouy]/.test(rest)) {
      word = own(index.alike, word) || single(rest) + instead;
      break;
    }
  }
  word = own(index.alike, word) ?? word;
  if (word.length > 3 && word.endsWith("e")) word = word.slice(0, -1);
  return word.length > 3 && word.endsWith("y") ? `${word.slice(0, -1)}i` : word;
}

/** @type {(text: string) => string[]} */
const wordsOf = (text) =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .match(/\p{L}+|\d+/gu) || [];

/** @type {(index: Index, question: string) => string[]} */
function groupsOf(index, question) {
  const words = wordsOf(question),
    plain = words.join(" ");
  const whole = index.whole.find(([pattern]) => new RegExp(pattern).test(plain));
  if (whole) return whole[1];
  const asking = new Set(index.asking),
    found = words.filter((word) => !asking.has(word));
  return found.length ? found : words;
}

/** The stems that a word of a question may stand for. @type {(index: Index, word: string) => string[]} */
function meant(index, word) {
  const mine = stem(index, word);
  if (Object.hasOwn(index.held, mine)) return [mine];
  if (word.length < 2) return [];
  return [...new Set(index.words.filter((known) => known.startsWith(word)).map((known) => stem(index, known)))];
}

/** The entries that answer a question, the best first. @type {(index: Index, question: string) => Entry[]} */
export function best(index, question) {
  const part = question.trim().toUpperCase();
  if (/^[A-Z]{2}-[A-Z0-9]{2,5}(-\d*)?$/.test(part)) return index.entries.filter((entry) => entry.id.includes(part));
  const wanted = [...new Set(groupsOf(index, question))].map((group) => [
    ...new Set(group.split(" ").flatMap((word) => meant(index, word))),
  ]);
  if (!wanted.length) return [];
  const { held, length, lacking, far } = index.weights;
  const scores = new Float64Array(index.longs.length),
    hits = new Uint16Array(index.longs.length);
  for (const stems of wanted) {
    /** @type {Map<number, { n: number, rare: number }>} */
    const found = new Map();
    for (const each of stems) {
      const list = index.held[each];
      for (let i = 0; list && i < list.length; i += 2) {
        const now = found.get(list[i]) || { n: 0, rare: Number.POSITIVE_INFINITY };
        found.set(list[i], { n: Math.max(now.n, list[i + 1]), rare: Math.min(now.rare, list.length / 2) });
      }
    }
    for (const [at, { n, rare }] of found) {
      const weight = Math.log(1 + index.longs.length / (1 + rare));
      scores[at] += (weight * n) / (n + held * (1 - length + (length * index.longs[at]) / index.mean));
      hits[at] += 1;
    }
  }
  let most = 0;
  for (let at = 0; at < scores.length; at++) {
    scores[at] *= lacking + ((1 - lacking) * hits[at]) / wanted.length;
    most = Math.max(most, scores[at]);
  }
  const least = wanted.length > 1 ? most * far : 0;
  return [...scores.keys()]
    .filter((at) => scores[at] > least)
    .sort((a, b) => scores[b] - scores[a] || a - b)
    .map((at) => index.entries[at]);
}
