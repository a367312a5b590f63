import type pg from 'pg';
import type { TestUser } from './factories.ts';

/** Rows of each kind that the views show and that a filled enterprise has none of, for its first chat, bot, stream and channel. */
export async function fillFacts(superuser: pg.Client, { enterpriseId, userId }: TestUser, marker: string): Promise<void> {
  const own = `enterprise_id = '${enterpriseId}'`;
  const statements = [
    `insert into chat_labels (enterprise_id, label_id, name, colour, place)
      values ('${enterpriseId}', gen_random_uuid(), '${marker}', '#1f6f78', 99)`,
    `insert into chat_label_marks (enterprise_id, chat_id, label_id, marked_by, at)
      select c.enterprise_id, c.chat_id, l.label_id, '${userId}', now() from chats c join chat_labels l using (enterprise_id) where ${own} limit 1`,
    `insert into chat_spells (enterprise_id, chat_id, spell_no, user_id, local_day, began_at, begun)
      select enterprise_id, chat_id, 1, '${userId}', local_day, created_at, 'picked' from chat_facts where ${own} limit 1 on conflict do nothing`,
    `insert into agent_presence (enterprise_id, user_id, started_at, ended_at, status, reason)
      values ('${enterpriseId}', '${userId}', now() - interval '2 days', now() - interval '1 day', 1, '${marker}')`,
    `insert into measure_days (enterprise_id, grain, item, is_sandbox, measure, day, count)
      select enterprise_id, 'turn', bot_id, false, 'turn.messages', current_date, 1 from bots where ${own} limit 1 on conflict do nothing`,
    `insert into bot_turns (enterprise_id, turn_id, asked_at, bot_id, session_id, origin, customer_id, version_number, text, reply, confidence,
        is_in_scope, answered_by, took_ms, is_sandbox, local_day)
      select enterprise_id, gen_random_uuid(), now(), b.bot_id, gen_random_uuid(), 'CHAT', c.customer_id, 1, '${marker}', '${marker}', 0.9, true,
        'intent', 12, false, current_date from bots b join customers c using (enterprise_id) where ${own} limit 1`,
    `insert into journey_instances (enterprise_id, instance_id, started_at, journey_id, version, customer_id, channel_id, chat_id, address, environment,
        state, node_no, turn, instance, changed_at)
      select enterprise_id, gen_random_uuid(), now(), j.journey_id, 1, c.customer_id, c.channel_id, c.chat_id, '${marker}', 'production', 'COMPLETED',
        1, 1, '{}', now() from journeys j join chats c using (enterprise_id) where ${own} limit 1`,
    `insert into journey_milestones (enterprise_id, instance_id, milestone_id, journey_id, version, customer_id, at)
      select enterprise_id, instance_id, '${marker}', journey_id, version, customer_id, now() from journey_instances where ${own} limit 1`,
    `insert into departments (enterprise_id, department_id, name) values ('${enterpriseId}', gen_random_uuid(), '${marker}')`,
  ];
  for (const statement of statements) await superuser.query(statement);
}
