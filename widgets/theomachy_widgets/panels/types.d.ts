// The shapes that the panels share, for the type checker alone: the browser gets none of this.

/** What can stand in an element: nothing, a text, a number, a node, or lists of these. */
export type Kid = Node | string | number | boolean | null | undefined | readonly Kid[];

/** Attributes; a function listens to the event of that name, and `style` is a table of its own. */
export type Attrs = Record<
  string,
  string | number | boolean | null | undefined | ((event: any) => void) | Record<string, string | number | undefined>
>;

/** Sends a message to the kernel: what is to be done, and with what. */
export type Act = (what: string, args?: Record<string, unknown>) => void;

/** The widget's model, as anywidget hands it over. */
export interface Model {
  get(name: string): any;
  send(message: object): void;
  on(event: string, listener: (...told: any[]) => void): void;
  off(event: string, listener: (...told: any[]) => void): void;
}

/** What the panels of one widget have in common, and (under its name) what each of them keeps. */
export interface State {
  root: HTMLElement;
  model: Model;
  act: Act;
  /** When the widget goes. */
  onEnd(end: () => void): void;
  /** The grid round all widgets of a cell; it does not exist yet while they are drawn for the first time. */
  box(): HTMLElement | null;
  kept: Record<string, any>;
}

/** What a panel is given beside its model. `keep` is its own memory, `again` draws it once more. */
export interface Ui {
  act: Act;
  keep: any;
  state: State;
  again(): void;
}

/** Draws one plain model, as the kernel sends it. */
export type Panel<Model = any> = (data: Model, ui: Ui) => Kid;

/** An owner's colour, an icon, a count, letters, a mark, and how opaque the body is. */
export interface Token {
  o: string;
  i: string;
  n?: number;
  l?: string;
  m?: string;
  b?: number;
  /** A building: the name of its silhouette. */
  f?: string;
}

/** What stands for an option that points at no piece: a card's icon. */
export interface BareIcon {
  i: string;
}

/** The face of a die, and what it counts for: "hit", "half" or nothing. */
export type Die = [face: number, kind: string];

// -- the models of the panels, as `present` makes them in Python ---------------------------------------------
// An empty object stands for nothing at all: who draws it asks for its name or id first.

/** Somebody or something with a token. */
export interface Named {
  t: Token;
  name: string;
}

export interface Seated extends Named {
  seat: number;
}

/** So many of a kind. */
export interface Counted extends Named {
  n: number;
}

/** A figure of a player: label, value or words, the most that it can be (0: no bar), a note, what it is a number of. */
export interface Figure {
  l: string;
  v: number | string;
  most?: number;
  note: string;
  sign: Amount | null;
  /** How many the next count adds: it is drawn as cells. */
  next?: number;
  pieces?: Counted[];
}

export interface RuleText {
  id: string;
  title: string;
  text: string;
  where: string;
  ruling?: string;
}

export interface Question {
  name: string;
  question: string;
  choices: { name: string; text: string; on: boolean; default: boolean }[];
}

/** A rule that is read: with the questions that it leaves open, and the scenarios that prove it. */
export interface OpenRule extends RuleText {
  questions: Question[];
  files: string[];
}

/** What answers by a click on it, if it may: see `can` in Python. */
export interface Chosen {
  target?: string;
  hot?: boolean;
  brings?: string;
  label?: string;
  fault?: boolean;
}

export interface ActionBox extends Chosen {
  id: string;
  name: string;
  level: string | number;
  state: string;
  icon: string;
  said: string;
}

/** The announced actions of a round in order. */
export interface ActionRow {
  name: string;
  boxes: ActionBox[];
  first: Named | null;
  rule: string;
}

export interface BarModel {
  actions: ActionRow;
  title: string;
  place: string;
  where: string;
  phases: [label: string, at: string][];
  who: { seats: Token[]; text: string };
  renderer: string;
  /** The name of the board for who does not see it. */
  board: string;
  undo: boolean;
  redo: boolean;
  views: { k: number | string; label: string; short: string; t: Token | null }[];
  view: number | string;
  theme: string;
  locked: boolean;
  error: string;
  /** What is to be known of the file of the game. */
  notice: string;
  name: string;
  pen: boolean;
  compare: boolean;
  lines: boolean;
  marked: boolean;
  leave: { open: boolean; rule: string; text: string; seats: { seat: number; name: string; t: Token }[] } | null;
}

