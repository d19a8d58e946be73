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
  /** Whose rules the brokers follow. By default as the scenario has it. */
  rules?: RuleSet;
  /**
   * The second lane: "off", or how its setup departs from the scenario's: "idempotence off",
   * "window 1", "max-in-flight 1, policy bump". By default as the scenario has it.
   */
  compare?: string;
  /** A link's fragment, "#1;...": beats scenario, step and compare. */
  hash?: string;
  /** The address of the full page, for Copy link. */
  home?: string;
}

/** The lesson's rules, or those of a generation of Kafka. */
export type RuleSet =
  | "lesson"
  | "kafka-0.11"
  | "kafka-1.0"
  | "kafka-1.1"
  | "kafka-2.0.1"
  | "kafka-2.4"
  | "kafka-2.5"
  | "kafka-4.5";

/** A whole number; as text where it is too large for JavaScript's numbers. */
export type Whole = number | string;

export interface Event {
  /**
   * "batch", "send", "deliver", "drop", "duplicate", "retry", "expire", "restart"; of brokers
   * "stop", "crash", "start", "pause", "resume", "snapshot", "elect", "shrink", "move", "roll",
   * "delete", "forget".
   */
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
  /** Under the rules of some Kafkas also the last two. */
  reply:
    | "OK"
    | "DUPLICATE"
    | "OUT_OF_ORDER"
    | "FENCED"
    | "INVALID_RECORD"
    | "UNKNOWN_PRODUCER_ID"
    | "DUPLICATE_SEQUENCE_NUMBER";
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

export interface Broker {
  name: string;
  up: boolean;
  /** Whether it has stopped copying what it follows. */
  paused: boolean;
}

/** A partition as its leader has it, or had it last. */
export interface Partition {
  name: string;
  /** Null while nobody leads it. */
  leader: string | null;
  inSync: string[];
  highWatermark: Whole;
  logStartOffset: Whole;
  logEndOffset: Whole;
  windows: { pid: Whole; epoch: number; slots: Slot[] }[];
}

export interface Producer {
  name: string;
  /** Null before it has asked for one, and with idempotence off. */
  pid: Whole | null;
  epoch: number | null;
  fenced: boolean;
  /** How its life ended; null while it may write. */
  ended: "fenced" | "stopped" | null;
  /** The names of its batches in flight, oldest first. */
  open: string[];
  /** The names of those that wait to be sent, without a number yet. */
  queue: string[];
  counters: Counters;
  /** What its application was told of its newest sends, at most 12, newest first. */
  told: Told[];
}

/** In records, each attempt counted, over all lives. */
export interface Counters {
  /** Kafka's record-send-total. */
  sent: Whole;
  /** Of these sent again: record-retry-total. */
  retried: Whole;
  /** record-error-total. */
  failed: Whole;
  acknowledged: Whole;
  /** Of these acknowledged by DUPLICATE. */
  duplicates: Whole;
}

export interface Told {
  batch: string;
  partition: string;
  records: number;
  /** "acknowledged", "failed", or why the application does not know. */
  told: string;
  /** How often the log has it, which no application can see. */
  copies: number;
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
  brokers: Broker[];
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

/**
 * Provides what does not travel in the module: the texts of the built-in scenarios and of the help
 * page, as texts.txt holds them. Call it before `mount`; without it there is the default scenario
 * alone.
 */
export function texts(text: string): void;

export function mount(element: Element, options?: Options): Handle;
