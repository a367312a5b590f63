import type { ToolCallState } from '@parley/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BotToolCallTable } from '#platform/db/schema.bot.ts';

export type CallRow = Selectable<BotToolCallTable>;
export type NewCall = Pick<
  CallRow,
  | 'callId'
  | 'sessionId'
  | 'isDry'
  | 'botId'
  | 'toolId'
  | 'customerId'
  | 'turn'
  | 'round'
  | 'place'
  | 'modelCall'
  | 'tool'
  | 'arguments'
  | 'confirm'
  | 'state'
  | 'createdAt'
>;

/** @returns how many were new: fewer than given, and another process is at the same turn */
export async function insertCalls(tx: Tx, enterpriseId: string, calls: readonly NewCall[]): Promise<number> {
  const rows = await tx
    .insertInto('botToolCalls')
    .values(
      calls.map(({ tool, arguments: given, ...call }) => ({
        enterpriseId,
        ...call,
        tool: JSON.stringify(tool),
        arguments: JSON.stringify(given),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('callId')
    .execute();
  return rows.length;
}

/** The calls of a turn in the order in which the model asked for them. */
export async function listCalls(tx: Read, enterpriseId: string, sessionId: string, turn: number): Promise<CallRow[]> {
  const rows = await tx
    .selectFrom('botToolCalls')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('sessionId', '=', sessionId)
    .where('turn', '=', turn)
    .orderBy('round')
    .orderBy('place')
    .execute();
  return rows.map((row) => ({ ...row, turn: Number(row.turn) }));
}

export const findCall = (tx: Read, enterpriseId: string, callId: string): Promise<CallRow | undefined> =>
  tx.selectFrom('botToolCalls').selectAll().where('enterpriseId', '=', enterpriseId).where('callId', '=', callId).executeTakeFirst();

/** Somebody has confirmed or refused a call, or nobody may any more. @returns false: that was decided before */
export async function decideCall(
  tx: Tx,
  enterpriseId: string,
  callId: string,
  { state, by = null, error = '', now }: { state: 'READY' | 'DENIED'; by?: string | null; error?: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('botToolCalls')
    .set({ state, confirmedBy: by, error, ...(state === 'DENIED' ? { endedAt: now } : {}) })
    .where('enterpriseId', '=', enterpriseId)
    .where('callId', '=', callId)
    .where('state', '=', 'PROPOSED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a tool, so that its calls are counted one after another. @returns false: it was deleted */
export async function lockTool(tx: Tx, enterpriseId: string, toolId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('botTools')
    .select('toolId')
    .where('enterpriseId', '=', enterpriseId)
    .where('toolId', '=', toolId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts calls that have left: in a chat, and since a moment for a customer and for everybody. */
export async function countSent(
  tx: Tx,
  enterpriseId: string,
  { toolId, sessionId, customerId }: Pick<CallRow, 'toolId' | 'sessionId' | 'customerId'>,
  since: Date,
): Promise<{ chat: number; customer: number; day: number }> {
  const { rows } = await sql<{ chat: number; customer: number; day: number }>`
    select count(*) filter (where session_id = ${sessionId})::int as chat,
      count(*) filter (where customer_id = ${customerId} and sent_at > ${since})::int as customer,
      count(*) filter (where sent_at > ${since})::int as day
    from bot_tool_calls where enterprise_id = ${enterpriseId} and tool_id = ${toolId} and sent_at is not null
      and (sent_at > ${since} or session_id = ${sessionId})`.execute(tx);
  return rows[0] ?? { chat: 0, customer: 0, day: 0 };
}

/**
 * Right before a call leaves: from here on nobody knows what it does until it has answered.
 * @param instanceId the walk of a stream @returns false: another has taken it
 */
export async function takeCall(
  tx: Tx,
  enterpriseId: string,
  callId: string,
  now: Date,
  until: Date,
  instanceId: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('botToolCalls')
    .set({ state: 'TAKEN', sentAt: now, takenUntil: until, instanceId })
    .where('enterpriseId', '=', enterpriseId)
    .where('callId', '=', callId)
    .where('state', '=', 'READY')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type CallEnd = { state: Extract<ToolCallState, 'DONE' | 'FAILED' | 'UNKNOWN'>; answer: string; error: string; tookMs: number };

/**
 * A call without a customer was erased while it was on its way, unless it is of Try it: nothing of its outcome is kept.
 * @param from the state that it has to be in still @returns false: it is over already
 */
export async function endCall(
  tx: Tx,
  enterpriseId: string,
  callId: string,
  from: 'READY' | 'TAKEN',
  end: CallEnd,
  now: Date,
): Promise<boolean> {
  const kept = (words: string) => sql<string>`case when customer_id is null and not is_dry then '' else ${words}::text end`;
  const { numUpdatedRows } = await tx
    .updateTable('botToolCalls')
    .set({ ...end, answer: kept(end.answer), error: kept(end.error), takenUntil: null, endedAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('callId', '=', callId)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Calls that these walks are for, and that are not over. */
export async function findRunning(tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<CallRow[]> {
  if (instanceIds.length === 0) return [];
  return tx
    .selectFrom('botToolCalls')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', 'in', [...instanceIds])
    .where('state', '=', 'TAKEN')
    .orderBy('callId')
    .execute();
}

export type StalledCall = { enterpriseId: string; callId: string };

/** Finds calls of all enterprises that have left, and whose worker is gone. */
export async function findStalled(db: Read, now: Date, most: number): Promise<StalledCall[]> {
  return (await sql<StalledCall>`select * from stalled_tool_calls(${now}, ${most})`.execute(db)).rows;
}

/** Finds calls of all enterprises that are streams, and whose time is over. */
export async function findOutOfTime(db: Read, now: Date, most: number): Promise<StalledCall[]> {
  return (await sql<StalledCall>`select * from streams_out_of_time(${now}, ${most})`.execute(db)).rows;
}