export interface FrontsModel {
  tabs: { k: string; name: string; t?: Token; figure?: string; closed?: boolean; may?: boolean }[];
  on: string;
  /** The question in one line, where the main place leaves it no room. */
  ask?: { t: Token | null; prompt: string; button: string; ends: { i: number; label: string }[] } | null;
}

export interface StagesModel {
  stages: { name: string; note: string; state: string; jump: boolean }[];
}

/** An option, or (with `g`) a group of `count` options. */
export interface OptionRow {
  i: number;
  label: string;
  detail: string;
  t: Token | BareIcon | null;
  hot: boolean;
  chosen: boolean;
  low: boolean;
  button: string;
  key: string;
  p?: number;
  figure?: [figure: string, unit: string];
  /** What is printed on the thing that it takes: powers with their texts. */
  printed?: [name: string, text: string][];
  g?: number;
  count?: number;
}

export interface PairCell {
  i: number;
  label: string;
  p: number;
  hot: boolean;
  chosen: boolean;
}

export interface PairGrid {
  across: string;
  down: string;
  heads: number[];
  sides: number[];
  rows: (PairCell | null)[][];
}

/** What the panel of decisions shows at the end of a game. */
export interface EndModel {
  byhand: boolean;
  tools: boolean;
  why: boolean;
  measure: string;
  stamp: number;
  t: Token | null;
  over: string;
  line: string;
}

/** What is asked, where this view shows no options. */
export interface HiddenModel {
  byhand: boolean;
  tools: boolean;
  why: boolean;
  measure: string;
  stamp: number;
  t: Token | null;
  prompt: string;
  note: string;
  rule: string;
  kind: string;
  past: boolean;
  hidden: string;
  /** A bot is asked: it can be told to go on. */
  bot: boolean;
  over: string;
}

/** What one player may do at any time; a price that all of it shares stands beside his name. */
export interface AnytimeRow {
  t: Token | null;
  name: string;
  price: string;
  acts: { i: number; label: string; title: string; t: Token | BareIcon | null }[];
}

/** What is asked; of a game that is `over` an `EndModel`, with `hidden` a `HiddenModel`. */
export interface DecisionModel {
  byhand: boolean;
  tools: boolean;
  why: boolean;
  measure: string;
  stamp: number;
  t: Token | null;
  prompt: string;
  note: string;
  rule: string;
  kind: string;
  past: boolean;
  hidden: string;
  bot: boolean;
  over: string;
  rows: OptionRow[];
  more: string;
  chips: string[];
  grid: PairGrid | null;
  find: string | null;
  total: number;
  number: { low: number; high: number; at: number } | null;
  faces: { n: number; hint: string } | null;
  button: string;
  barred: [text: string, rule: string][];
  jumps: AnytimeRow[];
  line?: string;
}

export interface Plan extends Named {
  state: "planning" | "sealed" | "shown";
  lines: string[];
  own: boolean;
  known: boolean;
}

export interface SealedModel {
  name: string;
  rule: string;
  shown: boolean;
  waits: number;
  plans: Plan[];
}

export interface HandCard {
  k: number;
  name: string;
  icon: string;
  text: string;
  rule: string;
  live: boolean;
  note: string;
  line: string;
  target: string;
  /** The number of what it may be used for at any time, or -1. */
  jump?: number;
}

export interface HandSeat extends Seated {
  on: boolean;
}

export interface HandModel {
  note: string;
  cards: HandCard[];
  seats: HandSeat[];
}

export interface Slot {
  name: string;
  text: string;
  rule: string;
  filled: boolean;
  icon: string;
  live: boolean;
}

export interface SheetModel {
  name: string;
  leave: [seat: number, label: string] | null;
  status: string;
  tokens: string[];
  figures: Figure[];
  slots: [name: string, slots: Slot[]][];
  pieces: [name: string, pieces: Named[]][];
  stands: Sum | null;
}

