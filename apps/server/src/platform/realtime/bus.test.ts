import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lacking } from '../../../test/lacking.ts';
import { findRedis } from '../../../test/processes.ts';
import { localBus, redisBus } from './bus.ts';

describe('the bus of one process', () => {
  test('every listener of a channel hears a message at once, those of other channels do not', () => {
    const bus = localBus();
    const heard: unknown[] = [];
    bus.subscribe('events', (message) => heard.push(['first', message]));
    bus.subscribe('events', (message) => heard.push(['second', message]));
    bus.subscribe('other', (message) => heard.push(['other', message]));
    bus.publish('events', { id: 1 });
    bus.publish('nobody', { id: 2 });
    expect(heard).toEqual([
      ['first', { id: 1 }],
      ['second', { id: 1 }],
    ]);
  });
});

const redis = await findRedis();
afterAll(() => redis?.stop());

describe.skipIf(!redis)('the bus over Redis', lacking.redis, () => {
  async function makeBuses(count: number) {
    const onError = vi.fn();
    const buses = await Promise.all(Array.from({ length: count }, () => redisBus(redis?.url ?? '', randomUUID(), onError)));
    return { buses, onError, close: () => Promise.all(buses.map((bus) => bus.close())) };
  }

  test('other processes hear a message once, and so does the one that sent it', async () => {
    const { buses, onError, close } = await makeBuses(3);
    const channel = randomUUID();
    const heard = buses.map(() => [] as unknown[]);
    for (const [index, bus] of buses.entries()) bus.subscribe(channel, (message) => heard[index]?.push(message));
    // A subscription takes a moment to reach Redis, so the first word is repeated until everybody has it.
    await vi.waitFor(() => {
      buses[1]?.publish(channel, 'ready?');
      expect(heard.every((list) => list.length > 0)).toBe(true);
    });
    buses[0]?.publish(channel, { text: 'Grüße', list: [1, 2] });
    buses[0]?.publish(channel, 'end');
    await vi.waitFor(() => expect(heard.every((list) => list.includes('end'))).toBe(true));
    for (const list of heard) expect(list.filter((message) => message !== 'ready?')).toEqual([{ text: 'Grüße', list: [1, 2] }, 'end']);
    expect(onError).not.toHaveBeenCalled();
    await close();
  });

  test('a message that cannot be sent any more is still told in the own process', async () => {
    const { buses, onError, close } = await makeBuses(1);
    const [bus] = buses;
    const heard: unknown[] = [];
    bus?.subscribe('lost', (message) => heard.push(message));
    await close();
    bus?.publish('lost', 'here');
    expect(heard).toEqual(['here']);
    await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  });
});
