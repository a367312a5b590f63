import { agentStatuses, type OwnStatus, userStates } from '@parley/contract';
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

/** Tells whether an own status holds on a desk: it was chosen, and its base is what holds now. Who is away since they are not connected has none. */
export const holdsOn = (kind: 'k', desk: 'd') => {
  const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`${of(kind, 'enterpriseId')} = ${of(desk, 'enterpriseId')} and ${of(kind, 'statusId')} = ${of(desk, 'statusKindId')}
    and ${of(kind, 'base')} = ${of(desk, 'status')}`;
};

export type KindOfDesk = { statusId: string | null; ownName: string | null; ownNameHi: string | null; ownColour: string | null };

/** Presents the own status that holds on a desk. @returns null: none does */
export const presentOwnStatus = ({ statusId, ownName, ownNameHi, ownColour }: KindOfDesk): OwnStatus | null =>
  statusId === null ? null : { id: statusId, name: ownName ?? '', nameHi: ownNameHi ?? '', colour: ownColour ?? '' };

export function findDesk(tx: Read, enterpriseId: string, userId: string) {
  return tx
    .selectFrom('agentDesks as d')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'd.enterpriseId').onRef('u.userId', '=', 'd.userId'))
    .leftJoin('agentStatusKinds as k', (join) => join.on(holdsOn('k', 'd')))
    .select(['d.status', 'd.reason', 'd.since', 'd.load', 'u.name', 'u.maxChats'])
    .select(['k.statusId', 'k.name as ownName', 'k.nameHi as ownNameHi', 'k.colour as ownColour'])
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

/** Agents to whom the program gives chats, of desks under this name. */
export const isRoutedDesk = (desk: 'd' | 'a') =>
  sql<boolean>`(${sql.ref(`${desk}.status`)} = ${sql.lit(agentStatuses.online)} and ${sql.ref(`${desk}.isRouted`)})`;

/** An agent who comes to where chats are given out begins to be idle at that moment, and gets chats little by little. */
const since = (isRouted: boolean, column: 'idle_since' | 'ramp_since') =>
  isRouted
    ? sql<Date>`case when status = ${sql.lit(agentStatuses.online)} and is_routed then ${sql.raw(column)}
        else greatest(${sql.raw(column)}, now()) end`
    : sql<Date>`${sql.raw(column)}`;

/** @property kind the own status that was chosen, whose base `agentStatus` is @property by a supervisor who has set it */
export type ChosenStatus = {
  agentStatus: number;
  reason: string;
  kind?: { statusId: string; isRouted: boolean } | undefined;
  by?: string;
};