export interface ConditionPart {
  name: string;
  t: Token | null;
  have: number;
  need: number;
  done: boolean;
}

export interface Condition {
  name: string;
  text: string;
  reward: string;
  rule: string;
  t: Token | null;
  value: number;
  most: number;
  reached: boolean;
  parts: ConditionPart[];
  near: Named[];
}

export interface ConditionsModel {
  rows: Condition[];
  reward: string;
}

export interface SheetRow extends Named {
  line: string;
  cells: string[];
  have: number;
  most: number;
  rule: string;
}

export interface Passage {
  name: string;
  text: string;
  rule: string;
  tag: string;
  when: string;
  live: boolean;
}

/** A slot with what fills it. */
export interface OpenSlot extends Slot {
  condition: Condition | null;
}

/** The sheet of a player that stands in front: its slots in groups, its kinds of things, its texts. */
export interface TableauModel extends Seated {
  status: string;
  tokens: string[];
  figures: Figure[];
  groups: { name: string; note: string; full: boolean; slots: OpenSlot[] }[];
  tables: { name: string; columns: string[]; rows: SheetRow[] }[];
  passages: [name: string, rows: Passage[]][];
  sums: Sum[];
  pieces: [name: string, pieces: Named[]][];
  others: HandSeat[];
  leave: [seat: number, label: string] | null;
  stands: Sum | null;
}

/** An event: `k` is its number, `d` how deep it stands in the tree. */
export interface StoryRow {
  k: number;
  d: number;
  who: string;
  say: string;
  by?: string;
  fig: string;
  dice: Die[];
  rule: string;
  open: boolean;
  now: boolean;
  note: string;
  why: [name: string, figure: string, rule: string][];
  lit: boolean;
}

export interface StoryModel {
  turn: string;
  rows: StoryRow[];
  folds: boolean;
  /** In a replay nothing branches off. */
  fixed?: boolean;
}

export interface OddsModel {
  bars: { title: string; note: string; rule: string; rows: [label: string, p: number, rolled: boolean][] }[];
}

export interface WhyModel {
  text: string;
  hint: string;
  verb: number;
  error: string;
  note: string;
  actions: [i: number, text: string][];
  slots: { word: string; value: number; options: [i: number, text: string][] }[];
  asks: string;
  title: string;
  t: Token | null;
  verdicts: { ok: boolean; text: string; fact: string; fault: string; rule: string }[];
  hold: number;
  fail: number;
  legal: boolean;
  instead: string[];
  when: string;
  lights: boolean;
  lit: boolean;
}

/** A line between two things, and how each thing along it stands. */
export interface MeasuredModel {
  name: string;
  title: string;
  words: string;
  clear: boolean;
  rows: [holds: boolean, text: string, fact: string, rule: string][];
  rule: string;
  things: [target: string, name: string][];
  start: string;
  end: string;
  fault: string;
}

/** What the signs of a board mean; `pictures` are by day and at night. */
export interface LegendModel {
  open: boolean;
  rows: { kind: string; name: string; text: string; rule: string; pictures: string[] }[];
}

/** The tabs of the side column; what is `opened` comes to the front, `key` says that the key of the board is open. */
export interface AsidesModel {
  tabs: { k: string; name: string; n: string }[];
  opened: Record<string, string | number | null>;
  key: boolean;
}

export interface ZoomModel {
  on: boolean;
  name: string;
  fight: boolean;
}

export interface Force extends Named {
  figure: string;
  rule: string;
  fate: string;
  note: string;
  gone: boolean;
  n: number;
}

export interface Fighter extends Named {
  role: string;
  total: string;
  parts: [say: string, figure: string, rule: string, spoke: boolean][];
  sums: Sum[];
  dice: { say: string; expected: string; faces: Die[] } | null;
  takes: string;
  forces: Force[];
  remarks: [say: string, rule: string][];
}

export interface Given extends Counted {
  figure: string;
}

