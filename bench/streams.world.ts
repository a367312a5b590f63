import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { channelTypes } from '@parley/contract';
import type { Document } from '@parley/journey';
import type pg from 'pg';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { createEnterprise } from '../apps/server/src/domains/account/door.ts';
import { createChannel } from '../apps/server/src/domains/channel/door.ts';
import { addPublished } from '../apps/server/src/domains/journey/door.ts';
import { openVisitor } from '../apps/server/test/sockets.ts';
import type { World } from './world.ts';

export type Other = Pick<World, 'ctx' | 'channel'>;

/** A second enterprise with a website of its own. */
export async function makeOther({ running }: World): Promise<Other> {
  const enterpriseId = randomUUIDv7();
  const ctx = enterpriseContext(running.deps, enterpriseId);
  await ctx.transaction((tx) => createEnterprise(tx, enterpriseId, { name: 'Other' }));
  const channel = await createChannel(ctx, {
    name: 'Website',
    type: channelTypes.WEB,
    isActive: true,
    data: { allowedDomains: [], title: 'Chat', greeting: 'Hello', colour: '#1f6f78', entry: 'queue', botId: '' },
  });
  return { ctx, channel };
}

/** Publishes a document on a website's channel. @returns the stream's id */
export async function publishStream({ ctx, channel }: Other, word: string, written: Document): Promise<string> {
  const id = randomUUIDv7();
  const document = { ...written, id, name: word };
  await ctx.transaction((tx) =>
    addPublished(
      ctx,
      tx,
      { name: word, description: '', folder: '', document, tests: [] },
      { channelId: channel.id, kind: 'keyword', word },
    ),
  );
  return id;
}

/** Lets one visitor begin a stream, whose walk waits then: the model of those that are copied. @returns its walk */
export async function beginOne({ running }: World, owner: pg.Client, widgetKey: string, word: string, journeyId: string): Promise<string> {
  const visitor = await openVisitor(running.url, widgetKey);
  await visitor.say(word);
  for (;;) {
    const { rows } = await owner.query<{ instance_id: string }>(
      `select instance_id from journey_waits where journey_id = $1 and kind = 'timer'`,
      [journeyId],
    );
    const [row] = rows;
    if (row) {
      visitor.close();
      return row.instance_id;
    }
    await sleep(20);
  }
}

/**
 * Copies a walk that waits for a time, with a customer and a chat for each copy.
 * @param dueAt when they wait no longer
 */
export async function copyWalks(owner: pg.Client, enterpriseId: string, model: string, count: number, dueAt: Date): Promise<void> {
  const due = dueAt.getTime();
  await owner.query('drop table if exists bench_walks');
  await owner.query(
    `create table bench_walks as
     select gen_random_uuid() as customer_id, gen_random_uuid() as chat_id,
       (substr(m, 1, 14) || substr(gen_random_uuid()::text, 15))::uuid as instance_id, i
     from generate_series(1, $2::integer) as i, (select $1::text as m) as model`,
    [model, count],
  );
  const copies = async (table: string, of: string, changes: string) =>
    owner.query(
      `insert into ${table} select r.* from bench_walks w cross join (
         select t as m from ${table} t where enterprise_id = $1 and ${of}) as model
       cross join lateral jsonb_populate_record(m, ${changes}) r`,
      [enterpriseId, model],
    );
  await copies(
    'customers',
    'customer_id = (select customer_id from journey_live where instance_id = $2)',
    `jsonb_build_object('customer_id', w.customer_id)`,
  );
  await copies(
    'chats',
    'chat_id = (select chat_id from journey_live where instance_id = $2)',
    `jsonb_build_object('chat_id', w.chat_id, 'customer_id', w.customer_id, 'address', w.customer_id)`,
  );
  const own = `'instance_id', w.instance_id, 'customer_id', w.customer_id, 'chat_id', w.chat_id`;
  await copies(
    'journey_instances',
    'instance_id = $2',
    `jsonb_build_object(${own}, 'address', w.customer_id, 'instance', jsonb_set(jsonb_set((m).instance, '{id}', to_jsonb(w.instance_id)), '{wait,dueAt}', '${due}'))`,
  );
  await copies('journey_live', 'instance_id = $2', `jsonb_build_object(${own})`);
  await copies(
    'journey_waits',
    'instance_id = $2',
    `jsonb_build_object('instance_id', w.instance_id, 'due_at', '${dueAt.toISOString()}', 'shard', ('x' || right(w.instance_id::text, 4))::bit(16)::integer % 64)`,
  );
  await owner.query('analyze customers, chats, journey_instances, journey_live, journey_waits');
}
