import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Order, Report } from './confined.task.ts';

/**
 * The process in which confined work runs: one task at a time. A second thread watches what the process takes, buffers included, and ends it
 * above the limit; it also ends it when nobody is left to read the result. The first thread may be busy for ever: only another one can tell.
 */
const limitBytes = Number(process.argv[2]);
const lowPriority = 5;
const watch = `
  const { setTimeout: wait } = require('node:timers');
  const parent = process.ppid;
  const look = () => {
    if (process.memoryUsage.rss() > ${limitBytes} || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    wait(look, 10);
  };
  look();`;
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 } });

let sentBytes = 0;
let onMore: () => void = () => {};
const say = (report: Report) => new Promise<void>((resolve) => process.send?.(report, undefined, undefined, () => resolve()));
const sayAndWait = async (report: Report) => {
  const answered = new Promise<void>((resolve) => {
    onMore = resolve;
  });
  await say(report);
  await answered;
};
const residentBytes = () => process.memoryUsage.rss();

class TooMuch extends Error {}

function encode(value: unknown, largestOutputBytes: number): string {
  const json = JSON.stringify(value ?? null);
  sentBytes += Buffer.byteLength(json);
  if (sentBytes > largestOutputBytes) throw new TooMuch();
  return json;
}

async function work({ module, input, isStream, largestOutputBytes }: Extract<Order, { module: string }>): Promise<void> {
  const { default: run } = (await import(module)) as { default: (input: unknown) => unknown };
  sentBytes = 0;
  // Chats go first: work takes the processor time that is left. Starting is not held up, somebody waits for it.
  setPriority(lowPriority);
  // Heard before the work begins: what is written to a pipe leaves it only when this thread is idle again, and the work's time runs from here.
  await sayAndWait({ kind: 'started' });
  const result = run(JSON.parse(input));
  if (!isStream) {
    const json = encode(await result, largestOutputBytes);
    return say({ kind: 'done', json, residentBytes: residentBytes() });
  }
  for await (const item of result as AsyncIterable<unknown>) {
    await sayAndWait({ kind: 'item', json: encode(item, largestOutputBytes) });
  }
  return say({ kind: 'done', json: 'null', residentBytes: residentBytes() });
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  if ('goesOn' in order) return onMore();
  work(order).catch((error: unknown) => {
    const told = { residentBytes: residentBytes() };
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    // Known by its name: the class comes with the whole contract, which not every task needs.
    if (name === 'DomainError') {
      const { code, data } = error as { code: string; data: unknown };
      return say({ kind: 'refused', code, message, data, ...told });
    }
    if (error instanceof TooMuch) return say({ kind: 'too_much', ...told });
    return say({ kind: 'failed', message: message.slice(0, 1000), stack: stack.slice(0, 4000), ...told });
  });
});
await say({ kind: 'ready' });
