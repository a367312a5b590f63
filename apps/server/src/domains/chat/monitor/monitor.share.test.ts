import { monitorBeatMs } from '@parley/contract';
import { expect, test } from 'vitest';
import { localBus } from '#platform/realtime/bus.ts';
import { createRowShare, framesChannel } from './monitor.share.ts';

function start() {
  const clock = { at: 1000 };
  const bus = localBus();
  const share = createRowShare(bus, () => clock.at);
  let reads = 0;
  return {
    clock,
    share,
    frame: (change: { agents?: boolean; chats?: boolean } = {}, enterpriseId = 'shop') =>
      bus.publish(framesChannel, { enterpriseId, agents: false, chats: false, ...change }),
    /** Reads rows that say which reading they are of. */
    read: (key = 'all', enterpriseId = 'shop') =>
      share.read(enterpriseId, key, async () => {
        reads += 1;
        return reads;
      }),
  };
}

test('34.1 screens that read behind one frame share the rows of one question, each question by itself', async () => {
  const { frame, read, clock } = start();
  frame({ chats: true });
  expect(await Promise.all([read(), read(), read('of Sales')])).toEqual([1, 1, 2]);
  clock.at += 400;
  expect(await read()).toBe(1);
  frame({}, 'other');
  expect(await read('all', 'other')).toBe(3);
});

test('34.1 a frame that tells of changes ends what was shared, also what is being read; one that tells of none does not', async () => {
  const { frame, read } = start();
  frame({ agents: true });
  const early = read();
  frame({ chats: true });
  expect([await early, await read()]).toEqual([1, 2]);
  frame();
  expect(await read()).toBe(2);
});

test('34.1 an act is seen at once by whoever reads behind it, and rows of more than a look ago are read again', async () => {
  const { frame, read, clock, share } = start();
  frame();
  expect(await read()).toBe(1);
  share.forget('other');
  expect(await read()).toBe(1);
  share.forget('shop');
  expect(await read()).toBe(2);
  clock.at += 501;
  expect(await read()).toBe(3);
});

test('34.1 nothing is shared where nobody looks, and a failure is that of its readers alone', async () => {
  const { frame, read, clock, share } = start();
  expect([await read(), await read()]).toEqual([1, 2]);
  frame();
  clock.at += 1.5 * monitorBeatMs + 1;
  expect([await read(), await read()]).toEqual([3, 4]);
  frame();
  const failing = () => share.read('shop', 'all', () => Promise.reject(new Error('away')));
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('away');
  expect(await read()).toBe(5);
});
