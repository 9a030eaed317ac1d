// @ts-check
// Files of LZMA ("alone", as `packed` in site/build.py writes them), unpacked while they come: the parts of the site
// are a quarter smaller so than with what browsers unpack themselves. How long one is unpacked is known before.

const STATES = 12,
  PLACES = 16, // positions that the tables tell apart
  HALF = 1024, // a probability of one half
  TOP = 2 ** 24,
  LENGTHS = 2 + 2 * PLACES * 8 + 256, // size of a table of lengths
  HEAD = 13, // bytes before the stream, which begins with five of its own
  STEP = 24; // bytes: more than one step reads
// Where each table begins.
const MATCH = 0,
  REP = MATCH + STATES * PLACES,
  REP0 = REP + STATES,
  REP1 = REP0 + STATES,
  REP2 = REP1 + STATES,
  SHORT = REP2 + STATES,
  SLOT = SHORT + STATES * PLACES,
  SPECIAL = SLOT + 4 * 64,
  ALIGN = SPECIAL + 128,
  LENGTH = ALIGN + 16,
  AGAIN = LENGTH + LENGTHS,
  LITERAL = AGAIN + LENGTHS;

/** @type {(size: number) => { out: Uint8Array<ArrayBuffer>, length: () => number,
 *   take: (chunk: Uint8Array, last: boolean) => void }} */
export function unpacking(size) {
  const out = new Uint8Array(size),
    r = new Uint32Array(2); // range and code: in an array they stay whole numbers of 32 bits
  let odds = new Uint16Array(0),
    input = new Uint8Array(0),
    i = 0,
    at = 0,
    state = 0,
    rep0 = 0,
    rep1 = 0,
    rep2 = 0,
    rep3 = 0,
    lc = 0,
    lm = 0,
    pm = 0;

  const bit = (/** @type {number} */ p) => {
    const odd = odds[p],
      bound = Math.imul(r[0] >>> 11, odd) >>> 0;
    let found = 0;
    if (r[1] < bound) {
      r[0] = bound;
      odds[p] = odd + ((2048 - odd) >> 5);
    } else {
      r[0] -= bound;
      r[1] -= bound;
      odds[p] = odd - (odd >> 5);
      found = 1;
    }
    if (r[0] < TOP) {
      r[0] <<= 8;
      r[1] = (r[1] << 8) | input[i++];
    }
    return found;
  };
  const tree = (/** @type {number} */ table, /** @type {number} */ bits) => {
    let m = 1;
    for (let k = bits; k; k--) m = (m << 1) | bit(table + m);
    return m - (1 << bits);
  };
  const backward = (/** @type {number} */ table, /** @type {number} */ bits) => {
    let m = 1,
      found = 0;
    for (let k = 0; k < bits; k++) {
      const b = bit(table + m);
      m = (m << 1) | b;
      found |= b << k;
    }
    return found;
  };
  const direct = (/** @type {number} */ bits) => {
    let found = 0;
    for (let k = bits; k; k--) {
      r[0] >>>= 1;
      const b = r[1] >= r[0] ? 1 : 0;
      if (b) r[1] -= r[0];
      found = (found << 1) | b;
      if (r[0] < TOP) {
        r[0] <<= 8;
        r[1] = (r[1] << 8) | input[i++];
      }
    }
    return found;
  };
  const length = (/** @type {number} */ table, /** @type {number} */ place) => {
    if (!bit(table)) return 2 + tree(table + 2 + place * 8, 3);
    if (!bit(table + 1)) return 10 + tree(table + 2 + (PLACES + place) * 8, 3);
    return 18 + tree(table + 2 + 2 * PLACES * 8, 8);
  };
  const literal = () => {
    const before = at ? out[at - 1] : 0,
      table = LITERAL + 0x300 * (((at & lm) << lc) + (before >> (8 - lc)));
    let m = 1;
    if (state >= 7) {
      let near = out[at - rep0 - 1];
      do {
        const b = near >> 7;
        near = (near << 1) & 0xff;
        const found = bit(table + ((1 + b) << 8) + m);
        m = (m << 1) | found;
        if (found !== b) break;
      } while (m < 0x100);
    }
    while (m < 0x100) m = (m << 1) | bit(table + m);
    out[at++] = m;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  const distance = (/** @type {number} */ len) => {
    const slot = tree(SLOT + 64 * Math.min(len - 2, 3), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1,
      base = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return base + backward(SPECIAL + base - slot - 1, bits);
    return base + direct(bits - 4) * 16 + backward(ALIGN, 4);
  };
  const step = () => {
    const place = at & pm;
    if (!bit(MATCH + state * PLACES + place)) return literal();
    let len = 0;
    if (bit(REP + state)) {
      if (!bit(REP0 + state)) {
        if (!bit(SHORT + state * PLACES + place)) {
          state = state < 7 ? 9 : 11;
          len = 1;
        }
      } else {
        let found = rep1;
        if (bit(REP1 + state)) {
          found = rep2;
          if (bit(REP2 + state)) {
            found = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = found;
      }
      if (!len) {
        len = length(AGAIN, place);
        state = state < 7 ? 8 : 11;
      }
    } else {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      len = length(LENGTH, place);
      state = state < 7 ? 7 : 10;
      rep0 = distance(len);
    }
    if (rep0 >= at || at + len > size) throw new Error("it is not packed as it should be");
    const far = rep0 + 1,
      end = at + len;
    while (at < end) {
      out[at] = out[at - far];
      at++;
    }
  };

  return {
    out,
    length: () => at,
    take(chunk, last) {
      const rest = input.length - i,
        all = new Uint8Array(rest + chunk.length);
      all.set(input.subarray(i));
      all.set(chunk, rest);
      input = all;
      i = 0;
      if (!odds.length) {
        if (all.length < HEAD + 5) return;
        const told = all[0];
        lc = told % 9;
        lm = (1 << (Math.floor(told / 9) % 5)) - 1;
        pm = (1 << Math.floor(told / 45)) - 1;
        odds = new Uint16Array(LITERAL + 0x300 * (1 << lc) * (lm + 1)).fill(HALF);
        r[0] = 0xffffffff;
        for (i = HEAD; i < HEAD + 5; i++) r[1] = (r[1] << 8) | all[i];
      }
      const enough = last ? all.length + 1 : all.length - STEP;
      while (at < size && i < enough) step();
      if (last && at < size) throw new Error("it is not packed as it should be");
    },
  };
}
