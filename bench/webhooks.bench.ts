import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endpoints } from '@parley/contract';
import pg from 'pg';
import { Agent, request } from 'undici';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 5;
const events = 5000;
/** Chats that the events are of: those of one chat go one after the other. */
const chats = 500;
/** Events that one transaction writes, as messages of many chats share one. */
const writtenTogether = 25;
/** Such transactions at once. */
const writers = 4;
/** Requests on their way to one address: as many as a webhook has. */
const lines = 8;
const goal = 0.5;
const longestMs = 120_000;

const toldOf = ({ channel }: World) =>
  Array.from({ length: events }, (_, index) => ({
    type: 'chat.closed' as const,
    orderKey: `chat-${index % chats}`,
    channelId: channel.id,
    data: { chat: `chat-${index % chats}`, place: index, note: 'x'.repeat(300) },
  }));

/** Signs as webhooks do: Standard Webhooks, and the header of the body alone. */
function signed(id: string, body: string, secret: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
    'x-timestamp': String(seconds),
    'x-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
}

/** The reference: the same bodies, signed and sent over kept connections, and nothing written down. */
async function postAll(url: string, secret: string, told: readonly object[]): Promise<void> {
  const dispatcher = new Agent({ connections: lines });
  let next = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (next < told.length) {
        const id = `event-${next}`;
        const body = JSON.stringify({ id, type: 'chat.closed', time: new Date().toISOString(), data: told[next++] });
        const answer = await request(url, { dispatcher, method: 'POST', headers: signed(id, body, secret), body });
        await answer.body.dump();
      }
    }),
  );
  await dispatcher.close();
}

async function makeWebhook({ running, ctx, enterpriseId, makeAgent }: World, url: string): Promise<string> {
  const { token, userId } = await makeAgent([1]);
  // The session looks freshly signed in: making a webhook asks for that.
  await ctx.transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ provedAt: new Date() })
      .where('enterpriseId', '=', enterpriseId)
      .where('userId', '=', userId)
      .execute(),
  );
  const answer = await fetch(`${running.url}${endpoints.webhooks.create.path}`, {
    method: 'POST',
    headers: { 'authentication-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', url, events: ['chat.closed'], channelIds: [], deptIds: [], headers: [] }),
  });
  const { status, data, message } = (await answer.json()) as { status: boolean; data: { secret: string }; message: string };
  if (!status) throw new Error(message);
  return data.secret;
}

/** @throws when the log of deliveries says anything but that each was sent once and taken */
async function assertLogged(owner: pg.Client, count: number): Promise<void> {
  const { rows } = await owner.query<{ deliveries: number; done: number; attempts: number }>(`
    select count(*)::integer as deliveries, (count(*) filter (where state = 'DONE' and attempts = 1))::integer as done,
      (select count(*)::integer from webhook_attempts where status = 204) as attempts from webhook_deliveries`);
  const [log] = rows;
  if (log?.deliveries !== count || log.done !== count || log.attempts !== count)
    throw new Error(`The log of ${count} deliveries says ${JSON.stringify(log)}.`);
}

/** Events of chats from the first that is written to the answer of the last, against signed posts that do nothing else, in turn. */
export async function benchWebhooks(): Promise<Figure[]> {
  const world = await startWorld({ environment: { PRIVATE_HOSTS: '127.0.0.1' } });
  const receiver = new Worker(new URL('./receiver.ts', import.meta.url));
  const owner = new pg.Client(world.connection);
  await owner.connect();
  try {
    const [port] = (await once(receiver, 'message')) as [number];
    const url = `http://127.0.0.1:${port}/`;
    const secret = await makeWebhook(world, url);
    const told = toldOf(world);
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      receiver.postMessage(events);
      const all = once(receiver, 'message', { signal: AbortSignal.timeout(longestMs) });
      const began = performance.now();
      await work();
      await all;
      return events / ((performance.now() - began) / 1000);
    };
    const publish = async () => {
      let first = 0;
      await Promise.all(
        Array.from({ length: writers }, async () => {
          while (first < told.length) {
            const some = told.slice(first, first + writtenTogether);
            first += writtenTogether;
            await world.ctx.transaction((tx) => world.ctx.webhooks.publish(tx, ...some));
          }
        }),
      );
    };
    // The first ones warm up; the planner knows a table that has been in use.
    await timed(publish);
    await timed(() => postAll(url, secret, told));
    await owner.query('analyze');
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await timed(publish));
      bare.push(await timed(() => postAll(url, secret, told)));
    }
    // Answered is not yet written down: stopping waits for that.
    await world.running.stop();
    await assertLogged(owner, events * (rounds + 1));
    const ratios = ours.map((value, index) => value / (bare[index] ?? Number.NaN));
    const ratio = median(ratios);
    return [
      {
        name: `${events} webhook deliveries of ${chats} chats, written, sent and answered (ratios ${ratios.map((each) => each.toFixed(2)).join(' ')})`,
        ours: `${median(ours).toFixed(0)}/s`,
        reference: `a bare loop of the same signed posts, ${lines} at once, ${median(bare).toFixed(0)}/s`,
        ratio,
        goal: `at least ${goal}`,
        isMet: ratio >= goal,
      },
    ];
  } finally {
    await receiver.terminate();
    await owner.end();
    await world.stop();
  }
}
