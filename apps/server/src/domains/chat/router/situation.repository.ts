import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import { texts, uuids } from '#platform/db/arrays.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { handlesChats } from '../access/chat.people.ts';
import { isRoutedDesk } from '../desk/desk.repository.ts';
import type { ChatRow } from '../record/chat.repository.ts';
import type { RoutedRow } from '../routing/chat.fit.ts';
import type { Saved } from '../settings/settings.repository.ts';

/** The pool of an enterprise, whose lock says who decides. @returns undefined: somebody else does */
export async function tryPool(tx: Tx, enterpriseId: string): Promise<{ roundNo: number; lastTurn: number } | undefined> {
  const row = await tx
    .selectFrom('routingPools')
    .select(['roundNo', 'lastTurn'])
    .where('enterpriseId', '=', enterpriseId)
    .where('isRouted', '=', true)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { roundNo: Number(row.roundNo), lastTurn: Number(row.lastTurn) };
}

export async function listAsks(tx: Tx, enterpriseId: string): Promise<string[]> {
  const rows = await tx.selectFrom('routingAsks').select('askId').where('enterpriseId', '=', enterpriseId).execute();
  return rows.map(({ askId }) => String(askId));
}

export async function deleteAsks(tx: Tx, enterpriseId: string, askIds: readonly string[]): Promise<void> {
  if (askIds.length > 0)
    await sql`delete from routing_asks where enterprise_id = ${enterpriseId} and ask_id = any(${[...askIds]}::bigint[])`.execute(tx);
}

export type DeskRow = {
  userId: string;
  name: string;
  status: number;
  isRouted: boolean;
  load: number;
  idleSince: Date;
  turn: number;
  rampSince: Date | null;
  rampMinute: number;
  rampTaken: number;
  wrapUntil: Date | null;
  maxChats: number | null;
  priority: number;
  languages: string[];
  skills: Record<string, number>;
  departmentIds: string[];
};

/** @param of whose desks; 'routed': of all to whom chats are given now; 'all': of all who handle chats */
export async function readDesks(tx: Read, enterpriseId: string, of: readonly string[] | 'routed' | 'all'): Promise<DeskRow[]> {
  const among = of === 'all' ? sql`true` : of === 'routed' ? isRoutedDesk('d') : sql`d.user_id = any(${[...of]}::uuid[])`;
  const { rows } = await sql<DeskRow>`
    select d.user_id, u.name, d.status, d.is_routed, d.load, d.idle_since, d.turn::float8 as turn, d.ramp_since, d.ramp_minute::float8 as ramp_minute, d.ramp_taken,
      d.wrap_until, u.max_chats, u.priority, u.languages,
      coalesce((select jsonb_object_agg(s.skill_id, s.level) from agent_skills s
        where s.enterprise_id = u.enterprise_id and s.user_id = u.user_id), '{}') as skills,
      array(select m.department_id from department_members m join departments p on p.enterprise_id = m.enterprise_id
        and p.department_id = m.department_id and p.deleted_at is null
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id) as department_ids
    from agent_desks d join users u on u.enterprise_id = d.enterprise_id and u.user_id = d.user_id
    where d.enterprise_id = ${enterpriseId} and ${among} and ${handlesChats('u')}`.execute(tx);
  return rows;
}

/** The part of desks' loads that is of each department. */
export async function readDepartmentLoads(tx: Read, enterpriseId: string, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; departmentId: string; load: number }>`
    select w.user_id, w.dept_id as department_id, sum(w.weight)::integer as load from (
      select c.owner_id as user_id, c.dept_id, c.weight from chats c
        where c.enterprise_id = ${enterpriseId} and c.owner_id = any(${[...userIds]}::uuid[])
          and c.state in (${sql.lit(chatStates.started)}, ${sql.lit(chatStates.ongoing)})
      union all
      select o.to_user_id, c.dept_id, o.weight from chat_offers o
        join chats c on c.enterprise_id = o.enterprise_id and c.chat_id = o.chat_id
        where o.enterprise_id = ${enterpriseId} and o.to_user_id = any(${[...userIds]}::uuid[]) and o.state = 'waiting' and o.kind <> 'invite') w
    where w.dept_id is not null group by w.user_id, w.dept_id`.execute(tx);
  return rows;
}

