import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { chats, measure, openChats, type Run } from './chat.talk.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 3;

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
