import { agentStatuses } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ChatRouting } from '../routing/chat.fit.ts';
import type { OwnSettings } from '../settings/settings.repository.ts';

/** Days of a range, and its moments: `until` is the midnight behind the last day. */
export type Range = { enterpriseId: string; first: string; last: string; from: Date; until: Date };

export type ChatOfRange = {
  chatId: string;
  deptId: string | null;
  queuedAt: Date;
  weight: number;
  priority: number;
  routing: Partial<ChatRouting>;
  pickedUpAt: Date | null;
  missedAt: Date | null;
  /** Its end, where its customer left before anybody had it */
  leftAt: Date | null;
};

/** Chats that began on the days and asked for people. */
export async function listChats(tx: Read, { enterpriseId, first, last }: Range): Promise<ChatOfRange[]> {
  const { rows } = await sql<ChatOfRange>`
    select c.chat_id, f.dept_id, q.queued_at, c.weight, c.priority, c.routing, c.picked_up_at, c.missed_at,
      case when f.outcome = 'closed' and not f.is_attended and c.missed_at is null then greatest(f.ended_at, q.queued_at) end as left_at
    from chat_facts f join chats c on c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id
      cross join lateral (select coalesce((c.course ->> 'queuedAt')::timestamptz, c.queued_at) as queued_at) q
    where f.enterprise_id = ${enterpriseId} and f.local_day between ${first}::date and ${last}::date and not f.is_sandbox
      and q.queued_at is not null
    order by q.queued_at, c.chat_id`.execute(tx);
  return rows;
}

export type SpellOfRange = {
  chatId: string;
  deptId: string | null;
  userId: string;
  begun: string;
  beganAt: Date;
  endedAt: Date | null;
  suspendedMs: number;
  weight: number;
};

/** Chats of long ago are hardly open in the range. */
const daysBefore = 31;

/** Times for which agents had chats within the range, whenever the chats began. */
export async function listSpells(tx: Read, { enterpriseId, first, last, from }: Range): Promise<SpellOfRange[]> {
  const { rows } = await sql<SpellOfRange>`
    select s.chat_id, f.dept_id, s.user_id, s.begun, s.began_at, s.ended_at, s.suspended_ms::float8 as suspended_ms, c.weight
    from chat_facts f
      join chat_spells s on s.enterprise_id = f.enterprise_id and s.chat_id = f.chat_id
      join chats c on c.enterprise_id = f.enterprise_id and c.chat_id = f.chat_id
    where f.enterprise_id = ${enterpriseId} and f.local_day between ${first}::date - ${daysBefore}::integer and ${last}::date and not f.is_sandbox
      and coalesce(s.ended_at, 'infinity') > ${from}
    order by s.chat_id, s.spell_no`.execute(tx);
  return rows;
}

export type OfferOfRange = { chatId: string; toUserId: string; state: string; createdAt: Date; expiresAt: Date };

/** Offers of the program for chats that began on the days, in their order. */
export async function listOffers(tx: Read, { enterpriseId, first, last }: Range): Promise<OfferOfRange[]> {
  const { rows } = await sql<OfferOfRange>`
    select o.chat_id, o.to_user_id, o.state, o.created_at, o.expires_at
    from chat_facts f join chat_offers o on o.enterprise_id = f.enterprise_id and o.chat_id = f.chat_id
    where f.enterprise_id = ${enterpriseId} and f.local_day between ${first}::date and ${last}::date and not f.is_sandbox
      and o.kind = 'assign' and o.from_user_id is null and o.state in ('accepted', 'declined', 'expired', 'withdrawn')
    order by o.chat_id, o.created_at`.execute(tx);
  return rows;
}

/** Agents may serve the chats of the last evening on the day behind it. */
const tail = sql`interval '1 day'`;

/** Times in which chats were given to agents: Online, and in no own status that gets none. */
export async function listPresence(tx: Read, { enterpriseId, from, until }: Range): Promise<{ userId: string; from: Date; until: Date }[]> {
  const { rows } = await sql<{ userId: string; from: Date; until: Date }>`
    select p.user_id, greatest(p.started_at, ${from}) as from, least(coalesce(p.ended_at, now()), ${until}::timestamptz + ${tail}) as until
    from agent_presence p
      left join agent_status_kinds k on k.enterprise_id = p.enterprise_id and k.status_id = p.status_kind_id and k.base = p.status
    where p.enterprise_id = ${enterpriseId} and p.status = ${sql.lit(agentStatuses.online)} and coalesce(k.is_routed, true)
      and p.started_at < ${until}::timestamptz + ${tail} and coalesce(p.ended_at, 'infinity') > ${from}
    order by p.user_id, p.started_at`.execute(tx);
  return rows;
}

export type SettingsSave = { deptId: string | null; own: OwnSettings; savedAt: Date };

/** All saves of settings, the oldest first. */
export async function listSaves(tx: Read, enterpriseId: string): Promise<SettingsSave[]> {
  return tx
    .selectFrom('chatSettings')
    .select(['deptId', 'own', 'savedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('settingsNo')
    .execute();
}

export async function listFallbacks(tx: Read, enterpriseId: string): Promise<{ departmentId: string; fallbackId: string | null }[]> {
  return tx
    .selectFrom('departments')
    .select(['departmentId', 'fallbackId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .execute();
}
