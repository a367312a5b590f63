import { agentStatuses, userStates } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { spellFacts } from './facts.repository.ts';

type Names = {
  channels: Map<string, string>;
  labels: Map<string, string>;
  users: Map<string, { name: string; isActive: boolean }>;
};

/** Names of what figures are counted by; those that are gone have none. */
export async function listNames(tx: Read, enterpriseId: string): Promise<Names> {
  const { rows } = await sql<{ kind: 'channel' | 'label' | 'user'; id: string; name: string; isActive: boolean }>`
    select 'channel' as kind, h.channel_id as id, h.name, true as is_active from channels h where h.enterprise_id = ${enterpriseId}
    union all select 'label', l.label_id, l.name, true from chat_labels l where l.enterprise_id = ${enterpriseId}
    union all select 'user', u.user_id, u.name, u.state = ${sql.lit(userStates.active)} from users u where u.enterprise_id = ${enterpriseId}
      and exists (select from agent_desks d where d.enterprise_id = u.enterprise_id and d.user_id = u.user_id)`.execute(tx);
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    channels: new Map(of('channel').map(({ id, name }) => [id, name])),
    labels: new Map(of('label').map(({ id, name }) => [id, name])),
    users: new Map(of('user').map(({ id, name, isActive }) => [id, { name, isActive }])),
  };
}

/** Counts the chats that each agent had, those that somebody had, and those of them that several had. */
export async function countHad(tx: Read, where: RawBuilder<boolean>): Promise<{ of: Map<string, number>; whole: number; several: number }> {
  const { rows } = await sql<{ userId: string | null; count: number; several: number }>`
    with h as materialized (select f.chat_id, f.user_id from ${spellFacts} f where ${where} group by 1, 2)
    select h.user_id, count(*) as count, 0 as several from h group by 1
    union all select null, count(*), count(*) filter (where c.agents > 1) from (select count(*) as agents from h group by h.chat_id) c`.execute(
    tx,
  );
  const whole = rows.find(({ userId }) => userId === null);
  const of = new Map(rows.flatMap(({ userId, count }): [string, number][] => (userId === null ? [] : [[userId, Number(count)]])));
  return { of, whole: Number(whole?.count ?? 0), several: Number(whole?.several ?? 0) };
}

/** Sums up the time of agents by status between two moments; those of whom nothing is recorded are left out. */
export async function readStatusTimes(
  tx: Read,
  enterpriseId: string,
  userIds: readonly string[],
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<Map<string, { onlineMs: number; awayMs: number }>> {
  if (userIds.length === 0) return new Map();
  const of = (status: number) => sql`coalesce(sum(t.ms) filter (where t.status = ${sql.lit(status)}), 0)::bigint`;
  const { rows } = await sql<{ userId: string; onlineMs: number; awayMs: number }>`
    select t.user_id, ${of(agentStatuses.online)} as online_ms, ${of(agentStatuses.away)} as away_ms
    from (select p.user_id, p.status, round(extract(epoch from least(coalesce(p.ended_at, ${now}), ${until}::timestamptz)
          - greatest(p.started_at, ${from}::timestamptz)) * 1000) as ms
        from agent_presence p where p.enterprise_id = ${enterpriseId} and p.user_id = any(${[...userIds]}::uuid[])
          and p.started_at < ${until} and coalesce(p.ended_at, ${now}) > ${from}) t
    group by 1`.execute(tx);
  return new Map(rows.map(({ userId, onlineMs, awayMs }) => [userId, { onlineMs, awayMs }]));
}

/** Ends statements of this transaction that take longer, and lets them sort and group in memory. */
export const limitTime = (tx: Read, ms: number) =>
  sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('work_mem', '32MB', true)`.execute(tx);
