// The models of the panels, as Python makes them. Made from widgets/theomachy_widgets/models by
// `python tools/make_types.py`; do not edit it by hand. What only JavaScript knows stands in ui.d.ts,
// the data of a replay in film.d.ts.
// Empty objects stand for nothing at all: who draws one asks for its name or id first.

export * from "./film.js";
export * from "./ui.js";

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
  /** A rank with a ring of its own: "toothed". */
  r?: string;
}

/** What stands for an option that points at no piece: a card's icon. */
export interface BareIcon {
  i: string;
}

/** The face of a die, and what it counts for: "hit", "half" or nothing. */
export type Die = [face: number, kind: string];

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

/** A figure of a player: label, value or words, the most that it can be (0: no bar), a note, its sign. */
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

/** So many of a kind of thing, with its sign. */
export interface Amount {
  name: string;
  n: number;
  letter: string;
  icon: string;
  shape: string;
  tint: string;
}

/** A figure and the parts that it is the sum of. */
export interface Sum {
  head: string;
  t: Token | null;
  name: string;
  value: number | string;
  /** (name, n, rule, what it did) */
  terms: [string, string | number, string, string][];
  rule: string;
  note: string;
}

export interface RuleText {
  id: string;
  title: string;
  text: string;
  where: string;
  ruling?: string;
  /** Its own page, on a site that has one. */
  page?: string;
}

export interface QuestionChoice {
  name: string;
  text: string;
  on: boolean;
  default: boolean;
}

