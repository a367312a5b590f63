import { randomUUID } from 'node:crypto';
import { openVisitor } from '../apps/server/test/sockets.ts';
import { writeStream } from '../apps/server/test/streams.ts';
import { chats, measure, openChats, type Run } from './chat.talk.ts';
import { publishStream } from './streams.world.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 3;
/** A hundred messages a second. */
const pace = { everyMs: 500, count: 20 };

/** A text, a variable and a question that leads to itself: a customer who answers is asked again. */
const asksOn = writeStream('text0001', {
  variables: [{ name: 'choice', type: 'Text' }],
  nodes: [
    { id: 'text0001', type: 'message.text', config: { text: { en: 'Noted' } } },
    { id: 'set00001', type: 'data.set', config: { assignments: [{ variable: 'choice', value: '"none"' }] } },
    { id: 'ask00001', type: 'input.text', config: { text: { en: 'Next?' }, asking: { variable: 'choice' } } },
  ],
  edges: [
    ['text0001', 'next', 'set00001'],
    ['set00001', 'next', 'ask00001'],
    ['ask00001', 'ok', 'text0001'],
  ],
});

/** Visitors in a stream: each answers as soon as the next question has come. */
async function openWalks(world: World) {
  await publishStream(world, 'go', asksOn);
  const visitors = await Promise.all(Array.from({ length: chats }, () => openVisitor(world.running.url, world.channel.widgetKey)));
  const asked = visitors.map(() => (): void => undefined);
  for (const [chat, { talker }] of visitors.entries()) {
    // Only the measurement reads frames from here on.
    talker.socket.removeAllListeners('message');
    talker.socket.on('message', (data) => {
      if (data.toString().includes('Next?')) asked[chat]?.();
    });
  }
  const exchange = (chat: number, text: string) =>
    new Promise<void>((resolve) => {
      asked[chat] = resolve;
      visitors[chat]?.talker.socket.send(JSON.stringify({ type: 'send', data: { key: randomUUID(), text } }));
    });
  await Promise.all(visitors.map((_, chat) => exchange(chat, 'go')));
  return {
    run: () => measure(exchange, pace),
    close() {
      for (const visitor of visitors) visitor.close();
    },
  };
}

/** Measures from an answer to the next question on the visitor's screen, against a visitor's message on an agent's (journeys.md 8). */
export async function measureTalk(): Promise<Figure> {
  const world = await startWorld();
  const plain = await openChats(world);
  const walks = await openWalks(world);
  await plain.run(pace);
  await walks.run();
  const runs: { plain: Run; walks: Run }[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push({ plain: await plain.run(pace), walks: await walks.run() });
  plain.close();
  walks.close();
  await world.stop();
  const ratio = median(runs.map((run) => run.walks.p99Ms / run.plain.p99Ms));
  const p99 = (pick: (run: (typeof runs)[number]) => Run) => `${median(runs.map((run) => pick(run).p99Ms)).toFixed(1)} ms`;
  return {
    name: `an answer to the next question, ${(1000 * chats) / pace.everyMs} a second of ${chats} walks, p99`,
    ours: p99(({ walks }) => walks),
    reference: `${p99(({ plain }) => plain)}, a visitor's message to an agent, as many of as many chats`,
    ratio,
    goal: 'at most 1.5',
    isMet: ratio <= 1.5,
  };
}