/** The newest save of each scope that has one. */
export async function readScopes(tx: Read, enterpriseId: string): Promise<{ enterprise: Saved | null; departments: Map<string, Saved> }> {
  const { rows } = await sql<Saved & { deptId: string | null }>`
    select distinct on (s.dept_id) s.dept_id, s.settings_no, s.own from chat_settings s
    where s.enterprise_id = ${enterpriseId} order by s.dept_id, s.settings_no desc`.execute(tx);
  const departments = new Map(rows.flatMap(({ deptId, ...saved }) => (deptId === null ? [] : [[deptId, saved]])));
  return { enterprise: rows.find(({ deptId }) => deptId === null) ?? null, departments };
}

/**
 * A waiting chat that is on offer to nobody who would own it. What is on offer is read once and hashed: for each chat anew, the planner may read
 * all of it, since it knows nothing of how many offers wait.
 */
const isFree = (enterpriseId: string) => sql`c.chat_id not in (select o.chat_id from chat_offers o
  where o.enterprise_id = ${enterpriseId} and o.state = 'waiting' and o.kind <> 'invite')`;
const isWaiting = sql`c.handled_by = 'queue' and c.state = ${sql.lit(chatStates.created)}`;

/** A chat as read, with what the statement could see. */
export type WaitingRow = RoutedRow & { fitKey: string };

/**
 * The first waiting chats of each key: all that could get a place. Ten thousand chats of a dozen keys cost a dozen short reads of the index.
 * @returns `seen` the snapshot of the statement
 */
export async function readWaiting(tx: Tx, enterpriseId: string, atMostOfKey: number): Promise<{ rows: WaitingRow[]; seen: string }> {
  const { rows } = await sql<WaitingRow & { seen: string }>`
    with recursive keys (fit_key) as (
      (select c.fit_key from chats c where c.enterprise_id = ${enterpriseId} and ${isWaiting} and c.fit_key <> '' order by c.fit_key limit 1)
      union all
      select (select c.fit_key from chats c where c.enterprise_id = ${enterpriseId} and ${isWaiting} and c.fit_key > k.fit_key and c.fit_key <> ''
        order by c.fit_key limit 1)
      from keys k where k.fit_key is not null
    )
    select c.*, pg_current_snapshot()::text as seen from keys k cross join lateral (
      select c.chat_id, c.dept_id, c.offered_to, c.priority, c.rank_at, c.weight, c.routing, c.fit_key from chats c
      where c.enterprise_id = ${enterpriseId} and ${isWaiting} and c.fit_key = k.fit_key and c.fit_key <> '' and ${isFree(enterpriseId)}
      order by c.priority desc, c.rank_at, c.chat_id limit ${atMostOfKey}) c
    where k.fit_key is not null`.execute(tx);
  return { rows, seen: rows[0]?.seen ?? '' };
}

/** A chat under its lock, as far as a round that offers it asks. */
export type LockedWaiting = WaitingRow & Pick<ChatRow, 'handledBy' | 'state'> & { customerName: string };

/** Locks chats in the order of their ids, and reads no more of them than a round needs. */
export async function lockWaiting(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<LockedWaiting[]> {
  const { rows } = await sql<LockedWaiting>`
    select c.chat_id, c.dept_id, c.offered_to, c.priority, c.rank_at, c.weight, c.routing, c.fit_key, c.handled_by, c.state,
      coalesce((select p.name from customers p where p.enterprise_id = c.enterprise_id and p.customer_id = c.customer_id), '') as customer_name
    from chats c where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${uuids(chatIds, (id) => id)}::uuid[])
    order by c.chat_id for update`.execute(tx);
  return rows;
}

/** Those of these chats that have an offer to a new owner. */
export async function findOffered(tx: Read, enterpriseId: string, chatIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ chatId: string }>`select o.chat_id from chat_offers o
    where o.enterprise_id = ${enterpriseId} and o.chat_id = any(${[...chatIds]}::uuid[]) and o.state = 'waiting' and o.kind <> 'invite'`.execute(
    tx,
  );
  return new Set(rows.map(({ chatId }) => chatId));
}