/** A side of a contest of many: what it has given, and its stake as far as it is known. */
export interface LedgerRow extends Named {
  role: string;
  given: Given[];
  laid: number;
  state: string;
  said: number | null;
  low: number;
  high: number;
  against: boolean;
  purse: [value: number, most: number][];
  verdict: string;
}

export interface Ledger {
  name: string;
  rows: LedgerRow[];
  low: number;
  high: number;
  total: string;
  dice: string;
  rolled: number | null;
  faces: number[];
  chances: [n: number, p: number][];
  rule: string;
}

export interface FightModel {
  title: string;
  rule: string;
  sides: Fighter[];
  ledger?: Ledger;
}

/** A figure and the parts that it is the sum of. */
export interface Sum {
  head: string;
  t: Token | null;
  name: string;
  value: number | string;
  terms: [name: string, n: string | number, rule: string][];
  rule: string;
  note: string;
}

export interface SumsModel {
  sums: Sum[];
}

/** A die of a throw: its face and fate, and the die (`to`) that it adds to, or -1. */
export interface ThrownDie {
  face: number;
  fate: string;
  to: number;
  adds: number;
  target?: string;
  hot?: boolean;
  mark?: string;
  brings?: string;
  label?: string;
  fault?: boolean;
}

export interface ThrownSet {
  dice: ThrownDie[];
  name: string;
  note: string;
  total: string;
}

export interface ThrowStep {
  name: string;
  note: string;
  rule: string;
  sets: ThrownSet[];
}

/** A side of a fight that is told step under step. */
export interface AttackSide extends Named {
  note: string;
  sums: Sum[];
  parts: [name: string, figure: string, rule: string][];
}

/** The rows through which a card has slid, from the first. */
export interface AttackSlide {
  name: string;
  note: string;
  rule: string;
  columns: { name: string; icon: string }[];
  rows: string[][];
  now: number;
  before: number;
  beads: [left: number, of: number] | null;
  says: string[];
}

export interface AttackSection {
  name: string;
  note: string;
  rule: string;
  state: string;
  throw: { name: string; t: Token | null; note: string; rule: string; steps: ThrowStep[] } | null;
  slides: AttackSlide[];
}

export interface AttackModel {
  title: string;
  rule: string;
  sides: AttackSide[];
  sections: AttackSection[];
  /** The board stands among its parts. */
  spot: boolean;
}

/** Plans compared; `bars` are outcome, chance, chance before, and whether it came. */
export interface AdviceModel {
  name: string;
  rule: string;
  note: string;
  objectives: { k: string; name: string; on: boolean }[];
  columns: string[];
  plans: { k: number; name: string; figures: string[]; on: boolean; taken: boolean }[];
  more: number;
  answer: { i: number; label: string } | null;
  of: string;
  mean: string;
  bars: [label: string, p: number, before: number | null, came: boolean][];
  before_note: string;
}

/** Cards of one name in a hand; -1 is not known. */
export interface StackCard {
  name: string;
  icon: string;
  kind: string;
  n: number;
  deck: number;
  discard: number;
  note: string;
  text: string;
  rule: string;
  target?: string;
  hot?: boolean;
  brings?: string;
  label?: string;
  fault?: boolean;
}

export interface HandSide {
  t: Token | null;
  name: string;
  figure: { value: number; most: number; sign: Amount | null; said: string; name: string } | null;
  piles: string;
  stacks: StackCard[];
  backs: number;
  hidden: string;
  note: string;
}

export interface HandsModel {
  sides: HandSide[];
}

export interface ThrowsModel {
  throws: { name: string; t: Token | null; note: string; rule: string; steps: ThrowStep[] }[];
}

/** A box of a sheet to write on; one with a target may be written. */
export interface Box {
  name: string;
  mark: string;
  text: string;
  was: string;
  fresh: boolean;
  said: string;
  brings: string;
  target?: string;
  hot?: boolean;
  label?: string;
  fault?: boolean;
}

/** So many of a kind of thing, with its sign. */
export interface Amount {
  name: string;
  n: number;
  letter: string;
  icon: string;
  shape: string;
  tint: string;
}

export interface BoxRow {
  name: string;
  sign: Amount | null;
  boxes: Box[];
  goals: Amount[];
  reached: number;
  note: string;
  rule: string;
}