/** Sets the agent's chosen status: it holds now, and whenever they are connected. */
export async function setStatus(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  { agentStatus, reason, kind, by }: ChosenStatus,
): Promise<void> {
  const isRouted = kind?.isRouted ?? true;
  await tx
    .updateTable('agentDesks')
    .set({
      status: agentStatus,
      wish: agentStatus,
      reason,
      since: sql`case when status = ${agentStatus}::smallint and status_kind_id is not distinct from ${kind?.statusId ?? null}::uuid
        then since else now() end`,
      statusKindId: kind?.statusId ?? null,
      statusBy: by ?? null,
      isRouted,
      idleSince: since(agentStatus === agentStatuses.online && isRouted, 'idle_since'),
      rampSince: since(agentStatus === agentStatuses.online && isRouted, 'ramp_since'),
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
      idle_since = case when w.next = ${sql.lit(agentStatuses.online)} and d.is_routed then greatest(d.idle_since, now()) else d.idle_since end,
      ramp_since = case when w.next = ${sql.lit(agentStatuses.online)} and d.is_routed then now() else d.ramp_since end
    from wanted w where d.enterprise_id = ${enterpriseId} and d.user_id = w.user_id and d.status <> w.next
    returning d.status`.execute(tx);
  return rows[0]?.status;
}

/** Tells whether somebody who gets chats is online in the department, or in one that it falls back to. @param departmentId null: any */
export async function isAnyoneOnline(tx: Read, enterpriseId: string, departmentId: string | null): Promise<boolean> {
  // The departments of a chat end at the first with somebody; of one that is deleted there is none, and everybody is asked.
  const departments = departmentId === null ? [] : await listTakingOver(tx, enterpriseId, departmentId);
  const agent = await tx
    .selectFrom('agentDesks as d')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'd.enterpriseId').onRef('u.userId', '=', 'd.userId'))
    .select('d.userId')
    .where('d.enterpriseId', '=', enterpriseId)
    .where(isRoutedDesk('d'))
    .where('u.state', '=', userStates.active)
    .where('u.handlesChats', '=', true)
    .$if(departments.length > 0, (query) =>
      query.where(sql<boolean>`exists (select from department_members m where m.enterprise_id = d.enterprise_id and m.user_id = d.user_id
        and m.department_id = any(${departments}::uuid[]))`),
    )
    .limit(1)
    .executeTakeFirst();
  return agent !== undefined;
}

/**
 * The department, and those it falls back to one after the other, up to the first of which an agent is online in a status that gets chats. A
 * department that is deleted is nobody's: then everybody is asked.
 * @param further departments behind that one
 */
export async function listTakingOver(tx: Read, enterpriseId: string, departmentId: string, further = 0): Promise<string[]> {
  const { rows } = await sql<{ departmentId: string; isManned: boolean }>`
    with recursive chain (department_id, fallback_id, path) as (
      select d.department_id, d.fallback_id, array[d.department_id] from departments d
        where d.enterprise_id = ${enterpriseId} and d.department_id = ${departmentId} and d.deleted_at is null
      union all
      select d.department_id, d.fallback_id, c.path || d.department_id from chain c
        join departments d on d.enterprise_id = ${enterpriseId} and d.department_id = c.fallback_id and d.deleted_at is null
        where d.department_id <> all(c.path)
    )
    select c.department_id, exists (select from department_members m join users u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id
      join agent_desks a on a.enterprise_id = m.enterprise_id and a.user_id = m.user_id
      where m.enterprise_id = ${enterpriseId} and m.department_id = c.department_id
        and u.state = ${sql.lit(userStates.active)} and u.handles_chats and ${isRoutedDesk('a')}) as is_manned
    from chain c order by cardinality(c.path)`.execute(tx);
  const manned = rows.findIndex(({ isManned }) => isManned);
  return rows.slice(0, manned < 0 ? rows.length : manned + 1 + further).map((row) => row.departmentId);
}

/** Counts an offer that the agent has missed. @returns how many in a row they are now */
export async function noteMissed(tx: Tx, enterpriseId: string, userId: string): Promise<number> {
  const row = await tx
    .updateTable('agentDesks')
    .set((eb) => ({ missedInRow: eb('missedInRow', '+', 1) }))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .returning('missedInRow')
    .executeTakeFirst();
  return row?.missedInRow ?? 0;
}

/** An agent who takes a chat has missed none in a row any more. */
export const forgetMissed = (tx: Tx, enterpriseId: string, userId: string) =>
  tx
    .updateTable('agentDesks')
    .set({ missedInRow: 0 })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('missedInRow', '>', 0)
    .execute();

/** The agent gets no new chat until then. The desk is locked. */
export const wrapUp = (tx: Tx, enterpriseId: string, userId: string, until: Date) =>
  tx.updateTable('agentDesks').set({ wrapUntil: until }).where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();

/** Lists those of the users who have no console open at this moment. */
export async function listWithoutLine(tx: Tx, enterpriseId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const connected = await tx
    .selectFrom('agentSockets')
    .select('userId')
    .distinct()
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', [...userIds])
    .where('seenUntil', '>', sql<Date>`clock_timestamp()`)
    .execute();
  const open = new Set(connected.map(({ userId }) => userId));
  return new Set(userIds.filter((userId) => !open.has(userId)));
}
