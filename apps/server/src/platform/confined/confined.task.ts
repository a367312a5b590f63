/**
 * Work on what a user gave (a file, a page, a pattern) that runs in a process of its own, under limits. The module's default export is the
 * work: a function of the input, or an async generator where there is more to tell than fits into one message.
 */
export type ConfinedTask<Input, Output> = Limits & {
  /** Never set; holds the types. */
  types?: (input: Input) => Output;
};
export type Limits = {
  /** The module's address: `new URL('./csv.head.read.ts', import.meta.url)`. */
  module: URL;
  /** The input as the user would call it: "The file takes too long to read." */
  subject: string;
  /** Requests wait for their answer; a job has more time, and its own process so that no request waits for it. Mails wait for neither. */
  lane: Lane;
  timeoutMs: number;
  largestInputBytes: number;
  /** Limit of all messages together */
  largestOutputBytes: number;
};
export type Lane = 'request' | 'job' | 'mail';

type TaskOptions = Pick<Limits, 'module'> & Partial<Limits>;

export const defineConfined = <Input, Output>(given: TaskOptions): ConfinedTask<Input, Output> => ({
  subject: 'The file',
  lane: 'request',
  timeoutMs: 20_000,
  largestInputBytes: 64 * 1024,
  largestOutputBytes: 1024 * 1024,
  ...given,
});

/** Main thread to process. */
export type Order = { module: string; input: string; isStream: boolean; largestOutputBytes: number } | { goesOn: true };
/** Process to main thread. A refusal is a DomainError of the work; a failure is anything else that it threw. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'started' }
  | { kind: 'item'; json: string }
  | { kind: 'done'; json: string; residentBytes: number }
  | { kind: 'refused'; code: string; message: string; data: unknown; residentBytes: number }
  | { kind: 'failed'; message: string; stack: string; residentBytes: number }
  | { kind: 'too_much'; residentBytes: number };