export interface Block {
  id: string;
  name: string;
  text: string;
  state: string;
  box: Box | null;
  price: Amount[];
  worth: Amount | null;
  rows: BoxRow[];
  cell: [x: number, y: number];
  note: string;
  rule: string;
  house: boolean;
}

export interface BlockGroup {
  name: string;
  note: string;
  rule: string;
  columns: number;
  levels: string[];
  house?: boolean;
  open: number;
  blocks: Block[];
  arrows: [ax: number, ay: number, bx: number, by: number, done: boolean][];
  rows: BoxRow[];
}

export interface WriteSheet extends Seated {
  title: string;
  note: string;
  closed: string;
  rounds: Box[];
  groups: BlockGroup[];
  aside: BlockGroup[];
}

export interface PaperModel {
  /** All sheets at once. */
  beside?: boolean;
  sheets: WriteSheet[];
}

export interface CardPower {
  name: string;
  text: string;
  rule: string;
  letter: string;
  dark: boolean;
  kind: string;
  cost: string;
  house: boolean;
  icon: string;
  cost_icon: string;
  railed: boolean;
  rail: boolean[];
  values: string[];
  live: boolean;
  target?: string;
  hot?: boolean;
  brings?: string;
  label?: string;
  fault?: boolean;
}

export interface CardColumn {
  name: string;
  icon: string;
  values: string[];
}

export interface CardSheet extends Seated {
  id: string;
  line: string;
  brief: string;
  row: number;
  columns: CardColumn[];
  powers: CardPower[];
  falls: [at: string, what: string, row: number][];
  sums: Sum[];
  marks: string[];
  carried: { name: string; kind: string; icon: string }[];
  stack: { hand: number; deck: number; discard: number; said: string } | null;
  here: [name: string, fact: string, rule: string, bad: boolean][];
  here_name: string;
  beads: [left: number, of: number] | null;
  rule: string;
  target?: string;
  hot?: boolean;
  brings?: string;
  label?: string;
  fault?: boolean;
}

export interface CardsModel {
  open: string;
  mine: number;
  seats: Seated[];
  cards: CardSheet[];
}

export interface LineItem extends Chosen {
  id: string;
  name: string;
  text: string;
  icon: string;
  worth: Amount | null;
  gains: Amount[];
  done: boolean;
  fresh: boolean;
  marks: { o: string; full: boolean; fresh: boolean; name: string }[];
  said: string;
  rule: string;
  house: boolean;
}

export interface ItemLine {
  id: string;
  name: string;
  note: string;
  rule: string;
  sign: string;
  items: LineItem[];
}

/** Lines of things, each with who has done it. */
export interface LinesModel {
  lines: ItemLine[];
}

export interface Thumb {
  k: string;
  name: string;
  letters: string;
  o: string;
  l: [light: string, dark: string];
  figure: string;
  closed: string;
  on: boolean;
  columns: number;
  rows: number;
  cells: [column: number, row: number, written: boolean, fresh: boolean][];
}

/** All sheets as small pictures. */
export interface ThumbsModel {
  sheets: Thumb[];
}

export interface InkSeat extends Named {
  k: number;
  letters: string;
  on: boolean;
}

/** Whose ink the map shows. */
export interface InksModel {
  seats?: InkSeat[];
  none?: boolean;
  alone?: boolean;
}

/** A track that all share: a marker a seat, where the next count takes it, and flags where something happens. */
export interface TrackMarker extends Named {
  at: number;
  next: number | null;
  icon: string;
  /** It is no score, and hangs below the track. */
  guest: boolean;
}

export interface NotesModel {
  notes: string[];
}

export interface TracksModel {
  tracks: {
    name: string;
    cells: string[];
    at: number;
    rule: string;
    note: string;
    house: boolean;
    markers: TrackMarker[];
    flags: { at: number; name: string; icon: string }[];
  }[];
  notes: string[];
}

