import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { openAgent, openVisitor } from '../apps/server/test/sockets.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const chats = 50;
const messagesPerChat = 120;
const rounds = 3;

type Run = { perSecond: number; p99Ms: number };

/** Every chat writes as soon as its last message has arrived: fifty messages are under way at any moment. */
async function measure(exchange: (chat: number, text: string) => Promise<void>): Promise<Run> {
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: chats }, async (_, chat) => {
      for (let index = 0; index < messagesPerChat; index += 1) {
        const sentAt = performance.now();
        await exchange(chat, `message ${index} of chat ${chat}`);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  return { perSecond: (chats * messagesPerChat) / ((performance.now() - started) / 1000), p99Ms: percentile(latencies, 0.99) };
}

/** The reference: a bare socket server that makes one INSERT a message through the same pool and sends the message back. */
async function startEcho(world: World) {
  const { pool } = world.running.deps;
  const owner = new (await import('pg')).default.Client(world.connection);
  await owner.connect();
  await owner.query(
    'create table if not exists echo_messages (id uuid primary key, chat text, body text, at timestamptz default now()); grant insert on echo_messages to parley_app',
  );
  await owner.end();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { chat, text } = JSON.parse(data.toString()) as { chat: number; text: string };
      void pool
        .query('insert into echo_messages (id, chat, body) values ($1, $2, $3)', [randomUUID(), String(chat), text])
        .then(() => socket.send(JSON.stringify({ chat, text })));
    });
  });
  const clients = await Promise.all(
    Array.from({ length: chats }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
      await once(socket, 'open');
      return socket;
    }),
  );
  return {
    run: () =>
      measure(async (chat, text) => {
        const socket = clients[chat] as WebSocket;
        const answer = once(socket, 'message');
        socket.send(JSON.stringify({ chat, text }));
        await answer;
      }),
    close() {
      for (const socket of clients) socket.terminate();
      sockets.close();
      server.close();
    },
  };
}

/** Ours: a visitor's widget writes, the message is stored with its ledger row, and the agent's console receives it. */
async function openChats(world: World) {
  const { url } = world.running;
  await world.ctx.transaction((tx) =>
    tx
      .updateTable('enterprises')
      .set({ settings: JSON.stringify({ chat: { maxOpenChats: 200 } }) })
      .where('enterpriseId', '=', world.enterpriseId)
      .execute(),
  );
  const { token } = await world.makeAgent([3]);
  const agent = await openAgent(url, token);
  const visitors = await Promise.all(Array.from({ length: chats }, () => openVisitor(url, world.channel.widgetKey)));
  for (const visitor of visitors) {
    const { chatId } = await visitor.say('Hello');
    await agent.ask('agentPickupChat', { chatId });
    // From here on frames are read by the measurement alone.
    visitor.talker.socket.removeAllListeners('message');
  }
  agent.talker.socket.removeAllListeners('message');
  const waiting = new Map<string, () => void>();
  agent.talker.socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as { type: string; data: { action?: { message: string } } };
    if (frame.type === 'customerReply') waiting.get(frame.data.action?.message ?? '')?.();
  });
  let round = 0;
  return {
    run() {
      round += 1;
      return measure((chat, text) => {
        const unique = `${round} ${text}`;
        const arrived = new Promise<void>((resolve) => waiting.set(unique, resolve));
        visitors[chat]?.talker.socket.send(JSON.stringify({ type: 'send', data: { key: randomUUID(), text: unique } }));
        return arrived;
      });
    },
    close() {
      agent.close();
      for (const visitor of visitors) visitor.close();
    },
  };
}

export async function benchChat(): Promise<Figure[]> {
  const world = await startWorld();
  const echo = await startEcho(world);
  const ours = await openChats(world);
  await echo.run();
  await ours.run();
  const runs: { echo: Run; ours: Run }[] = [];
  for (let index = 0; index < rounds; index += 1) runs.push({ echo: await echo.run(), ours: await ours.run() });
  ours.close();
  echo.close();
  await world.stop();
  const ratio = median(runs.map((run) => run.ours.perSecond / run.echo.perSecond));
  const slower = median(runs.map((run) => run.ours.p99Ms / run.echo.p99Ms));
  const all = (pick: (run: (typeof runs)[number]) => number) => median(runs.map(pick));
  return [
    {
      name: 'visitor to agent, stored and delivered, 50 chats at once',
      ours: `${Math.round(all((run) => run.ours.perSecond))} messages/s`,
      reference: `${Math.round(all((run) => run.echo.perSecond))}/s, bare ws echo with one INSERT`,
      ratio,
      goal: 'at least 0.6',
      isMet: ratio >= 0.6,
    },
    {
      name: 'the same, p99',
      ours: `${all((run) => run.ours.p99Ms).toFixed(1)} ms`,
      reference: `${all((run) => run.echo.p99Ms).toFixed(1)} ms`,
      ratio: slower,
      goal: 'at most 2.5',
      isMet: slower <= 2.5,
    },
  ];
}
