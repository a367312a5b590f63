import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** @property reason why the gate let it not pass, in words; '': it did */
export type RelayOutcome = { messageId: string; reason: string };
type Reply = { relayId: string; replyKey: string };

/** The enterprise of a bridge, before it is known. */
export async function findEnterprise(db: Read, relayId: string): Promise<string | undefined> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from find_relay(${relayId})`.execute(db);
  return rows[0]?.enterpriseId;
}

/** Notes a reply. @returns false if it was noted before */
export async function beginReply(tx: Tx, enterpriseId: string, reply: Reply, createdAt: Date): Promise<boolean> {
  const begun = await tx
    .insertInto('relayReplies')
    .values({ enterpriseId, ...reply, messageId: null, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('replyKey')
    .executeTakeFirst();
  return begun !== undefined;
}

export async function keepOutcome(tx: Tx, enterpriseId: string, { relayId, replyKey }: Reply, outcome: RelayOutcome): Promise<void> {
  await tx
    .updateTable('relayReplies')
    .set(outcome)
    .where('enterpriseId', '=', enterpriseId)
    .where('relayId', '=', relayId)
    .where('replyKey', '=', replyKey)
    .execute();
}

/** The outcome of a reply the first time that it came. */
export async function readOutcome(tx: Read, enterpriseId: string, { relayId, replyKey }: Reply): Promise<RelayOutcome> {
  const { messageId, reason } = await tx
    .selectFrom('relayReplies')
    .select(['messageId', 'reason'])
    .where('enterpriseId', '=', enterpriseId)
    .where('relayId', '=', relayId)
    .where('replyKey', '=', replyKey)
    .executeTakeFirstOrThrow();
  return { messageId: messageId ?? '', reason };
}