/** Counts the chats that come before one in the order, a thousand at the most. */
export async function countAhead(tx: Read, enterpriseId: string, { priority, rankAt, chatId }: RoutedRow): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select count(*)::integer as ahead from (select from chats c
      where c.enterprise_id = ${enterpriseId} and ${isWaiting} and c.fit_key <> '' and ${isFree(enterpriseId)}
        and (c.priority > ${priority} or (c.priority = ${priority} and (c.rank_at, c.chat_id) < (${rankAt}, ${chatId}::uuid)))
      limit 1000) first`.execute(tx);
  return rows[0]?.ahead ?? 0;
}

export type DeskChange = { userId: string; turn: number; rampMinute: number; rampTaken: number; isLevel: boolean };

/** Writes what a round has changed of desks beside their loads, which triggers count. */
export async function writeDesks(tx: Tx, enterpriseId: string, changes: readonly DeskChange[]): Promise<void> {
  const inOrder = changes.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  await sql`update agent_desks d set turn = w.turn, ramp_minute = w.ramp_minute, ramp_taken = w.ramp_taken,
      ramp_since = case when w.is_level then null else d.ramp_since end
    from unnest(${inOrder.map(({ userId }) => userId)}::uuid[], ${inOrder.map(({ turn }) => turn)}::bigint[], ${inOrder.map(({ rampMinute }) => rampMinute)}::bigint[],
      ${inOrder.map(({ rampTaken }) => rampTaken)}::integer[], ${inOrder.map(({ isLevel }) => isLevel)}::boolean[])
      as w (user_id, turn, ramp_minute, ramp_taken, is_level)
    where d.enterprise_id = ${enterpriseId} and d.user_id = w.user_id`.execute(tx);
}

export type DecisionRow = { chatId: string; userId: string; kind: 'offer' | 'direct'; reasons: object };

/** Records a round that has given out chats, with the reasons of each. */
export async function writeRound(
  tx: Tx,
  enterpriseId: string,
  round: { roundNo: number; lastTurn: number; seen: string; isCut: boolean },
  decisions: readonly DecisionRow[],
): Promise<void> {
  const { roundNo, lastTurn, seen, isCut } = round;
  await Promise.all([
    tx.updateTable('routingPools').set({ roundNo, lastTurn }).where('enterpriseId', '=', enterpriseId).execute(),
    tx.insertInto('routeRounds').values({ enterpriseId, roundNo, seen, decided: decisions.length, isCut }).execute(),
    sql`insert into route_decisions (enterprise_id, round_no, chat_id, user_id, kind, reasons)
      select ${enterpriseId}, ${roundNo}::bigint, d.chat_id, d.user_id, d.kind, d.reasons::jsonb from unnest(
        ${uuids(decisions, ({ chatId }) => chatId)}::uuid[], ${uuids(decisions, ({ userId }) => userId)}::uuid[],
        ${texts(decisions, ({ kind }) => kind)}::text[], ${texts(decisions, ({ reasons }) => JSON.stringify(reasons))}::text[])
        as d (chat_id, user_id, kind, reasons)`.execute(tx),
  ]);
}

export const setLook = (tx: Tx, enterpriseId: string, lookAt: Date | null) =>
  tx.updateTable('routingPools').set({ lookAt }).where('enterpriseId', '=', enterpriseId).execute();

/** Tells whether chats of the enterprise are given out, or were once. */
export async function hasPool(tx: Read, enterpriseId: string): Promise<boolean> {
  const pool = await tx.selectFrom('routingPools').select('enterpriseId').where('enterpriseId', '=', enterpriseId).executeTakeFirst();
  return pool !== undefined;
}

/** Makes the pool of an enterprise whose chats are given out, or says that they are not any more. */
export async function writePool(tx: Tx, enterpriseId: string, isRouted: boolean): Promise<void> {
  await tx
    .insertInto('routingPools')
    .values({ enterpriseId, isRouted })
    .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet({ isRouted }))
    .execute();
}

/** The last decision about a chat, with the name of its agent. */
export const findDecision = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('routeDecisions as r')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'r.enterpriseId').onRef('u.userId', '=', 'r.userId'))
    .select(['r.userId', 'u.name', 'r.kind', 'r.reasons', 'r.decidedAt'])
    .where('r.enterpriseId', '=', enterpriseId)
    .where('r.chatId', '=', chatId)
    .orderBy('r.decidedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A chat as the router sees it. */
export const findRouted = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('chats')
    .select(['chatId', 'deptId', 'offeredTo', 'priority', 'rankAt', 'weight', 'routing', 'fitKey', 'handledBy', 'state', 'ownerId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .executeTakeFirst();

/** The agent who has the chat on offer, to own it. */
export async function findOfferHolder(
  tx: Read,
  enterpriseId: string,
  chatId: string,
): Promise<{ userId: string; name: string } | undefined> {
  const { rows } = await sql<{ userId: string; name: string }>`select u.user_id, u.name from chat_offers o
    join users u on u.enterprise_id = o.enterprise_id and u.user_id = o.to_user_id
    where o.enterprise_id = ${enterpriseId} and o.chat_id = ${chatId} and o.state = 'waiting' and o.kind <> 'invite' limit 1`.execute(tx);
  return rows[0];
}
