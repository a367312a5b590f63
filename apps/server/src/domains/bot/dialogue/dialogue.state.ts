import { z } from '@parley/contract';

/** A value that a parameter has, as the customer said it and as it is read. */
const Filled = z.object({ value: z.string(), text: z.string() });
export type Filled = z.infer<typeof Filled>;

/** A day without a time, or a time without a day, and the words that told it. */
const Half = z.object({ date: z.string().optional(), time: z.string().optional(), text: z.string() });
export type Half = z.infer<typeof Half>;

const Task = z.object({
  intentId: z.string(),
  filled: z.record(z.string(), Filled),
  /** Known half of parameters that need a day with a time and have one of both. */
  halves: z.record(z.string(), Half).default({}),
  /** The parameter that was asked for last. */
  asking: z.string().nullable(),
  /** Answers in a row that did not fill it. */
  misses: z.number(),
});
/** The current intent, until all of its required parameters are known. */
export type Task = z.infer<typeof Task>;

const Said = z.object({ role: z.enum(['user', 'assistant']), content: z.string() });
export type Said = z.infer<typeof Said>;
const historyKept = 10;

const Stored = z.object({
  task: Task.nullable().default(null),
  /** Suspended tasks; the last one is resumed first. */
  paused: z.array(Task).max(3).default([]),
  /** Last finished task: "no, Friday" changes it. */
  last: Task.nullable().default(null),
  /** Intents that were offered by "did you mean", in their order. */
  choices: z.array(z.string()).max(5).default([]),
  /** Text to which the choices were offered. */
  choiceText: z.string().default(''),
  /** Messages in a row that found no answer. */
  unanswered: z.number().default(0),
  /** Negative messages in a row. */
  negatives: z.number().default(0),
  hasOfferedAgent: z.boolean().default(false),
  /** Last messages of prompt bots, the oldest first. */
  history: z.array(Said).max(20).default([]),
  /** A call of a tool that waits for the customer's yes. */
  pending: z
    .object({
      callId: z.string(),
      /** The turn that goes on with it, and its message. */
      turn: z.number(),
      text: z.string(),
      question: z.string(),
      at: z.string(),
      /** Number of the entry with the question: a message before it answers nothing. */
      asked: z.number(),
    })
    .nullable()
    .default(null),
  /** A stream that talks with the customer for a call: the turn goes on when it has ended. */
  running: z
    .object({
      callId: z.string(),
      /** The turn, its message, and what the history gets of it. */
      turn: z.number(),
      text: z.string(),
      asked: z.array(Said),
    })
    .nullable()
    .default(null),
  /** The conversation has read words from outside: passages, or answers of tools. */
  hasRead: z.boolean().optional(),
});
/** A conversation of before this was noted may have read anything. */
const State = Stored.transform((state) => ({ ...state, hasRead: state.hasRead ?? state.history.length > 0 }));
export type DialogueState = z.infer<typeof State>;

/** Parses a stored state; a new conversation, and an older or damaged state, get the defaults. */
export const readState = (stored: unknown): DialogueState => {
  const read = State.safeParse(stored ?? {});
  return read.success ? read.data : State.parse({});
};

/** The conversation with more of its messages; the oldest ones are forgotten. */
export const withHistory = (state: DialogueState, ...lines: readonly Said[]): DialogueState => ({
  ...state,
  history: [...state.history, ...lines].slice(-historyKept),
});
