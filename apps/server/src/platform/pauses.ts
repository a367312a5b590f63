import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** For loops of any length on the main thread: after some milliseconds of work whatever else waits has its turn. */
export function createPauses() {
  let until = performance.now() + turnMs;
  return {
    async ifDue(): Promise<void> {
      if (performance.now() < until) return;
      await setImmediate();
      until = performance.now() + turnMs;
    },
  };
}
export type Pauses = ReturnType<typeof createPauses>;
