import { setImmediate } from 'node:timers/promises';

/**
 * Gathers work that arrives while earlier work is being written, and writes it together: under load many messages share one
 * transaction and one flush of the log, and a single message waits for nobody (docs/decisions/0005 has the figures).
 */
export type Batcher<I, O> = { add: (item: I) => Promise<O> };

type Waiting<I, O> = { item: I; resolve: (result: O) => void; reject: (error: unknown) => void };

/**
 * @param run writes the items together and returns their results in the same order; when it throws, each item is tried by itself
 * @param options `group` keeps items of different groups apart; `most` items at the most in one go
 */
export function createBatcher<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  options: { group: (item: I) => string; most: number },
): Batcher<I, O> {
  const queues = new Map<string, Waiting<I, O>[]>();

  async function runOne(waiting: Waiting<I, O>): Promise<void> {
    try {
      const [result] = await run([waiting.item]);
      waiting.resolve(result as O);
    } catch (error) {
      waiting.reject(error);
    }
  }

  async function runBatch(batch: readonly Waiting<I, O>[]): Promise<void> {
    if (batch.length === 1) return runOne(batch[0] as Waiting<I, O>);
    let results: readonly O[];
    try {
      results = await run(batch.map((waiting) => waiting.item));
    } catch {
      // One bad item must not take the others with it.
      for (const waiting of batch) await runOne(waiting);
      return;
    }
    for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as O);
  }

  async function drain(group: string, queue: Waiting<I, O>[]): Promise<void> {
    while (queue.length > 0) {
      // Items that arrive in the same turn of the event loop join the batch; otherwise every second batch would hold a single item.
      await setImmediate();
      await runBatch(queue.splice(0, options.most));
    }
    queues.delete(group);
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        const group = options.group(item);
        const queue = queues.get(group);
        if (queue) {
          queue.push({ item, resolve, reject });
          return;
        }
        const started: Waiting<I, O>[] = [{ item, resolve, reject }];
        queues.set(group, started);
        drain(group, started).catch(reject);
      });
    },
  };
}
