/** What a host page may ask for; the URL's parameters are the same. */
export interface Options {
  /** A scenario's id; by default "lost-ack". */
  scenario?: string;
  /** How many events have happened at the start; at most all. */
  step?: number;
  /** Compact chrome, no header, no writes to the URL. True unless you say otherwise. */
  embed?: boolean;
  /** How much the reader may do. */
  controls?: "full" | "step" | "none";
  theme?: "auto" | "light" | "dark" | "projector";
  /** Whether keys do anything. */
  keys?: boolean;
  /** Whether links can be copied. */
  links?: boolean;
  /** The rule set of the scenario; so far "lesson" alone. */
  rules?: "lesson";
  /** A link's fragment, "#1;...": beats scenario and step. */
  hash?: string;
  /** The address of the full page, for Copy link. */
  home?: string;
}

/** A whole number; as text where it is too large for JavaScript's numbers. */
export type Whole = number | string;

export interface Event {
  /** "batch", "send", "deliver", "drop", "duplicate", "retry" or "restart". */
  kind: string;
  /** The event as a line of text. */
  text: string;
}

export interface Check {
  /** 1 to 4, as in the lesson. */
  rule: number;
  name: string;
  outcome: "goes on" | "decides" | "not reached";
  comparisons: { statement: string; holds: boolean }[];
}

export interface Decision {
  partition: string;
  pid: Whole;
  epoch: number;
  firstSequence: number;
  lastSequence: number;
  records: number;
  reply: "OK" | "DUPLICATE" | "OUT_OF_ORDER" | "FENCED" | "INVALID_RECORD";
  /** Null unless OK or DUPLICATE. */
  baseOffset: Whole | null;
  /** The check that decided, null where none was asked. */
  rule: number | null;
  reason: string;
  checks: Check[];
  logEndOffset: Whole;
  written: Slot | null;
  fellOut: Slot | null;
  cleared: number;
}

/** First sequence, last sequence, base offset. */
export type Slot = [number, number, Whole];

export interface Partition {
  name: string;
  logEndOffset: Whole;
  windows: { pid: Whole; epoch: number; slots: Slot[] }[];
}

export interface Producer {
  name: string;
  pid: Whole | null;
  epoch: number | null;
  fenced: boolean;
  open: string[];
}

export interface State {
  title: string;
  /** The id of a built-in scenario, null for a run of your own. */
  scenario: string | null;
  step: number;
  steps: number;
  /** Whether the reader has left the story. */
  left: boolean;
  caption: string | null;
  sentence: string;
  event: Event | null;
  facts: string[];
  decision: Decision | null;
  producers: Producer[];
  /** The names of the messages on the wire, oldest first. */
  wire: string[];
  partitions: Partition[];
  promises: { name: string; standing: "kept" | "outside" | "broken" }[];
}

export interface Handle {
  step(): boolean;
  back(): boolean;
  seek(step: number): number;
  load(text: string): void;
  state(): State;
  recording(): string;
  onChange(listener: (state: State) => void): () => void;
  destroy(): void;
}

export function mount(element: Element, options?: Options): Handle;
