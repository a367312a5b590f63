import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { createEnterprise } from '../apps/server/src/domains/account/door.ts';
import type { World } from './world.ts';

export type Place = { enterpriseId: string; userId: string; token: string };

/** An enterprise with a channel and an administrator, who has twenty chats. */
export async function makePlace(world: World, owner: pg.Client): Promise<Place> {
  const enterpriseId = randomUUIDv7();
  const ctx = enterpriseContext(world.running.deps, enterpriseId);
  await ctx.transaction((tx) => createEnterprise(tx, enterpriseId, { name: 'Inbox' }));
  const agent = await world.makeAgentOf(ctx, [1, 3]);
  await owner.query(
    "insert into channels (enterprise_id, channel_id, type, name, widget_key, data) values ($1::uuid, $1::uuid, 12, 'Website', $1::uuid::text, '{}')",
    [enterpriseId],
  );
  return { enterpriseId, ...agent };
}

/** Chats of one kind, a customer each, one second apart. */
export async function addChats(owner: pg.Client, { enterpriseId, userId }: Place, count: number, kind: 'queue' | 'own' | 'closed') {
  const state = { queue: 0, own: 2, closed: 3 }[kind];
  await owner.query(
    `with made as (
      insert into customers (enterprise_id, customer_id, name, number, email)
      select $1::uuid, gen_random_uuid(), 'Customer ' || i, '', '' from generate_series(1, $2::int) i returning customer_id)
    insert into chats (enterprise_id, chat_id, channel_id, customer_id, address, state, handled_by, owner_id, last_message, last_activity_at,
      waiting_since, queued_at, closed_at, created_at, visit, bot_state)
    select $1::uuid, gen_random_uuid(), $1::uuid, m.customer_id, m.customer_id::text, $3::smallint, case when $3::smallint = 0 then 'queue' else 'agent' end,
      case when $3::smallint = 0 then null else $4::uuid end, 'Where is my order?', t.at, case when $3::smallint = 3 then null else t.at end, t.at,
      case when $3::smallint = 3 then t.at end, t.at, '{}', '{}'
    from (select customer_id, row_number() over () as place from made) m
      cross join lateral (select date_trunc('milliseconds', now()) - m.place * interval '1 second' as at) t`,
    [enterpriseId, count, state, userId],
  );
  if (kind !== 'queue')
    await owner.query(
      `insert into chat_participants (enterprise_id, chat_id, user_id, kind, joined_at)
      select enterprise_id, chat_id, $2::uuid, 'owner', created_at from chats where enterprise_id = $1::uuid and state = $3::smallint on conflict do nothing`,
      [enterpriseId, userId, state],
    );
}

/** Messages of the own chats, customer and agent by turns. @param long those of one of the chats */
export async function addActions(owner: pg.Client, { enterpriseId, userId }: Place, { perChat, long }: { perChat: number; long: number }) {
  // A name ends with a sign of its own: a row's words run into its time.
  await owner.query("update customers set name = regexp_replace(name, '([0-9]+)$', '<\\1>') where enterprise_id = $1", [enterpriseId]);
  await owner.query("update chats set created_at = created_at - interval '1 hour' where enterprise_id = $1 and state = 2", [enterpriseId]);
  await owner.query(
    `insert into chat_actions (enterprise_id, chat_id, number, acted_on, action_id, action_type, author_kind, author_id, author_name, message)
    select c.enterprise_id, c.chat_id, n, c.created_at + n * interval '0.5 seconds', gen_random_uuid(), case n % 2 when 1 then 1 else 3 end,
      case n % 2 when 1 then 'customer' else 'agent' end, case n % 2 when 1 then c.customer_id else $2::uuid end,
      case n % 2 when 1 then 'Customer' else 'Agent' end, 'Message ' || n || ' about the order that has not come yet'
    from (select *, row_number() over (order by created_at) as place from chats where enterprise_id = $1 and state = 2) c
      cross join lateral generate_series(1, case c.place when 1 then $4::int else $3::int end) n`,
    [enterpriseId, userId, perChat, long],
  );
  await owner.query(
    `update chats c set last_number = a.last, message_count = a.last, customer_count = (a.last + 1) / 2
    from (select chat_id, max(number) as last from chat_actions where enterprise_id = $1 group by chat_id) a
    where c.enterprise_id = $1 and c.chat_id = a.chat_id`,
    [enterpriseId],
  );
}
