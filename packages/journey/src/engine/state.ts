import type { Value } from '../expression/value.ts';
import type { FormState } from '../form/state.ts';

export const instanceStates = ['RUNNING', 'WAITING', 'COMPLETED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED'] as const;
export type InstanceState = (typeof instanceStates)[number];
export const isOver = (state: InstanceState): boolean => state !== 'RUNNING' && state !== 'WAITING';

/** Reasons for the end of an instance. */
export const endReasons = [
  '',
  'INACTIVE',
  'LIFE',
  'ERROR',
  'NO_EXIT',
  'LIMIT',
  'OPTED_OUT',
  'BLOCKED',
  'WORD',
  'OPERATOR',
  'RESTARTED',
  'AGENT',
] as const;
export type EndReason = (typeof endReasons)[number];

/** A round of a loop that is not over. */
export type Loop = { node: string; index: number; items: Value[] | null /** Its list may not be shown */; isSecret?: true };
/** A stream that runs: the first frame is the instance's own, each further one a stream inside of it. */
export type Frame = {
  stream: string;
  node: string;
  variables: Record<string, Value>;
  /** Variables whose value was computed from what may not be shown, beside those that the stream calls sensitive */
  secret?: string[];
  loops: Loop[];
};

/** Pending wait of an instance. Times are milliseconds since 1970; null: no such time of its own. */
export type Wait =
  | {
      kind: 'answer';
      /** Turn of the question: a press of another turn is of a question that is not open any more */
      turn: number;
      tries: number;
      page: number;
      timeoutAt: number | null;
      /** Inactivity of the whole stream, where the question has no time of its own */
      remindAt: number | null;
      inactiveAt: number | null;
      /** Texts that came, while several are one answer */
      gathered: string[];
      gatherUntil: number | null;
      /** Values so far, where several are chosen or sent one after the other */
      chosen: Value[];
    }
  | { kind: 'timer'; dueAt: number; notAfter: number | null }
  | { kind: 'event'; event: string; key: string; dueAt: number | null; notAfter: number | null }
  | {
      kind: 'receipt';
      turn: number;
      place: number;
      receipt: 'accepted' | 'delivered' | 'read';
      exit: string;
      dueAt: number | null;
      notAfter: number | null;
    }
  | { kind: 'call'; call: number }
  | FormWait
  | { kind: 'agent'; dueAt: number | null }
  | HoursWait;

/**
 * Wait for a form that is filled in on a page of its own.
 * @property had attributes that its answers are kept in, as they were when it was opened
 */
export type FormWait = {
  kind: 'form';
  turn: number;
  filling: string;
  remindAt: number | null;
  dueAt: number | null;
  had: Record<string, Value>;
};

/**
 * A form that is asked one by one.
 * @property asked the field whose question is open, readable while the state is sealed
 * @property seen revision of the filling as another face has left it, when it was taken over last
 */
export type AskedForm = { node: string; filling: string; asked: string; state: FormState; had: Record<string, Value>; seen?: number };

/**
 * Wait for the opening of a calendar.
 * @property by the calendar that decides, as the chat was when somebody last looked
 * @property mostAt end of the wait, open or not; null: none
 */
export type HoursWait = { kind: 'hours'; by: string | null; dueAt: number; mostAt: number | null };

export type PacedTime = { since: number; sent: number };

/** One customer's walk through a stream. All of it is JSON. */
export type Instance = {
  id: string;
  state: InstanceState;
  reason: EndReason;
  /** Outcome that `mark.end` sets */
  outcome: string;
  /** Turns so far */
  turn: number;
  startedAt: number;
  /** Never runs backwards */
  at: number;
  lifeUntil: number;
  language: string;
  frames: Frame[];
  wait: Wait | null;
  /** Values at the start */
  entry: Value;
  /** The customer's last text */
  last: { text: Value; media: Value; time: Value; isSensitive: boolean };
  /** Results of calls by node: {status, answer, error} */
  calls: Record<string, Value>;
  /** Those of `calls` that were told of what may not be shown */
  secretCalls?: string[];
  /** Fields of the customer that have got such a value */
  secretFields?: string[];
  callCount: number;
  /** State of the bot that talks: its answers so far, and its memory */
  skill?: { turns: number; state: Value };
  /** Form whose questions are asked, while they are */
  form?: AskedForm;
  /** Last message of each node, for waits for its receipt, with its receipt by now */
  sends: Record<string, { turn: number; place: number; receipt?: 'accepted' | 'delivered' | 'read' | 'failed' }>;
  milestones: string[];
  /** Messages since the person said something, in the hour and the day that began with the first of them */
  pace?: { hour: PacedTime; day: PacedTime };
};

/** Returns the time when something is due by itself; null: only inputs continue it. */
export function dueAtOf({ wait, lifeUntil, state }: Instance): number | null {
  if (isOver(state) || wait === null) return null;
  const times: (number | null)[] =
    wait.kind === 'answer'
      ? [wait.timeoutAt, wait.remindAt, wait.inactiveAt, wait.gatherUntil]
      : wait.kind === 'form'
        ? [wait.dueAt, wait.remindAt]
        : 'dueAt' in wait
          ? [wait.dueAt]
          : [];
  return times.reduce<number>((soonest, time) => (time !== null && time < soonest ? time : soonest), lifeUntil);
}
