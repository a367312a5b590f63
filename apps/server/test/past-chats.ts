import { chatStates, missedReasons } from '@parley/contract';
import type { Recorded, Records } from '@parley/routing/replay';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function rowOf({ chatId, departmentId, at, weight, priority, pickedAt, missedAt, leftAt, spells }: Recorded) {
  const end = spells.at(-1)?.until ?? leftAt ?? missedAt ?? at;
  const isMissed = missedAt !== null && spells.length === 0;
  return {
    chat_id: chatId,
    dept_id: departmentId,
    state: isMissed ? chatStates.missed : chatStates.closed,
    owner_id: spells.at(-1)?.userId ?? null,
    created_at: iso(at),
    picked_at: iso(pickedAt),
    missed_at: iso(missedAt),
    missed_reason: isMissed ? missedReasons.timedOut : null,
    closed_at: iso(end),
    weight,
    priority,
    course: { queuedAt: iso(at), endedBy: spells.length > 0 ? 'agent' : 'customer' },
  };
}

/** Writes chats of the past as the program would have left them, with their spells and offers, and the statuses of their agents. */
export async function insertPast(
  tx: Tx,
  { enterpriseId, channelId }: { enterpriseId: string; channelId: string },
  { chats, people, departments }: Records,
): Promise<void> {
  const customerId = newId();
  await sql`insert into customers (enterprise_id, customer_id, name, number) values (${enterpriseId}, ${customerId}, 'Meera', '')`.execute(
    tx,
  );
  await sql`insert into chats (enterprise_id, chat_id, channel_id, customer_id, dept_id, address, state, handled_by, owner_id, last_activity_at,
      queued_at, picked_up_at, missed_at, missed_reason, closed_at, created_at, weight, priority, course, bot_state, visit)
    select ${enterpriseId}, c.chat_id, ${channelId}, ${customerId}, c.dept_id, c.chat_id::text, c.state, case when c.owner_id is null then 'queue' else 'agent' end,
      c.owner_id, c.closed_at, c.created_at, c.picked_at, c.missed_at, c.missed_reason, c.closed_at, c.created_at, c.weight, c.priority, c.course, '{}', '{}'
    from jsonb_to_recordset(${JSON.stringify(chats.map(rowOf))}::jsonb) as c (chat_id uuid, dept_id uuid, state smallint, owner_id uuid,
      created_at timestamptz, picked_at timestamptz, missed_at timestamptz, missed_reason smallint, closed_at timestamptz, weight smallint,
      priority smallint, course jsonb)`.execute(tx);
  const isOffered = Object.values(departments).some((rules) => rules.isOffered);
  const spells = chats.flatMap(({ chatId, spells: own, reactionMs }) =>
    own.map(({ userId, from, until }, place) => ({
      ...{
        chat_id: chatId,
        no: place + 1,
        user_id: userId,
        began_at: iso(from),
        ended_at: iso(until),
        offered_at: iso(from - (reactionMs ?? 0)),
      },
      begun: isOffered ? 'assigned' : 'routed',
    })),
  );
  const given = JSON.stringify(spells);
  const columns = sql`(chat_id uuid, no smallint, user_id uuid, began_at timestamptz, ended_at timestamptz, offered_at timestamptz, begun text)`;
  await sql`insert into chat_spells (enterprise_id, chat_id, spell_no, user_id, local_day, began_at, begun, ended_at, ended)
    select ${enterpriseId}, s.chat_id, s.no, s.user_id, f.local_day, s.began_at, s.begun, s.ended_at, 'closed'
    from jsonb_to_recordset(${given}::jsonb) as s ${columns} join chat_facts f on f.enterprise_id = ${enterpriseId} and f.chat_id = s.chat_id`.execute(
    tx,
  );
  if (isOffered)
    await sql`insert into chat_offers (enterprise_id, offer_id, chat_id, kind, to_user_id, note, state, created_at, expires_at)
      select ${enterpriseId}, gen_random_uuid(), s.chat_id, 'assign', s.user_id, '', 'accepted', s.offered_at, s.offered_at + interval '10 minutes'
      from jsonb_to_recordset(${given}::jsonb) as s ${columns}`.execute(tx);
  const withdrawn = chats
    .filter(({ reactionAtLeastMs }) => reactionAtLeastMs > 0)
    .map(({ chatId, leftAt, missedAt, reactionAtLeastMs }) => ({
      chat_id: chatId,
      offered_at: iso((leftAt ?? missedAt ?? 0) - reactionAtLeastMs),
    }));
  await sql`insert into chat_offers (enterprise_id, offer_id, chat_id, kind, to_user_id, note, state, created_at, expires_at)
    select ${enterpriseId}, gen_random_uuid(), w.chat_id, 'assign', ${people[0]?.userId}, '', 'withdrawn', w.offered_at, w.offered_at + interval '10 minutes'
    from jsonb_to_recordset(${JSON.stringify(withdrawn)}::jsonb) as w (chat_id uuid, offered_at timestamptz)`.execute(tx);
  const online = people.flatMap(({ userId, online: spans }) =>
    spans.map(([from, until]) => ({ user_id: userId, from: iso(from), until: iso(until) })),
  );
  await sql`insert into agent_desks (enterprise_id, user_id) select distinct ${enterpriseId}::uuid, p.user_id
    from jsonb_to_recordset(${JSON.stringify(online)}::jsonb) as p (user_id uuid) on conflict do nothing`.execute(tx);
  await sql`insert into agent_presence (enterprise_id, user_id, started_at, ended_at, status)
    select ${enterpriseId}, p.user_id, p.from, p.until, 1
    from jsonb_to_recordset(${JSON.stringify(online)}::jsonb) as p (user_id uuid, "from" timestamptz, until timestamptz)`.execute(tx);
}
