import { setImmediate } from 'node:timers/promises';

const turnMs = 10;

/** For long loops on the main thread: after some milliseconds of work the event loop gets a turn. */
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
