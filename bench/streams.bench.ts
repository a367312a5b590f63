import pg from 'pg';
import { startInstances } from '../apps/server/src/domains/journey/instance/instance.worker.ts';
import { writeStream } from '../apps/server/test/streams.ts';
import { measureStarts } from './streams.starts.ts';
import { measureTalk } from './streams.talk.ts';
import { measureTurns } from './streams.turns.ts';
import { measureLook, measureWaits } from './streams.waits.ts';
import { beginOne, makeOther, publishStream } from './streams.world.ts';
import type { Figure } from './table.ts';
import { startWorld } from './world.ts';

const walks = Number(process.env.BENCH_WALKS ?? 5000);
const waits = Number(process.env.BENCH_WAITS ?? 20_000);
const starts = Number(process.env.BENCH_STARTS ?? 5000);
const waiting = Number(process.env.BENCH_WAITING ?? 1_000_000);

const wait = { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 864_000 } } };
/** Steps after a wait: a text, a variable, a question. */
const asks = writeStream('wait0001', {
  variables: [
    { name: 'choice', type: 'Text' },
    { name: 'seen', type: 'Text' },
  ],
  nodes: [
    { id: 'wait0001', ...wait },
    { id: 'text0001', type: 'message.text', config: { text: { en: 'One' } } },
    { id: 'set00001', type: 'data.set', config: { assignments: [{ variable: 'seen', value: '"yes"' }] } },
    { id: 'ask00001', type: 'input.text', config: { text: { en: 'Which?' }, asking: { variable: 'choice' } } },
    { id: 'end00001', type: 'mark.end', config: {} },
  ],
  edges: [
    ['wait0001', 'next', 'text0001'],
    ['text0001', 'next', 'set00001'],
    ['set00001', 'next', 'ask00001'],
    ['ask00001', 'ok', 'end00001'],
  ],
});
const waitsTwice = writeStream('wait0001', {
  nodes: [
    { id: 'wait0001', ...wait },
    { id: 'wait0002', ...wait },
    { id: 'end00001', type: 'mark.end', config: {} },
  ],
  edges: [
    ['wait0001', 'next', 'wait0002'],
    ['wait0002', 'next', 'end00001'],
  ],
});

/** Streams as they run (journeys.md 8): turns, waits that fall due at once, and the look for what is due. */
export async function benchStreams(): Promise<Figure[]> {
  const talk = await measureTalk();
  const world = await startWorld({ roles: 'http,realtime' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  try {
    const other = await makeOther(world);
    const ids = [
      await publishStream(world, 'ask', asks),
      await publishStream(world, 'wait', waitsTwice),
      await publishStream(other, 'wait', waitsTwice),
    ] as const;
    const stop = await startInstances(world.running.deps);
    const asking = await beginOne(world, owner, world.channel.widgetKey, 'ask', ids[0]);
    const twice = await beginOne(world, owner, world.channel.widgetKey, 'wait', ids[1]);
    const alone = await beginOne(world, owner, other.channel.widgetKey, 'wait', ids[2]);
    await stop();
    return [
      talk,
      await measureTurns(world, owner, asking, walks),
      ...(await measureWaits(world, owner, twice, alone, waits)),
      ...(await measureLook(world, owner, 10_000, waiting)),
      await measureStarts(world, owner, await publishStream(world, 'begin', asks), starts),
    ];
  } finally {
    await owner.end();
    await world.stop();
  }
}
