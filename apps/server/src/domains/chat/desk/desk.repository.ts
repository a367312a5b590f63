import { agentStatuses, userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/**
 * Locks the desks of these users in the order of their ids. Locks are taken in one order everywhere: chats by id, desks by user, then all
 * else (decision 0067). Whoever changes the owner or the state of a chat, or an offer of it, holds the desks on which it counts.
 */
export async function lockDesks(tx: Tx, enterpriseId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`select from agent_desks where enterprise_id = ${enterpriseId} and user_id = any(${[...userIds]}::uuid[])
    order by user_id for no key update`.execute(tx);
}

/**
 * The same of all on whose desks these chats count: their owners, and those who have been offered one.
 * @param chatIds locked, so that nobody else changes who that is
 * @param userIds whose desks are locked too
 */
export async function lockDesksOf(
  tx: Tx,
  enterpriseId: string,
  chatIds: readonly string[],
  userIds: readonly string[] = [],
): Promise<void> {
  await sql`select from agent_desks where enterprise_id = ${enterpriseId} and user_id = any(${[...userIds]}::uuid[]
      || array(select owner_id from chats where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[]) and owner_id is not null)
      || array(select to_user_id from chat_offers where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[])
        and state = 'waiting' and kind <> 'invite'))
    order by user_id for no key update`.execute(tx);
}

export function findDesk(tx: Read, enterpriseId: string, userId: string) {
  return tx
    .selectFrom('agentDesks as d')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'd.enterpriseId').onRef('u.userId', '=', 'd.userId'))
    .select(['d.status', 'd.reason', 'd.load', 'u.name'])
    .where('d.enterpriseId', '=', enterpriseId)
    .where('d.userId', '=', userId)
    .executeTakeFirst();
}

export async function findStatuses(tx: Read, enterpriseId: string, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('agentDesks')
    .select(['userId', 'status'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', userIds)
    .execute();
  return new Map(rows.map(({ userId, status }) => [userId, status]));
}

/** An agent who comes Online begins to be idle at that moment. */
const idleSince = (status: number) =>
  status === agentStatuses.online
    ? sql<Date>`case when status = ${sql.lit(status)} then idle_since else greatest(idle_since, now()) end`
    : sql<Date>`idle_since`;

/** Sets the agent's chosen status: it holds now, and whenever they are connected. */
export async function setStatus(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  { agentStatus, reason }: { agentStatus: number; reason: string },
): Promise<void> {
  await tx
    .updateTable('agentDesks')
    .set({
      status: agentStatus,
      wish: agentStatus,
      reason,
      since: sql`case when status = ${agentStatus}::smallint then since else now() end`,
      idleSince: idleSince(agentStatus),
      version: sql`version + 1`,
    })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .execute();
}

/**
 * An agent comes, with the status that they have chosen, or is gone.
 * @returns the new status; undefined: it is what it was
 */
export async function notePresence(tx: Tx, enterpriseId: string, userId: string, isPresent: boolean): Promise<number | undefined> {
  const { rows } = await sql<{ status: number }>`
    with wanted as (
      select user_id, case when ${isPresent} then wish else ${sql.lit(agentStatuses.offline)} end as next from agent_desks
      where enterprise_id = ${enterpriseId} and user_id = ${userId}
    )
    update agent_desks d set status = w.next, since = now(), version = d.version + 1,
      idle_since = case when w.next = ${sql.lit(agentStatuses.online)} then greatest(d.idle_since, now()) else d.idle_since end
    from wanted w where d.enterprise_id = ${enterpriseId} and d.user_id = w.user_id and d.status <> w.next
    returning d.status`.execute(tx);
  return rows[0]?.status;
}

export async function isAnyoneOnline(tx: Read, enterpriseId: string): Promise<boolean> {
  const agent = await tx
    .selectFrom('agentDesks as d')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'd.enterpriseId').onRef('u.userId', '=', 'd.userId'))
    .select('d.userId')
    .where('d.enterpriseId', '=', enterpriseId)
    .where('d.status', '=', agentStatuses.online)
    .where('u.state', '=', userStates.active)
    .limit(1)
    .executeTakeFirst();
  return agent !== undefined;
}

/**
 * The department, and those it falls back to one after the other, up to the first of which an agent is online. A department that is deleted
 * is nobody's: then everybody is asked.
 */
export async function listTakingOver(tx: Tx, enterpriseId: string, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ departmentId: string }>`
    with recursive taking (department_id, fallback_id, place) as (
      select d.department_id, d.fallback_id, 1 from departments d
        where d.enterprise_id = ${enterpriseId} and d.department_id = ${departmentId} and d.deleted_at is null
      union all
      select d.department_id, d.fallback_id, t.place + 1 from taking t
        join departments d on d.enterprise_id = ${enterpriseId} and d.department_id = t.fallback_id and d.deleted_at is null
        where not exists (select from department_members m join users u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
          join agent_desks a on a.enterprise_id = m.enterprise_id and a.user_id = m.user_id
          where m.enterprise_id = ${enterpriseId} and m.department_id = t.department_id
            and u.state = ${sql.lit(userStates.active)} and u.handles_chats and a.status = ${sql.lit(agentStatuses.online)})
    )
    select department_id from taking order by place`.execute(tx);
  return rows.map((row) => row.departmentId);
}
