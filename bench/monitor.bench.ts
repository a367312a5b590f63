import { endpoints, monitorRowsMs } from '@parley/contract';
import { sql } from 'kysely';
import { request } from 'undici';
import { openAgent } from '../apps/server/test/sockets.ts';
import { keepAlive, openChats } from './chat.talk.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 3;
/** Messages of each chat in a run: several reads of rows fall into it. */
const count = Number(process.env.BENCH_WATCHED ?? 480);
const screens = 20;
const agents = 500;

/** Agents who are there, all of a department; nobody sweeps them away meanwhile. */
async function addAgents({ ctx, enterpriseId, makeAgent }: World): Promise<void> {
  for (let made = 0; made < agents; made += 1) await makeAgent([3]);
  await ctx.transaction(async (tx) => {
    await sql`insert into agent_sockets (enterprise_id, socket_id, user_id, session_id, seen_until)
      select s.enterprise_id, gen_random_uuid(), s.user_id, s.session_id, now() + interval '1 hour' from sessions s
      where s.enterprise_id = ${enterpriseId}`.execute(tx);
    await sql`update agent_desks set status = 1 where enterprise_id = ${enterpriseId}`.execute(tx);
  });
}

/** A supervisor's screen: frames over the line, and the rows of its tab when a frame says that some are others. */
async function openScreen({ running, makeAgent }: World, index: number) {
  const { token } = await makeAgent([1]);
  const socket = await openAgent(running.url, token);
  const rows = index % 2 === 0 ? endpoints.chatMonitor.agents.path : endpoints.chatMonitor.chats.path;
  keepAlive(socket.talker.socket);
  let readAt = 0;
  let frames = 0;
  socket.talker.socket.removeAllListeners('message');
  socket.talker.socket.on('message', (data) => {
    const { type, data: frame } = JSON.parse(data.toString()) as { type: string; data: { agents?: boolean; chats?: boolean } };
    if (type !== 'monitorFrame') return;
    frames += 1;
    const isChanged = index % 2 === 0 ? frame.agents : frame.chats;
    if (!isChanged || performance.now() - readAt < monitorRowsMs) return;
    readAt = performance.now();
    void request(running.url + rows, { headers: { 'authentication-token': token } }).then(({ body }) => body.arrayBuffer());
  });
  return {
    watch: (isOn: boolean) => socket.talker.socket.send(JSON.stringify({ type: 'watchMonitor', data: { isOn } })),
    frames: () => frames,
    close: () => socket.close(),
  };
}

/** Messages between visitors and an agent while supervisors watch, against the same without them, in turn. */
export async function benchMonitor(): Promise<Figure[]> {
  const world = await startWorld();
  await addAgents(world);
  const talk = await openChats(world);
  const open = await Promise.all(Array.from({ length: screens }, (_, index) => openScreen(world, index)));
  await talk.run();
  const runs: { alone: number; watched: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = (await talk.run({ count })).perSecond;
    for (const screen of open) screen.watch(true);
    const watched = (await talk.run({ count })).perSecond;
    for (const screen of open) screen.watch(false);
    runs.push({ alone, watched });
  }
  if (open.some((screen) => screen.frames() === 0)) throw new Error('A screen was sent no frame.');
  for (const screen of open) screen.close();
  talk.close();
  await world.stop();
  const ratio = median(runs.map(({ alone, watched }) => watched / alone));
  return [
    {
      name: `visitor to agent while ${screens} monitors look at ${agents} agents`,
      ours: `${Math.round(median(runs.map(({ watched }) => watched)))} messages/s`,
      reference: `${Math.round(median(runs.map(({ alone }) => alone)))}/s, the same without them`,
      ratio,
      goal: 'at least 0.95',
      isMet: ratio >= 0.95,
    },
  ];
}
