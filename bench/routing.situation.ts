import { endpoints } from '@parley/contract';
import type pg from 'pg';
import type { World } from './world.ts';

/** Demands of every chat of these benches: none. */
const routing = JSON.stringify({
  isInTurn: false,
  language: null,
  languageUntil: null,
  agentId: null,
  agentUntil: null,
  passed: {},
  step: { language: null, requiredId: null, passedBy: [] },
});

/** Makes agents who are Online, beside an administrator who handles no chats, and gives chats out by the settings. */
export async function openDesks(world: World, owner: pg.Client, agents: number, settings: object) {
  const admin = await world.makeAgent([1]);
  const made: { userId: string; token: string }[] = [];
  for (let count = 0; count < agents; count += 1) made.push(await world.makeAgent([3]));
  await owner.query(
    `update agent_desks d set status = 1, ramp_since = null from users u
     where u.user_id = d.user_id and d.enterprise_id = $1 and u.user_id <> $2`,
    [world.enterpriseId, admin.userId],
  );
  const saved = await fetch(`${world.running.url}${endpoints.chats.saveConfiguration.path}`, {
    method: 'POST',
    headers: { 'authentication-token': admin.token, 'content-type': 'application/json' },
    body: JSON.stringify({ chat: { routingMode: 'automatic', ...settings } }),
  });
  if (!saved.ok) throw new Error(`The settings were not saved: ${saved.status}`);
  return made;
}

/** Puts so many chats into the queue, each of another customer; the first of them has waited for the longest. They ask for a round. */
export async function queueChats(owner: pg.Client, { enterpriseId, channel }: World, count: number): Promise<void> {
  await owner.query(
    `with made as (
       insert into customers (enterprise_id, customer_id, name) select $1, gen_random_uuid(), 'Customer ' || n from generate_series(1, $2::integer) n
       returning customer_id),
     asked as (insert into routing_asks (enterprise_id) values ($1))
     insert into chats (enterprise_id, chat_id, channel_id, customer_id, address, state, handled_by, last_activity_at, created_at, queued_at, rank_at,
       waiting_since, routing, fit_key, visit, bot_state)
     select $1, gen_random_uuid(), $3, customer_id, '', 0, 'queue', now(), now(), now(), now() - make_interval(secs => row_number() over () / 1e3), now(),
       $4, 'bench', '{}', '{}'
     from made`,
    [enterpriseId, count, channel.id, routing],
  );
}
