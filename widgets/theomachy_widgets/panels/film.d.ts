// A replay: the data of its file, in which most things are numbers of rows of a list.

import type { Die, HandCard, Token } from "./types.js";

/** An element of a picture; the tag "?" stands for one of two children, by the theme. */
export type Drawn = [
  tag: string,
  attrs: Record<string, string | number | (string | number)[]>,
  text: string,
  kids: Drawn[],
];

/** A mark of the timeline; perhaps with a remark. */
export type ReplayMark = [label: string, owner: string, tall: number, note?: string];

/** A step as a difference from the one before it. `c` has an entry a layer: 0 (the same), or how many of the list stay at
 * its front and at its end, and what lies between. */
export interface ReplayStep {
  w: string;
  t: string;
  h: number;
  p: number;
  x: number;
  v: number;
  q: number[];
  b: number[];
  c: (0 | number[])[];
  a: number;
  s: number;
  e?: number;
  r?: string;
  d?: number;
  g?: string;
  z?: number;
  m?: [part: number, dx?: number, dy?: number][];
  n?: string;
  i?: Die[];
  y?: [name: string, figure: string, rule: string][];
}

/** A step with the whole list of every layer. */
export interface ReplayFrame extends ReplayStep {
  lists: number[][];
}

export interface ReplayHead {
  place: string;
  phases: [name: string, state: string][];
  who: [t: Token | null, name: string] | null;
  say: string;
  text: string;
}

export interface ReplayData {
  theme: string;
  box: [width: number, height: number];
  game: string;
  title: string;
  seen: string;
  names: Record<string, string>;
  icons: Record<string, string>;
  style: object;
  palette: [light: string, dark: string][];
  defs: Drawn[];
  parts: Drawn[];
  pieces: string[];
  words: string[];
  heads: ReplayHead[];
  models: (Record<string, any> | any[])[];
  cards: Omit<HandCard, "k" | "live" | "target">[];
  bits: any[];
  values: number[][];
  windows: [x: number, y: number, width: number, height: number, name: string][];
  hands: [seat: number, note: string, cards: number[]][];
  sheets: [
    seat: number,
    name: string,
    status: string,
    tokens: number,
    figures: number,
    slots: number[],
    pieces: number[],
  ][];
  seats: Record<string, [t: Token, name: string]>;
  left: number;
  rules: Record<string, [title: string, text: string, where: string]>;
  lines: { frames: ReplayStep[]; marks: ReplayMark[]; name: string; from?: [line: number, frame: number] }[];
  start: number;
}
