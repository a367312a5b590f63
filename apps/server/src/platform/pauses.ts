import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** Gives the event loop a turn after some milliseconds of work, for long loops on the main thread. */
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
