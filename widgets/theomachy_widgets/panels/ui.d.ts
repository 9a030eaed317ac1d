// What the panels share and Python does not know, for the type checker alone: the browser gets none of this.

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

/** What a browser remembers of where one was. */
export interface Remembered {
  id: string;
  kind: string;
  slug?: string;
  file?: string;
  title: string;
  line: string;
  href: string;
  at?: number;
  of?: number;
  when: number;
}