export interface StripSeat extends Seated {
  letters: string;
  status: string;
  figures: Figure[];
  books: [name: string, full: boolean[], groups: number[]][];
  spark: number[];
  now: boolean;
  brief: string;
  /** The target, while this player may be chosen. */
  pick?: string;
  /** Why nobody may look at the sheet now; of its figures the first alone is there. */
  closed: string;
}

export interface StripModel {
  seats: StripSeat[];
}

export interface Branch {
  b: number;
  at: number;
  n: number;
  name: string;
  o: string;
}

export interface TimelineModel {
  turns: { label: string; marks: [k: number, owner: string, kind: number][] }[];
  now: number;
  last: number;
  branches: Branch[];
  names: Record<string, string>;
  command: number;
  unit: string;
  event: number | null;
  begin: boolean;
  end: boolean;
  /** A replay goes by events, and play at its end begins it again. */
  by?: string;
  anew?: boolean;
}

export interface LabLine {
  lane: number;
  up: number | null;
  from: number;
  to: number;
  ticks: [depth: number, owner: string][];
  name: string;
  note: string;
  end: number;
}

export interface LabNode {
  n: number;
  l: number;
  depth: number;
  lane: number;
  o: string;
  name: string;
  note: string;
  here: boolean;
  end: boolean;
  say: string;
}

export interface LabTree {
  lines: LabLine[];
  nodes: LabNode[];
  turns: [depth: number, label: string][];
  deep: number;
  low: number;
  high: number;
  say: string;
  name: string;
  note: string;
  main: boolean;
  where: string;
}

export interface LabSeries {
  name: string;
  o: string;
  values: number[];
}

export interface LabChart {
  keys: string[];
  turns: string[];
  series: LabSeries[][];
}

export interface RuleHit {
  id: string;
  title: string;
  where: string;
  q?: boolean;
}

export interface LabRules {
  text: string;
  say: string;
  asked: boolean;
  hits: RuleHit[];
  open: OpenRule;
}

/** The laboratory; of its tabs the one that is open has its model. */
export interface LabModel {
  tab: string;
  tree?: LabTree;
  chart?: LabChart;
  rules?: LabRules;
}

export interface RulesbarModel {
  title: string;
  playing: string;
  error: string;
}

export interface RulespageModel {
  text: string;
  say: string;
  hits: RuleHit[];
  at: string;
  open: OpenRule;
  playing: string;
}

export interface CmpbarModel {
  title: string;
  say: string;
  error: string;
  /** Whether two lines are shown at the same moment; null where they end at one. */
  level: boolean | null;
  tree: CmpTree;
}

export interface CmpTree {
  turns: string[];
  lines: CmpLine[];
  more: number;
}

/** A line of a tree: it leaves the line `over` at `from`, counted in turns. `sides` are those that it is chosen for. */
export interface CmpLine {
  name: string;
  end: number;
  note: string;
  over: number;
  from: number;
  to: number;
  o: string;
  ticks: [x: number, o: string][];
  sides: number[];
  at: [side: number, x: number][];
}

export interface CompareSide {
  name: string;
  o: string;
  sub: string;
  note: string;
  lines: [k: number, label: string][];
  at: number;
}

export interface CmpbaseModel {
  columns: [string, string];
  figures: { label: string; cells: [a: number, b: number, change: number][] }[];
  seats: Named[];
  parting: { where: string; steps: { o: string; say: string; who: string }[]; rule: string };
  rows: { what: string; a: string; b: string; o: string }[];
  more: number;
  rule: OpenRule;
}

export interface Tool {
  id: string;
  kind: string;
  name: string;
  t: Token | null;
  ground: string;
  icon: string;
  n: number;
  low: number;
  high: number;
  most: number;
  over: boolean;
  on: boolean;
  text: string;
  rule: string;
  key: number;
  choices: { v: number; label: string; t: Token | null }[];
}

export interface ToolBlock {
  title: string;
  about: string;
  seats: { k: number; t: Token; name: string; text: string; on: boolean }[] | null;
  tools: Tool[];
}

export interface EditHere {
  name: string;
  ground: string;
  rows: { id: string; name: string; t: Token; n: number; high: number }[];
}