export interface Question {
  name: string;
  question: string;
  choices: QuestionChoice[];
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

export interface BarWho {
  seats: Token[];
  text: string;
}

export interface BarView {
  k: number | string;
  label: string;
  short: string;
  t: Token | null;
}

export interface BarLeaveSeat {
  seat: number;
  name: string;
  t: Token;
}

export interface BarLeave {
  open: boolean;
  rule: string;
  text: string;
  seats: BarLeaveSeat[];
}

export interface BarModel {
  actions: ActionRow;
  title: string;
  place: string;
  where: string;
  /** (label, at) */
  phases: [string, string][];
  who: BarWho;
  renderer: string;
  /** The name of the board for who does not see it. */
  board: string;
  undo: boolean;
  redo: boolean;
  views: BarView[];
  view: number | string;
  theme: string;
  locked: boolean;
  /** Several people pass this screen on. */
  curtain: boolean;
  error: string;
  /** What is to be known of the file of the game. */
  notice: string;
  name: string;
  pen: boolean;
  compare: boolean;
  lines: boolean;
  marked: boolean;
  leave: BarLeave | null;
  /** "due": a bot is asked, "on": bots play some seats, "": none does. */
  bots: string;
}

export interface FrontsTab {
  k: string;
  name: string;
  t?: Token;
  figure?: string;
  closed?: boolean;
  may?: boolean;
}

export interface FrontsAskEnd {
  i: number;
  label: string;
}

export interface FrontsAsk {
  t: Token | null;
  prompt: string;
  button: string;
  ends: FrontsAskEnd[];
}

export interface FrontsModel {
  tabs: FrontsTab[];
  on: string;
  /** The question in one line, where the main place leaves it no room. */
  ask?: FrontsAsk | null;
}

export interface StagesStage {
  name: string;
  note: string;
  state: string;
  jump: boolean;
}

/** A fight that waits until the one inside it is over: the tokens of its two sides, and what is to come of it. */
export interface StagesWaiting {
  a: Token;
  b: Token;
  say: string;
  note: string;
}

export interface StagesModel {
  stages: StagesStage[];
  /** Fights that this one is inside of. */
  waits?: StagesWaiting[];
  /** Who began the inner one. */
  by?: Token;
}

export interface AsidesTab {
  k: string;
  name: string;
  n: string;
}

/** The tabs of the side column; what is `opened` comes to the front, `key`: the key of the board is open. */
export interface AsidesModel {
  tabs: AsidesTab[];
  opened: Record<string, string | number | null>;
  key: boolean;
}

export interface CurtainSeat {
  seat: number;
  name: string;
  t: Token | null;
  asked: boolean;
}

export interface CurtainModel {
  /** Who is asked, in words; "" while nobody at this screen is. */
  asked: string;
  /** Just one is: the first of the seats. */
  one: boolean;
  seats: CurtainSeat[];
}

export interface ZoomModel {
  on: boolean;
  name: string;
  fight: boolean;
}

export interface LegendRow {
  kind: string;
  name: string;
  text: string;
  rule: string;
  pictures: string[];
}

/** What the signs of a board mean; `pictures` are by day and at night. */
export interface LegendModel {
  open: boolean;
  rows: LegendRow[];
}

/** A line between two things, and how each thing along it stands. */
export interface MeasuredModel {
  name: string;
  title: string;
  words: string;
  clear: boolean;
  /** (holds, text, fact, rule) */
  rows: [boolean, string, string, string][];
  rule: string;
  /** (target, name) */
  things: [string, string][];
  start: string;
  end: string;
  fault: string;
}

export interface BoardSheetTab {
  k: number;
  name: string;
  /** How many of its areas can be chosen now. */
  n: number;
}

/** The sheets of a board: which is `at` (-1: all). `asked`: nobody has said, and narrow pages show the `first`. */
export interface BoardsheetsModel {
  at: number;
  asked: boolean;
  first: number;
  sheets: BoardSheetTab[];
}

/** A printed way, where it leads, what it serves, and who stands there: tokens, and how many of whom. */
export interface BoardWay {
  k: string;
  name: string;
  start: string;
  ends: string[];
  serves: string;
  there: Token[];
  come: string;
  may: boolean;
}

export interface WaysModel {
  rows: BoardWay[];
  whole: boolean;
}

export interface NotesModel {
  notes: string[];
}

/** A track that all share: a marker a seat, where the next count takes it, and flags where something happens. */
export interface TrackMarker extends Named {
  at: number;
  next: number | null;
  icon: string;
  /** It is no score, and hangs below the track. */
  guest: boolean;
}

export interface TracksTrackFlag {
  at: number;
  name: string;
  icon: string;
}

export interface TracksTrack {
  name: string;
  cells: string[];
  at: number;
  rule: string;
  note: string;
  house: boolean;
  markers: TrackMarker[];
  flags: TracksTrackFlag[];
}

export interface TracksModel {
  tracks: TracksTrack[];
  notes: string[];
}

export interface StripSeat extends Seated {
  letters: string;
  status: string;
  /** the person at this screen */
  you: boolean;
  figures: Figure[];
  /** (name, squares: 0 empty, 1 full, 2 of no use now; groups) */
  books: [string, number[], number[]][];
  spark: number[];
  now: boolean;
  brief: string;
  /** a figure that this player alone has, in words */
  extra: string;
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

export interface TimelineTurn {
  label: string;
  /** (k, owner, kind) */
  marks: [number, string, number][];
}

/** A point of the graph: its place on the line, the chance and half its interval in per cent (None: no figure). */
export interface ChanceSpot {
  k: number;
  turn: number;
  p: number | null;
  e: number;
  fault: string;
}

export interface ChanceSwing {
  /** the spot before it */
  at: number;
  o: string;
  came: string;
}

export interface ChanceSeat {
  i: number;
  o: string;
  name: string;
  on: boolean;
}

/** The chance to win under the timeline; `term` is what the game calls its turns. */
export interface ChanceStrip {
  who: string;
  term: string;
  seats: ChanceSeat[];
  spots: ChanceSpot[];
  swings: ChanceSwing[];
  says: string;
  note: string;
}

/** What the menu of the timeline opens; with "" it is not offered. */
export interface TimelineMenu {
  graph: "" | "off" | "on";
  report: "" | "off" | "on";
}

export interface TimelineModel {
  turns: TimelineTurn[];
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
  /** of a dashboard alone, as is the menu */
  chance?: ChanceStrip | null;
  menu?: TimelineMenu;
}

/** An option, or (with `g`) a group of `count` options. */
export interface OptionRow {
  label: string;
  t: Token | BareIcon | null;
  key: string;
  /** These an option has, and a group has not. */
  i?: number;
  detail?: string;
  hot?: boolean;
  chosen?: boolean;
  low?: boolean;
  button?: string;
  p?: number;
  /** (figure, unit) */
  figure?: [string, string];
  /** What is printed on the thing that it takes: powers with their texts. (name, text) */
  printed?: [string, string][];
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

/** What the panel of decisions always shows. */
export interface AskedModel {
  byhand: boolean;
  /** Is anything left to chance? */
  luck: boolean;
  tools: boolean;
  why: boolean;
  measure: string;
  stamp: number;
  t: Token | null;
  over: string;
}

/** What the panel of decisions shows at the end of a game. */
export interface EndModel extends AskedModel {
  line: string;
  /** why it has been won so */
  reason: string;
  rule: string;
  /** may whoever looks here begin another one? */
  again: boolean;
}

/** What is asked, where this view shows no options. */
export interface HiddenModel extends AskedModel {
  prompt: string;
  note: string;
  /** How the game is won, before the first answer. */
  aim: string;
  rule: string;
  kind: string;
  past: boolean;
  hidden: string;
  /** A bot is asked: it can be told to go on. */
  bot: boolean;
}

export interface AnytimeRowAct {
  i: number;
  label: string;
  title: string;
  t: Token | BareIcon | null;
}

/** What one player may do at any time; a price that all of it shares stands beside his name. */
export interface AnytimeRow {
  t: Token | null;
  name: string;
  price: string;
  /** What all the acts begin with: "Reveal an Elder Sign worth". */
  says: string;
  acts: AnytimeRowAct[];
}

export interface DecisionNumber {
  low: number;
  high: number;
  at: number;
}

export interface DecisionFace {
  n: number;
  hint: string;
}

/** What is asked; of a game that is `over` an `EndModel`, with `hidden` a `HiddenModel`. */
export interface DecisionModel extends HiddenModel {
  rows: OptionRow[];
  more: string;
  chips: string[];
  grid: PairGrid | null;
  find: string | null;
  total: number;
  number: DecisionNumber | null;
  faces: DecisionFace | null;
  button: string;
  /** (text, rule) */
  barred: [string, string][];
  jumps: AnytimeRow[];
  /** is there anything that could be reached? */
  reach: boolean;
  /** the button of hints; while they are on, they stand in the place of the options */
  hints: "" | "off" | "on";
  /** of a game that is over, as the two below */
  line?: string;
  reason?: string;
  again?: boolean;
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
  /** what the card beside it tells of */
  help: string;
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

export interface AdviceObjective {
  k: string;
  name: string;
  on: boolean;
}

export interface AdvicePlan {
  k: number;
  name: string;
  figures: string[];
  on: boolean;
  taken: boolean;
}

export interface AdviceAnswer {
  i: number;
  label: string;
}

/** Plans compared; `bars` are outcome, chance, chance before, and whether it came. */
export interface AdviceModel {
  name: string;
  rule: string;
  note: string;
  objectives: AdviceObjective[];
  columns: string[];
  plans: AdvicePlan[];
  more: number;
  answer: AdviceAnswer | null;
  of: string;
  mean: string;
  /** (label, p, before, came) */
  bars: [string, number, number | null, boolean][];
  before_note: string;
}

/** Cards of one name in a hand; -1 is not known. */
export interface StackCard extends Chosen {
  name: string;
  icon: string;
  kind: string;
  n: number;
  deck: number;
  discard: number;
  note: string;
  text: string;
  rule: string;
  /** what the card beside it is asked for */
  help?: string;
}

export interface HandSideFigure {
  value: number;
  most: number;
  sign: Amount | null;
  said: string;
  name: string;
}

export interface HandSide {
  seat: number;
  /** "to act" */
  now: string;
  t: Token | null;
  name: string;
  figure: HandSideFigure | null;
  piles: string;
  stacks: StackCard[];
  backs: number;
  hidden: string;
  note: string;
}

export interface HandsModel {
  sides: HandSide[];
}

export interface WhySlot {
  word: string;
  value: number;
  /** (i, text) */
  options: [number, string][];
}

export interface WhyVerdict {
  ok: boolean;
  text: string;
  fact: string;
  fault: string;
  rule: string;
}

export interface WhyModel {
  text: string;
  hint: string;
  verb: number;
  error: string;
  note: string;
  /** (i, text) */
  actions: [number, string][];
  slots: WhySlot[];
  asks: string;
  title: string;
  t: Token | null;
  verdicts: WhyVerdict[];
  hold: number;
  fail: number;
  legal: boolean;
  instead: string[];
  when: string;
  lights: boolean;
  lit: boolean;
}

export interface OddsBar {
  title: string;
  note: string;
  rule: string;
  /** (label, p, rolled) */
  rows: [string, number, boolean][];
}

export interface OddsModel {
  bars: OddsBar[];
}

export interface HintRow {
  n: number;
  label: string;
  /** what is answered on the way */
  more: string;
  why: string;
  figure: string;
  unit: string;
  same: string;
  lit: boolean;
}

export interface HintsModel {
  title: string;
  progress: string;
  busy: boolean;
  rows: HintRow[];
  note: string;
  /** what the figures are */
  legend: string;
  fault: string;
  button: string;
  /** options that are not among the rows */
  others: number;
}

export interface LeavesHead {
  n: number;
  /** the whole of it */
  label: string;
  /** what differs from the others */
  brief: string;
  lit: boolean;
}

export interface LeavesRow {
  name: string;
  now: string;
  /** (figure, change); None: not known yet */
  each: ([string, string] | null)[];
}

export interface LeavesModel {
  heads: LeavesHead[];
  rows: LeavesRow[];
}

export interface ReachGoal {
  key: string;
  name: string;
  rule: string;
}

export interface ReachGroup {
  name: string;
  goals: ReachGoal[];
}

export interface ReachStep {
  n: number;
  /** whose it is, None: of chance */
  t: Token | null;
  text: string;
  rule: string;
  luck: string;
}

export interface ReachPart {
  text: string;
  fact: string;
  holds: boolean;
  rule: string;
}

export interface ReachAnswer {
  verdict: "yes" | "no" | "open" | "looking";
  head: string;
  when: string;
  steps: ReachStep[];
  /** (name, before and after) */
  figures: string[][];
  fails: string[];
  stands: ReachPart[];
  note: string;
}

export interface ReachModel {
  who: string;
  t: Token | null;
  /** of the goal that is asked about, "" for none yet */
  key: string;
  asks: string;
  text: string;
  rule: string;
  groups: ReachGroup[];
  busy: boolean;
  lit: boolean;
  /** may the line be played out here? */
  tries: boolean;
  answer: ReachAnswer | null;
}

export interface ReadingsRuling {
  key: string;
  name: string;
  rule: string;
}

export interface ReadingsRow {
  what: string;
  a: string;
  b: string;
  rule: string;
}

export interface ReadingsSide {
  name: string;
  held: string;
  /** at which answer the line ends, and why; "" for nowhere */
  stop: string;
  /** what can be done under this reading alone */
  only: string[];
  /** how many more of these there are */
  fewer: number;
  /** an address of data, "" for none */
  picture: string;
}

export interface ReadingsAnswer {
  same: boolean;
  head: string;
  note: string;
  rows: ReadingsRow[];
  more: number;
  sides: ReadingsSide[];
}

/** A component value or card text, with where it comes from. */
export interface ReadingsValue {
  key: string;
  name: string;
  now: string;
  source: string;
}

export interface ReadingsModel {
  title: string;
  /** is a value or text read otherwise, and no ruling? */
  values: boolean;
  find: string;
  /** what is found */
  known: ReadingsValue[];
  /** how many more are found */
  unseen: number;
  /** the one that is chosen */
  value: ReadingsValue | null;
  /** what it is to be */
  typed: string;
  /** is it said what is to be compared? */
  ready: boolean;
  /** of the ruling, "" for none yet */
  key: string;
  rulings: ReadingsRuling[];
  question: string;
  rule: string;
  /** the choice that the game was set up with */
  now: string;
  choice: string;
  /** (key, meaning) */
  choices: [string, string][];
  /** may the other reading be opened as a game of its own? */
  opens: boolean;
  answer: ReadingsAnswer | null;
}

/** What a bot did, numbered like its disc on the board. */
export interface BotRow {
  n: number;
  t: Token | null;
  name: string;
  say: string;
  /** Of the answer; `botwhy` asks for its reason. */
  node: number;
  open: boolean;
}

/** Why a bot did it; `busy` says how far the bot is that thinks again. */
export interface BotWhy {
  title: string;
  rule: string;
  text: string;
  gain: string;
  /** (name, how much) */
  parts: [string, number][];
  /** (option, why less, gain) */
  others: [string, string, string][];
  looked: number;
  note: string;
  busy: [number, number] | null;
}

export interface BotSeat {
  seat: number;
  t: Token | null;
  name: string;
  who: string;
  note: string;
}

export interface OpponentsModel {
  /** A bot is asked, and the viewer may know it. */
  due: boolean;
  /** It waits to be told. */
  waits: boolean;
  t: Token | null;
  says: string;
  rule: string;
  level: string;
  /** So many of so many options or walks. */
  bar: [number, number] | null;
  pace: string;
  /** (word, label) */
  paces: [string, string][];
  tools: boolean;
  /** How many answers of bots go when one takes back. */
  back: string;
  mine: string;
  rows: BotRow[];
  /** Rows before these. */
  more: number;
  why: BotWhy | null;
  seats: BotSeat[];
  /** (word, label) */
  choices: [string, string][];
  slips: string[];
}

export interface Slot {
  name: string;
  text: string;
  rule: string;
  filled: boolean;
  icon: string;
  live: boolean;
  /** the goal that may be asked about: can it be reached? "" for none */
  goal: string;
}

export interface SheetModel {
  name: string;
  seat: number;
  /** (seat, label) */
  leave: [number, string] | null;
  status: string;
  tokens: string[];
  figures: Figure[];
  /** (name, slots) */
  slots: [string, Slot[]][];
  /** (name, pieces) */
  pieces: [string, Named[]][];
  stands: Sum | null;
  /** open ones that stand nowhere else on it */
  goals: ReachGroup[];
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
  /** what the card beside it tells of */
  help: string;
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
  note: string;
}

/** Another player in short: squares as in `StripSeat`, open marks, what lies there of somebody else's. */
export interface OtherSheet extends HandSeat {
  squares: number[];
  said: string;
  pieces: Named[];
}

export interface TableauGroup {
  name: string;
  note: string;
  full: boolean;
  slots: OpenSlot[];
}

export interface TableauTable {
  name: string;
  columns: string[];
  rows: SheetRow[];
}

/** The sheet of a player that stands in front: its slots in groups, its kinds of things, its texts. */
export interface TableauModel extends Seated {
  status: string;
  tokens: string[];
  figures: Figure[];
  groups: TableauGroup[];
  tables: TableauTable[];
  /** (name, rows) */
  passages: [string, Passage[]][];
  sums: Sum[];
  /** (name, pieces) */
  pieces: [string, Named[]][];
  others: OtherSheet[];
  /** one row of slots, each a card */
  cards: boolean;
  /** (seat, label) */
  leave: [number, string] | null;
  stands: Sum | null;
  goals: ReachGroup[];
}

export interface CardPower extends Chosen {
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
}

export interface CardColumn {
  name: string;
  icon: string;
  values: string[];
}

export interface CardSheetCarried {
  name: string;
  kind: string;
  icon: string;
}

export interface CardSheetStack {
  hand: number;
  deck: number;
  discard: number;
  said: string;
}

export interface CardSheet extends Seated, Chosen {
  id: string;
  line: string;
  brief: string;
  row: number;
  columns: CardColumn[];
  powers: CardPower[];
  /** (at, what, row) */
  falls: [string, string, number][];
  sums: Sum[];
  marks: string[];
  carried: CardSheetCarried[];
  stack: CardSheetStack | null;
  /** (name, fact, rule, bad) */
  here: [string, string, string, boolean][];
  here_name: string;
  /** (left, of) */
  beads: [number, number] | null;
  rule: string;
}

export interface CardsModel {
  open: string;
  mine: number;
  seats: Seated[];
  cards: CardSheet[];
}

/** A box of a sheet to write on; one with a target may be written. */
export interface Box extends Chosen {
  name: string;
  mark: string;
  text: string;
  was: string;
  fresh: boolean;
  said: string;
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
  /** (x, y) */
  cell: [number, number];
  note: string;
  rule: string;
  house: boolean;
  /** what the card beside it tells of */
  help: string;
  /** the goal that may be asked about: can it be reached? "" for none */
  goal: string;
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
  /** (ax, ay, bx, by, done) */
  arrows: [number, number, number, number, boolean][];
  rows: BoxRow[];
}

export interface WriteSheet extends Seated {
  title: string;
  note: string;
  closed: string;
  rounds: Box[];
  groups: BlockGroup[];
  aside: BlockGroup[];
  /** open ones that stand nowhere else on it */
  goals: ReachGroup[];
}

export interface PaperModel {
  /** All sheets at once. */
  beside?: boolean;
  sheets: WriteSheet[];
}

export interface LineItemMark {
  o: string;
  full: boolean;
  fresh: boolean;
  name: string;
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
  marks: LineItemMark[];
  said: string;
  rule: string;
  house: boolean;
  /** a figure beside its name: what it costs */
  tag: string;
  /** it cannot be had now */
  pale: boolean;
  /** the target of the card that says what it is */
  help: string;
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
  /** (light, dark) */
  l: [string, string];
  figure: string;
  closed: string;
  on: boolean;
  columns: number;
  rows: number;
  /** (column, row, written, fresh) */
  cells: [number, number, boolean, boolean][];
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
  /** (name, figure, rule) */
  why: [string, string, string][];
  lit: boolean;
}

export interface StoryModel {
  turn: string;
  rows: StoryRow[];
  folds: boolean;
  /** In a replay nothing branches off. */
  fixed?: boolean;
}

export interface Force extends Named {
  figure: string;
  rule: string;
  fate: string;
  note: string;
  gone: boolean;
  n: number;
}

export interface FighterDice {
  say: string;
  expected: string;
  faces: Die[];
}

export interface Fighter extends Named {
  role: string;
  total: string;
  /** (say, figure, rule, spoke) */
  parts: [string, string, string, boolean][];
  sums: Sum[];
  dice: FighterDice | null;
  takes: string;
  /** what it has still to take, by source: (kill, pain or else, say) */
  owed: [string, string][];
  /** what was given and came to nothing */
  spared: string[];
  forces: Force[];
  /** (say, rule) */
  remarks: [string, string][];
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
  /** (value, most) */
  purse: [number, number][];
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
  /** (n, p) */
  chances: [number, number][];
  rule: string;
}

/** Who is on no side, with the powers that have spoken in the fight all the same. */
export interface Bystander extends Named {
  /** as those of a side */
  parts: [string, string, string, boolean][];
}

export interface FightModel {
  title: string;
  rule: string;
  sides: Fighter[];
  /** Who is there and takes no part. */
  beside?: Counted[];
  others?: Bystander[];
  ledger?: Ledger;
}

export interface SumsModel {
  sums: Sum[];
}

/** A die of a throw: its face and fate, and the die (`to`) that it adds to, or -1. */
export interface ThrownDie extends Chosen {
  face: number;
  fate: string;
  to: number;
  adds: number;
  mark?: string;
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

export interface ThrowsThrow {
  name: string;
  t: Token | null;
  note: string;
  rule: string;
  steps: ThrowStep[];
}

export interface ThrowsModel {
  throws: ThrowsThrow[];
}

/** A side of a fight that is told step under step. */
export interface AttackSide extends Named {
  note: string;
  sums: Sum[];
  /** (name, figure, rule) */
  parts: [string, string, string][];
}

export interface AttackSlideColumn {
  name: string;
  icon: string;
}

/** The rows through which a card has slid, from the first. */
export interface AttackSlide {
  name: string;
  note: string;
  rule: string;
  columns: AttackSlideColumn[];
  rows: string[][];
  now: number;
  before: number;
  /** (left, of) */
  beads: [number, number] | null;
  says: string[];
}

export interface AttackSectionThrow {
  name: string;
  t: Token | null;
  note: string;
  rule: string;
  steps: ThrowStep[];
}

export interface AttackSection {
  name: string;
  note: string;
  rule: string;
  state: string;
  throw: AttackSectionThrow | null;
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

export interface LabLine {
  lane: number;
  up: number | null;
  from: number;
  to: number;
  /** (depth, owner) */
  ticks: [number, string][];
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
  /** (depth, label) */
  turns: [number, string][];
  deep: number;
  low: number;
  high: number;
  say: string;
  name: string;
  note: string;
  main: boolean;
  where: string;
  /** are there rulings to be read in another way? */
  readings: boolean;
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
  /** (x, o) */
  ticks: [number, string][];
  sides: number[];
  /** (side, x) */
  at: [number, number][];
}

export interface CompareSide {
  name: string;
  o: string;
  sub: string;
  note: string;
  /** (k, label) */
  lines: [number, string][];
  at: number;
}

export interface CmpbaseFigure {
  label: string;
  /** (a, b, change) */
  cells: [number, number, number][];
}

export interface CmpbasePartingStep {
  o: string;
  say: string;
  who: string;
}

export interface CmpbaseParting {
  where: string;
  steps: CmpbasePartingStep[];
  rule: string;
}

export interface CmpbaseRow {
  what: string;
  a: string;
  b: string;
  o: string;
}

export interface CmpbaseModel {
  columns: [string, string];
  figures: CmpbaseFigure[];
  seats: Named[];
  parting: CmpbaseParting;
  rows: CmpbaseRow[];
  more: number;
  rule: OpenRule;
}

export interface ToolChoice {
  v: number;
  label: string;
  t: Token | null;
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
  choices: ToolChoice[];
}

export interface ToolBlockSeat {
  k: number;
  t: Token;
  name: string;
  text: string;
  on: boolean;
}

export interface ToolBlock {
  title: string;
  about: string;
  seats: ToolBlockSeat[] | null;
  tools: Tool[];
}

export interface EditHereRow {
  id: string;
  name: string;
  t: Token;
  n: number;
  high: number;
}

export interface EditHere {
  name: string;
  ground: string;
  rows: EditHereRow[];
}

export interface EditCheckRow {
  k: number;
  text: string;
  where: string;
  rule: string;
  hot: boolean;
}

export interface EditCheckCheck {
  text: string;
  rule: string;
}

export interface EditCheck {
  n: number;
  rows: EditCheckRow[];
  more: number;
  fix: string;
  fixes: number;
  checks: EditCheckCheck[];
}

export interface EditbarModel {
  title: string;
  place: string;
  name: string;
  playing: boolean;
  violations: number;
  error: string;
}

export interface EditsideTab {
  k: string;
  on: boolean;
}

export interface EditsidePicked {
  name: string;
  text: string;
  high: number;
  where: string[];
}

export interface EditsideCopied {
  kind: string;
  text: string;
}

export interface EditsideModel {
  undo: boolean;
  redo: boolean;
  tabs: EditsideTab[];
  blocks: ToolBlock[];
  keys: number;
  take: boolean;
  picked: EditsidePicked | null;
  here: EditHere | null;
  check: EditCheck;
  measuring: string;
  measured: MeasuredModel;
  rule: RuleText | null;
  copied: EditsideCopied | null;
  pasting: boolean;
}

/** Sheets and lines on which a click on what names a tool uses it. */
export interface EditDesk {
  sheets: WriteSheet[];
  lines: LinesModel;
}

export interface EditfootRow {
  t: Token;
  name: string;
  cells: Tool[];
}

export interface EditfootModel {
  desk: EditDesk;
  rows: EditfootRow[];
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

export interface LessonAskOption {
  i: number;
  text: string;
  on: boolean;
  mark: string;
  note: string;
}

export interface LessonAsk {
  text: string;
  kind: string;
  open: boolean;
  options: LessonAskOption[];
  chosen: boolean;
  tries: number;
  said: string;
  state: string;
  answer: string[];
  hint: string;
  hints: boolean;
}

export interface LessonsideRule {
  id: string;
  title: string;
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
  rules: LessonsideRule[];
  ask: LessonAsk | null;
  decision: DecisionModel | null;
  waits: boolean;
  next: string;
  over: boolean;
  points: [number, number, number];
  answered: boolean;
  rule: RuleText | null;
}

export interface LessonfootRuling {
  text: string;
  rule: string;
}

export interface LessonfootRule {
  id: string;
  title: string;
}

export interface LessonfootModel {
  players: StripModel;
  sheet: SheetModel;
  beside: Record<string, any>;
  rulings: LessonfootRuling[];
  rules: LessonfootRule[];
}

export interface LessonlistRow {
  i: number;
  title: string;
  about: string;
  name: string;
  stops: number;
  asks: number;
  on: boolean;
  course: boolean;
}

export interface LessonlistModel {
  title: string;
  say: string;
  rows: LessonlistRow[];
  faults: string[];
  error: string;
}

export interface ReportbarModel {
  title: string;
  line: string;
  result: string;
  /** at which one would play on */
  turn: number;
  /** what the game calls it: "turn", "round" */
  term: string;
  playing: boolean;
  empty: string;
  error: string;
}

/** A turning point; `k` is its number, `sign` one of !! ! ? ?? dice, or nothing. */
export interface ReportPoint {
  k: number;
  o: string;
  turn: number;
  sign: string;
  /** the sign in a word */
  says: string;
  came: string;
  title: string;
  text: string;
  picture: string;
  on: boolean;
}

export interface ReportpointsModel {
  who: string;
  term: string;
  points: ReportPoint[];
  busy: string;
  trust: string;
}

/** A point of the graph: its turn, the chance and half its interval in per cent; None where it is not measured. */
export interface ReportSpot {
  node: number;
  turn: number;
  p: number | null;
  e: number;
  fault: string;
}

export interface ReportSwing {
  at: number;
  o: string;
  came: string;
  k: number;
}

export interface ReportSeat {
  i: number;
  o: string;
  name: string;
  on: boolean;
}

export interface LuckRow {
  turn: number;
  title: string;
  node: number;
  /** (rolled, expected) of each seat */
  cells: ([number, number] | null)[];
}

export interface ReportgraphModel {
  who: string;
  term: string;
  other: string;
  seats: ReportSeat[];
  spots: ReportSpot[];
  swings: ReportSwing[];
  /** where the board stands, in spots */
  at: number;
  note: string;
  luck: LuckRow[];
  most: number;
  totals: number[];
  what: string;
  dice: number;
  more: number;
}

/** A variation: what it begins with, the words behind it, its sign, and where it leads (-1: nowhere yet). */
export interface ReportLine {
  title: string;
  text: string;
  sign: string;
  node: number;
}

export interface ReportMove {
  turn: string;
  o: string;
  node: number;
  /** (words, strong, sign) */
  parts: [string, boolean, string][];
  /** (where it was written, the note) */
  notes: [number, string][];
  lines: ReportLine[];
  on: boolean;
}

export interface ReportOption {
  i: number;
  label: string;
  p: number;
  say: string;
  taken: boolean;
}

export interface ReportWhich {
  k: number;
  title: string;
  note: string;
  rows: ReportOption[];
}

/** A note as the tab of notes tells it; a click goes to its node. */
export interface ReportNote {
  turn: string;
  o: string;
  node: number;
  text: string;
}

/** The chances of all seats: a row a point, each seat as (per cent, half its interval), or None. */
export interface ReportFigures {
  names: string[];
  /** turn, node, each, what went wrong */
  rows: [number, number, ([number, number] | null)[], string][];
}

/** The note that is being written: its row, its text so far. */
export interface ReportNoting {
  /** of the list of moves */
  at: number;
  text: string;
}

export interface ReportmovesModel {
  term: string;
  moves: ReportMove[];
  more: number;
  which: ReportWhich | null;
  copies: boolean;
  notes: ReportNote[];
  /** with the turn in which they begin */
  lines: [string, ReportLine][];
  figures: ReportFigures | null;
  /** write notes */
  may: boolean;
  noting: ReportNoting | null;
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
  /** It has no picture of its own. */
  undrawn?: boolean;
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
  /** Who may play a seat beside a person. (name, label) */
  bots: [string, string][];
  choices: Record<string, ChoiceRow[]>;
  home: FirstGame;
}

/** What the home page offers of a game before anything is chosen. */
export interface FirstGame {
  line: string;
  aim: string;
  players: number;
  rules: number;
  /** By the number of players, the name of a quick start. */
  ready: Record<string, string>;
  /** By the number of players, what they should know before they begin. */
  notes: Record<string, string>;
  switches: SwitchRow[];
  /** Of each quick start by its name, and else by the number of players. */
  seats: Record<string, Face[]>;
  /** By the words of an option that has one for each seat. */
  faces: Record<string, Face>;
}

/** A choice that is made already, and how else it may be. */
export interface SwitchRow {
  title: string;
  value: string;
  about: string;
  off: string;
  ready: boolean;
  opens: string[];
  options: Record<string, string>;
  changes: boolean;
}

/** A seat: its token, its name, what it leads. */
export interface Face {
  t: Token;
  name: string;
  leads: string;
  /** the same without where it begins */
  anywhere: string;
}

/** A quick start of a game. */
export interface PresetRow {
  name: string;
  title: string;
  about: string;
  players: number;
  /** Options that it has chosen. */
  settles: string[];
}

/** Words of an option that come with a word of another. */
export interface Head {
  by: string;
  title: string;
  words: string[];
}

/** An option of a new game: one of some words, any of them, a number, or a word for each seat. */
export interface ChoiceRow {
  name: string;
  title: string;
  about: string;
  value: string | number | string[];
  /** (value, label) */
  words: [string, string][];
  /** (low, high) */
  range: [number, number] | null;
  zero: string;
  each: boolean;
  some: boolean;
  unless: string;
  /** with another word seats begin elsewhere */
  place: boolean;
  /** another option, whose words bring these along; "": none */
  of: string;
  heads: Head[];
}

/** The form of a new game in a notebook. */
export interface NewgameModel {
  games: GameRow[];
}

export interface NewgamebarModel {
  playing: boolean;
  error?: string;
}

/** Where a table may stand, and does. */
export interface Ground {
  option: string;
  title: string;
  /** (value, label) */
  words: [string, string][];
  value: string;
}

/** Who sits at the table of a page of its own, and who else might. */
export interface Seating {
  option: string;
  title: string;
  /** (value, label) */
  words: [string, string][];
  seats: string[];
  least: number;
  most: number;
  grounds: Ground[];
}

/** Where one is, for the browser to remember. */
export interface Place {
  id: string;
  /** "going", "lesson", "table": also the name under which its picture is found. */
  kind: string;
  slug: string;
  file: string;
  title: string;
  line: string;
  /** What the address that goes on there asks for. */
  words: Record<string, string>;
  /** How far one has come in a lesson, from 1 on; 0 for other places. */
  at: number;
  of: number;
}

/** The start page. With `home` it is a page of one sentence, and has no rows. */
export interface StartModel {
  home?: string;
  seating?: Seating;
  place?: Place;
  /** Another address that this page leads to at once. */
  goes?: string;
  /** The address of a page that was entered by a key, for who loads it anew. */
  at?: string;
  error?: string;
  games: GameRow[];
  saves: Leaf[];
  positions: Leaf[];
  lessons: Leaf[];
  studies: Leaf[];
  /** a row for each game that has some */
  puzzles: Leaf[];
  left: number;
  /** bytes of a file that may be opened here */
  largest: number;
  /** The server answers on its own machine alone. */
  alone: boolean;
  /** Component values that the server was started with, by game: their file. */
  own: Record<string, string>;
  /** are they played here */
  simulations?: boolean;
  /** Where rules and docs are to be read. */
  docs?: string;
  /** The page has no server: no friend elsewhere, no tables of many games. */
  serverless?: boolean;
}

export interface CalcPlace {
  k: string;
  name: string;
  on: boolean;
}

export interface CalcStepper {
  id: string;
  t: Token;
  name: string;
  note: string;
  figure: string;
  n: number;
  board: number;
  least: number;
  most: number;
  of: string;
  rule: string;
}

export interface CalcSwitch {
  id: string;
  name: string;
  text: string;
  on: boolean;
  changed: boolean;
  why: string;
  rule: string;
}

export interface CalcChoice {
  k: string;
  name: string;
  on: boolean;
}

/** Something that is chosen of a fight: where, who, whom. */
export interface CalcPick {
  id: string;
  name: string;
  options: CalcChoice[];
}

export interface CalcKind {
  id: string;
  name: string;
  t: Token;
}

export interface CalcPart {
  name: string;
  figure: string;
  rule: string;
}

export interface CalcSide {
  t: Token;
  name: string;
  role: string;
  total: string;
  steppers: CalcStepper[];
  parts: CalcPart[];
  switches: CalcSwitch[];
  asks: string;
  policies: CalcChoice[];
  /** who goes first, where that is shown */
  order: CalcKind[];
}

export interface CalcRow {
  head: string;
  /** the colour of whose event it is */
  o: string;
  i: string;
  words: string;
  now: string;
  /** in the settings beside */
  was: string[];
  /** where there is one beside */
  change: string;
  rule: string;
}

export interface CalcFate {
  t: Token;
  words: string;
  dead: number;
  /** killed or driven away */
  gone: number;
  /** killed, in the other setting */
  was: number | null;
  now: string;
  /** killed in the other setting; without one, driven away */
  then: string;
  routed: boolean;
}

export type CalcBar = [label: string, p: number, q: number | null];

export interface CalcSpread {
  title: string;
  bars: CalcBar[];
}

export interface CalcGrid {
  title: string;
  columns: string[];
  rows: string[][];
  lit: number;
  rules: string[];
  /** a row may be clicked: its force is sent */
  picks: boolean;
}

/** A die as it was rolled: -1 where nobody has set it yet. */
export interface CalcDie {
  face: number;
  /** what it counts for: "hit", "half", "miss" */
  kind: string;
  words: string;
}

/** The dice of one side. */
export interface CalcHand {
  name: string;
  t: Token;
  dice: CalcDie[];
}

export interface CalcThrow {
  note: string;
  rule: string;
  hands: CalcHand[];
  plans: CalcGrid;
  /** what comes next is a choice: plans stand beside */
  planned: boolean;
}

export interface CalcMark {
  at: number;
  words: string;
  /** the colour of whose height it is; "" for what must be exceeded */
  o: string;
  own: boolean;
}

export interface CalcLadder {
  mine: number;
  most: number;
  /** heights to which the pin can be drawn */
  steps: number[];
  /** the own height in the settings beside */
  others: number[];
  marks: CalcMark[];
}

export interface CalculatorModel {
  title: string;
  note: string;
  places: CalcPlace[];
  picks: CalcPick[];
  sides: CalcSide[];
  /** what the setting in hand is called, and those beside; one alone is compared with nothing */
  columns: string[];
  /** of each, whether it is still counted */
  late: boolean[];
  said: string;
  choices: string;
  how: string;
  dice: boolean;
  busy: boolean;
  /** as on the board */
  same: boolean;
  /** why the sides cannot change places */
  fixed: string;
  /** what the next press of the button does about settings to compare with */
  keeps: string;
  kept: boolean;
  copied: boolean;
  rows: CalcRow[];
  fates: CalcFate[];
  spreads: CalcSpread[];
  grids: CalcGrid[];
  thrown: CalcThrow;
  ladder: CalcLadder;
  tip: string;
  warning: string;
  /** the rule of the warning */
  warned: string;
  rule: string;
  /** what is still to be done before it can be fought */
  empty: string;
  fault: string;
  opens: boolean;
}

/** The picture of where it is fought, as a data URI. */
export interface CalcmapModel {
  src: string;
  alt: string;
  /** which part of its height is in sight, in hundredths */
  y: number;
}

/** The way in from the decision. */
export interface CalcopenModel {
  label: string;
  place: string;
}

/** One thing to ask: the message that it sends, and the key that does the same. */
export interface AreaMenuRow {
  label: string;
  icon: string;
  key: string;
  act: string;
  args: Record<string, any>;
}

export interface AreaMenu {
  name: string;
  rows: AreaMenuRow[];
}

/** A seat of a shared table. */
export interface TableSeat {
  seat: number;
  t: Token;
  name: string;
  /** "you", "here", "away", "open", or the bot that plays it */
  is_: string;
  /** Has it a link that may be given away? */
  link: boolean;
}

/** Who is at the table; for its host what he may do. No key is ever in it. */
export interface TablebarModel {
  slug: string;
  title: string;
  /** The address of the table, without a key. */
  at: string;
  said: string;
  seats: TableSeat[];
  host: boolean;
  ended: string;
  /** What happens to a seat whose person has left. */
  leaves: string;
  /** (value, label) */
  choices: [string, string][];
  /** The server answers on its own machine alone. */
  alone: boolean;
  error?: string;
}

/** A component value: as the house has it, and of one's own. */
export interface ValueRow {
  key: string;
  /** What it belongs to, in words. */
  path: string;
  name: string;
  printed: string;
  /** "rulebook", "published", "house" */
  source: string;
  where: string;
  /** What may stand there; "" where it stays as it is. */
  may: string;
  own: string;
  /** What was typed and does not fit. */
  typed: string;
  fault: string;
}

export interface ValuespageModel {
  title: string;
  slug: string;
  /** (name, title, how many) */
  groups: [string, string, number][];
  group: string;
  /** What is looked for. */
  text: string;
  /** "", "own", or a source. */
  only: string;
  sources: [string, number][];
  rows: ValueRow[];
  found: number;
  all: number;
  /** All values of one's own by their keys: the browser keeps them. */
  own: Record<string, any>;
  /** Where they are kept: a file of this machine, "" in the browser. */
  file: string;
  served: boolean;
  /** Is there a change to take back, and one that was taken back? */
  undo: boolean;
  redo: boolean;
  error?: string;
}

export interface StudyOption {
  text: string;
  right: boolean;
  /** why it is wrong to choose it */
  amiss: string;
}

export interface StudyQuestion {
  /** "2.1" */
  at: string;
  text: string;
  kind: string;
  options: StudyOption[];
  answer: string[];
  hint: string;
  why: string;
  /** only the first part of a move is asked for */
  first: boolean;
}

export interface StudyRule {
  id: string;
  title: string;
  text: string;
}

/** A row of what stands where the board is shown larger, or is marked. */
export interface StudyHere {
  who: string;
  text: string;
}

/** What can be marked on the board: an outline or a disc. */
export interface StudyHit {
  t: string;
  a: number;
  l: string;
  d?: string;
  c?: [number, number, number];
}

/** What the author of a chapter has written, as he wrote it. */
export interface StudyDraft {
  text: string;
  near: string;
  drawn: string[];
  questions: Record<string, any>[];
}

export interface StudyChapter {
  /** from 1 */
  n: number;
  title: string;
  say: string;
  /** kind and lines of runs, each its kind and text */
  blocks: any[];
  fault: string;
  line: string;
  /** x, y, width, height of what is shown of the board */
  view: number[];
  near: boolean;
  /** the same where the screen is too small for the lettering of the whole board */
  mid: number[];
  box: number[];
  layers: number[][];
  alt: string;
  here: StudyHere[];
  questions: StudyQuestion[];
  rules: StudyRule[];
  draft: StudyDraft | null;
  hits: StudyHit[];
}

/** The shapes of all boards, each once. */
export interface StudyInk {
  key: string;
  palette: any[];
  defs: any[];
  parts: any[];
  pieces: string[];
}

export interface StudyMoment {
  node: number;
  label: string;
  on: boolean;
}

/** A saved game whose moments can become chapters. */
export interface StudyBrought {
  title: string;
  moments: StudyMoment[];
}

export interface StudyModel {
  title: string;
  about: string;
  game: string;
  slug: string;
  name: string;
  digest: string;
  counted: string;
  seen: string;
  holds: string;
  theme: string;
  /** a file without a kernel */
  alone: boolean;
  editing: boolean;
  undo: boolean;
  redo: boolean;
  /** what "add this position" adds; "" for nothing */
  adds: string;
  /** where Save writes; "" for a download */
  keeps: string;
  plays: boolean;
  playing: boolean;
  at: number;
  brought: StudyBrought | null;
  chapters: StudyChapter[];
  ink: StudyInk;
  icons: Record<string, string>;
  error?: string;
}

export interface PuzzleRow {
  id: string;
  title: string;
  game: string;
  grade: string;
  solved: boolean;
  on: boolean;
}

export interface PuzzlebarModel {
  title: string;
  game: string;
  day: string;
  at: number;
  of: number;
  solved: number;
  rows: PuzzleRow[];
  /** the ids of all that this visitor has solved here */
  keeps: string[];
  /** and what he has answered: the id of a puzzle, the places of his tries, "shown" */
  tried: string[];
  playing: boolean;
  error: string;
}

export interface PuzzleOption {
  i: number;
  text: string;
  mark: string;
  note: string;
}

export interface PuzzleBar {
  label: string;
  share: number;
  bad: boolean;
}

export interface PuzzleReply {
  right: boolean;
  shown: boolean;
  head: string;
  text: string;
  note: string;
  bars: PuzzleBar[];
}

export interface PuzzlesideModel {
  withdrawn: string;
  title: string;
  who: string;
  asked: string;
  ask: string;
  rule: string;
  grade: string;
  options: PuzzleOption[];
  /** answers that the rules offer there */
  among: number;
  open: boolean;
  reply: PuzzleReply | null;
  hint: string;
  /** how many are left */
  hints: number;
  tries: number;
  solved: boolean;
  /** is another puzzle of the day unsolved? */
  more: boolean;
  /** can answers be handed in now? */
  handin: boolean;
  opened: RuleText | null;
}

export interface PuzzlefootModel {
  head: string;
  step: number;
  steps: number;
  rows: LessonRow[];
  players: StripModel;
  beside: Record<string, any>;
}

export interface SimbarModel {
  title: string;
  line: string;
  /** what the button says; "" where there is nothing to begin */
  start: string;
  /** "Pause", "Go on", "" */
  pause: string;
  cancel: string;
  /** may be taken as CSV */
  table: boolean;
  /** games of this simulation are played on: the way back */
  home: boolean;
  error: string;
}

export interface SimSeat {
  o: string;
  i: string;
  name: string;
  /** the bot under A */
  a: string;
  /** under B, "" for the same */
  b: string;
}

/** An option of the game, or a ruling: `words` are (value, words for people). */
export interface SimOption {
  name: string;
  title: string;
  words: [string, string][];
  a: string;
  b: string;
}

export interface SimsetModel {
  /** waiting, running, paused, stopped at 412, done; "" before the start */
  state: string;
  fixed: boolean;
  games: [string, string][];
  slug: string;
  counts: number[];
  players: number;
  options: SimOption[];
  seats: SimSeat[];
  bots: [string, string][];
  /** name, question */
  rulings: [string, string][];
  /** the one that is settled */
  ruling: SimOption | null;
  /** a component value that is another one */
  key: string;
  /** one that this game has */
  such: string;
  values: [string, string];
  /** what the value is if nothing is said */
  house: string;
  /** A against B */
  two: boolean;
  n: number;
  ns: number[];
  stop: string;
  stops: [string, string][];
  seed: string;
  /** machine, cluster */
  place: string;
  machine: string;
  /** address of its scheduler */
  cluster: string;
  /** may one be named here */
  clusters: boolean;
  python: string;
  /** folder, title, line: those that can go on */
  unfinished: [string, string, string][];
}

export interface SimWin {
  o: string;
  i: string;
  name: string;
  p: number;
  e: number;
  /** the same under B */
  b: [number, number] | null;
  /** what B adds to A, half its interval, and whether that is clear */
  d: [number, number, boolean] | null;
}

export interface SimPlaces {
  heads: string[];
  /** owner, icon, name, cells: per cent, games */
  rows: [string, string, string, ([number, number] | null)[]][];
}

export interface SimPoint {
  n: number;
  p: number;
  e: number;
}

export interface SimSettle {
  o: string;
  name: string;
  points: SimPoint[];
  n: number;
}

export interface SimFault {
  side: string;
  number: number;
  what: string;
  answers: number;
  seconds: string;
  opens: boolean;
}

export interface SimDifference {
  what: string;
  a: string;
  b: string;
  d: string;
  clear: boolean;
}

export interface SimviewModel {
  done: number;
  n: number;
  left: string;
  /** for who listens: at most every ten seconds another */
  said: string;
  figures: [string, string][];
  /** strong, plain */
  warn: [string, string] | null;
  measure: string;
  measures: [string, string][];
  title: string;
  note: string;
  even: number;
  wins: SimWin[];
  places: SimPlaces | null;
  placed: string;
  lengths: [string, number, number][];
  term: string;
  settle: SimSettle | null;
  faults: SimFault[];
  out: string;
  differences: SimDifference[];
  pairs: number;
  empty: string;
  /** before the start, what will stand there: its sketch, title, what it tells */
  ahead: [string, string, string][];
}
