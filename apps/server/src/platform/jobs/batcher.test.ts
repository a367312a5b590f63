import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A writer that waits until it is let go, so that a test decides what gathers meanwhile. */
function makeWriter(fails: (items: readonly string[]) => boolean = () => false) {
  const runs: string[][] = [];
  const gates: (() => void)[] = [];
  let isFree = false;
  const run = async (items: readonly string[]) => {
    runs.push([...items]);
    if (!isFree) await new Promise<void>((resolve) => gates.push(resolve));
    if (fails(items)) throw new Error(`refused ${items.join()}`);
    return items.map((item) => item.toUpperCase());
  };
  return {
    runs,
    run,
    letGo: () => {
      isFree = true;
      for (const gate of gates.splice(0)) gate();
    },
  };
}
const groupOf = (item: string) => item.split(':')[0] ?? '';

test('a single item waits for no other, and what comes while it is written is written together', async () => {
  const { runs, run, letGo } = makeWriter();
  const batcher = createBatcher(run, { group: groupOf, most: 100 });
  const first = batcher.add('a:1');
  await vi.waitFor(() => expect(runs).toEqual([['a:1']]));
  const others = ['a:2', 'a:3', 'a:4'].map((item) => batcher.add(item));
  letGo();
  expect(await Promise.all([first, ...others])).toEqual(['A:1', 'A:2', 'A:3', 'A:4']);
  expect(runs).toEqual([['a:1'], ['a:2', 'a:3', 'a:4']]);
});

test('groups are written apart and do not wait for each other', async () => {
  const { runs, run, letGo } = makeWriter();
  const batcher = createBatcher(run, { group: groupOf, most: 100 });
  const all = ['a:1', 'b:1', 'a:2', 'b:2'].map((item) => batcher.add(item));
  // Tasks of one turn of the event loop are one batch of their group already.
  await vi.waitFor(() =>
    expect(runs).toEqual([
      ['a:1', 'a:2'],
      ['b:1', 'b:2'],
    ]),
  );
  letGo();
  expect(await Promise.all(all)).toEqual(['A:1', 'B:1', 'A:2', 'B:2']);
});

test('no batch is larger than the most', async () => {
  const { runs, run, letGo } = makeWriter();
  const batcher = createBatcher(run, { group: groupOf, most: 3 });
  const all = Array.from({ length: 8 }, (_, index) => batcher.add(`a:${index}`));
  letGo();
  await Promise.all(all);
  expect(runs.map((items) => items.length)).toEqual([3, 3, 2]);
});

test('one bad item does not take the others with it', async () => {
  const { runs, run, letGo } = makeWriter((items) => items.includes('a:bad'));
  const batcher = createBatcher(run, { group: groupOf, most: 100 });
  const all = ['a:1', 'a:2', 'a:bad', 'a:3'].map((item) => batcher.add(item));
  letGo();
  expect((await Promise.allSettled(all)).map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    'A:1',
    'A:2',
    'refused a:bad',
    'A:3',
  ]);
  expect(runs).toEqual([['a:1', 'a:2', 'a:bad', 'a:3'], ['a:1'], ['a:2'], ['a:bad'], ['a:3']]);
  expect(await batcher.add('a:4')).toBe('A:4');
});

test('every item is answered once, in order within its group', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      async (given, most) => {
        const written: string[] = [];
        const batcher = createBatcher<string, string>(
          async (items) => {
            await Promise.resolve();
            if (items.some((item) => item.endsWith('!'))) throw new Error('refused');
            written.push(...items);
            return items;
          },
          { group: groupOf, most },
        );
        const items = given.map(([group, isBad], index) => `${group}:${index}${isBad ? '!' : ''}`);
        const results = await Promise.allSettled(items.map((item) => batcher.add(item)));
        const good = items.filter((item) => !item.endsWith('!'));
        expect(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))).toEqual(good);
        for (const group of ['a', 'b', 'c'])
          expect(written.filter((item) => groupOf(item) === group)).toEqual(good.filter((item) => groupOf(item) === group));
      },
    ),
  );
});
