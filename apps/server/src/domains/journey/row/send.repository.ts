import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** The walks that have sent these messages, by the messages. */
export async function walksOfMessages(tx: Read, enterpriseId: string, messageIds: readonly string[]): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('journeySends')
    .select(['messageId', 'instanceId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', 'in', [...messageIds])
    .execute();
  return new Map(rows.map(({ messageId, instanceId }) => [messageId, instanceId]));
}

type WatchedSend = { messageId: string; instanceId: string; turn: number; place: number };

/** Finds those of these messages that a walk waits to hear of. */
export async function findWatchedSends(tx: Read, enterpriseId: string, messageIds: readonly string[]): Promise<WatchedSend[]> {
  const { rows } = await sql<WatchedSend>`
    select s.message_id, s.instance_id, s.turn, s.place from journey_sends s
    join journey_live l on l.enterprise_id = s.enterprise_id and l.instance_id = s.instance_id
    where s.enterprise_id = ${enterpriseId} and s.message_id = any(${messageIds}::uuid[]) and s.is_watched`.execute(tx);
  return rows;
}

export type NewSend = { messageId: string; instanceId: string; turn: number; place: number; nodeId: string; isWatched: boolean };

/** Notes which messages turns have sent, each once. */
export async function insertSends(tx: Tx, enterpriseId: string, sends: readonly NewSend[]): Promise<void> {
  await tx
    .insertInto('journeySends')
    .values(sends.map((send) => ({ enterpriseId, ...send })))
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'messageId']).doNothing())
    .execute();
}
