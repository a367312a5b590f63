import type { Value } from '../expression/value.ts';

export const instanceStates = ['RUNNING', 'WAITING', 'COMPLETED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED'] as const;
export type InstanceState = (typeof instanceStates)[number];
export const isOver = (state: InstanceState): boolean => state !== 'RUNNING' && state !== 'WAITING';

/** Why an instance ended. */
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
export type Loop = { node: string; index: number; items: Value[] | null };
/** A stream that runs: the first frame is the instance's own, each further one a stream inside of it. */
export type Frame = {
  stream: string;
  node: string;
  variables: Record<string, Value>;
  loops: Loop[];
};

/** What an instance waits for. Times are milliseconds since 1970; null: none of its own. */
export type Wait =
  | {
      kind: 'answer';
      /** Turn of the question: a press of another turn is of a question that is not open any more */
      turn: number;
      tries: number;
      page: number;
      timeoutAt: number | null;
      /** Of the whole stream, where the question has no time of its own */
      remindAt: number | null;
      inactiveAt: number | null;
      /** Texts that came, while several are one answer */
      gathered: string[];
      gatherUntil: number | null;
      /** Of several that are chosen, or sent, one after the other */
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
  | { kind: 'agent'; dueAt: number | null };

/** One customer's walk through a stream. All of it is JSON. */
export type Instance = {
  id: string;
  state: InstanceState;
  reason: EndReason;
  /** What `mark.end` says */
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
  /** What it was started with */
  entry: Value;
  /** What was said last */
  last: { text: Value; media: Value; time: Value; isSensitive: boolean };
  /** Results of calls by node: {status, answer, error} */
  calls: Record<string, Value>;
  callCount: number;
  /** Of the bot that talks: answers so far, and what it remembers */
  skill?: { turns: number; state: Value };
  /** Where each node sent last, for waits for its receipt, and what has come of it by now */
  sends: Record<string, { turn: number; place: number; receipt?: 'accepted' | 'delivered' | 'read' | 'failed' }>;
  milestones: string[];
};

/** When something is to happen by itself; null: only from outside. */
export function dueAtOf({ wait, lifeUntil, state }: Instance): number | null {
  if (isOver(state) || wait === null) return null;
  const times: (number | null)[] =
    wait.kind === 'answer' ? [wait.timeoutAt, wait.remindAt, wait.inactiveAt, wait.gatherUntil] : 'dueAt' in wait ? [wait.dueAt] : [];
  return times.reduce<number>((soonest, time) => (time !== null && time < soonest ? time : soonest), lifeUntil);
}