export interface EditCheck {
  n: number;
  rows: { k: number; text: string; where: string; rule: string; hot: boolean }[];
  more: number;
  fix: string;
  fixes: number;
  checks: { text: string; rule: string }[];
}

export interface EditbarModel {
  title: string;
  place: string;
  name: string;
  playing: boolean;
  violations: number;
  error: string;
}

export interface EditsideModel {
  undo: boolean;
  redo: boolean;
  tabs: { k: string; on: boolean }[];
  blocks: ToolBlock[];
  keys: number;
  take: boolean;
  picked: { name: string; text: string; high: number; where: string[] } | null;
  here: EditHere | null;
  check: EditCheck;
  measuring: string;
  measured: MeasuredModel | Record<string, never>;
  rule: RuleText | null;
  copied: { kind: string; text: string } | null;
  pasting: boolean;
}

/** Sheets and lines on which a click on what names a tool uses it. */
export interface EditDesk {
  sheets: WriteSheet[];
  lines: LinesModel;
}

export interface EditfootModel {
  desk: EditDesk;
  rows: { t: Token; name: string; cells: Tool[] }[];
  pool: boolean;
}

export interface LessonbarModel {
  title: string;
  name: string;
  at: number;
  playing: boolean;
  waits: boolean;
  over: boolean;
  error: string;
}

export interface LessonRow {
  d: number;
  who: string;
  say: string;
  fig: string;
  dice: Die[];
  rule: string;
}

export interface LessonAsk {
  text: string;
  kind: string;
  open: boolean;
  options: { i: number; text: string; on: boolean; mark: string; note: string }[];
  chosen: boolean;
  tries: number;
  said: string;
  state: string;
  answer: string[];
  hint: string;
  hints: boolean;
}

export interface LessonsideModel {
  at: number;
  of: number;
  phase: string;
  dashes: string[];
  title: string;
  say: string;
  did: string;
  rows: LessonRow[];
  rules: { id: string; title: string }[];
  ask: LessonAsk | null;
  decision: DecisionModel | null;
  waits: boolean;
  next: string;
  over: boolean;
  points: [number, number, number];
  rule: RuleText | null;
}

export interface LessonfootModel {
  players: StripModel;
  sheet: SheetModel;
  beside: Record<string, any>;
  rulings: { text: string; rule: string }[];
  rules: { id: string; title: string }[];
}

export interface LessonlistModel {
  title: string;
  say: string;
  rows: {
    i: number;
    title: string;
    about: string;
    name: string;
    stops: number;
    asks: number;
    on: boolean;
    course: boolean;
  }[];
  faults: string[];
  error: string;
}

/** What can be opened from the start page: a saved game, a position, a lesson. */
export interface Leaf {
  id: string;
  slug: string;
  game: string;
  title: string;
  about?: string;
  line?: string;
  fault?: string;
  n?: number;
  asks?: number;
}

export interface GameRow {
  slug: string;
  title: string;
  least: number;
  most: number;
  lessons: number;
  asks: number;
  scenes: number;
  positions: number;
  presets: PresetRow[];
  /** Who may play a seat beside a person. */
  bots: [name: string, label: string][];
  choices: Record<string, ChoiceRow[]>;
}

/** A quick start of a game. */
export interface PresetRow {
  name: string;
  title: string;
  about: string;
  players: number;
}

/** An option of a new game: one of some words, a number, or a word for each seat. */
export interface ChoiceRow {
  name: string;
  title: string;
  about: string;
  value: string | number | string[];
  words: [value: string, label: string][];
  range: [low: number, high: number] | null;
  zero: string;
  each: boolean;
  unless: string;
}

/** The form of a new game in a notebook. */
export interface NewgameModel {
  games: GameRow[];
}

export interface NewgamebarModel {
  playing: boolean;
  error?: string;
}

/** The start page. With `home` it is a page of one sentence, and has no rows. */
export interface StartModel {
  home?: string;
  error?: string;
  games: GameRow[];
  saves: Leaf[];
  positions: Leaf[];
  lessons: Leaf[];
  left: number;
}

// -- a replay: the data of its file, in which most things are numbers of rows of a list ---------------------------------

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
