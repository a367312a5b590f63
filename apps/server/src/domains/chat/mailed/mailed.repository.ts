import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { TranscriptAskTable } from '#platform/db/schema.chat.ts';

/** Two asks of an enterprise are counted one after the other. */
export async function lockAsks(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transcript asks ${enterpriseId}`}, 0))`.execute(tx);
}

/** @property chat asks for the same chat @property email to the same address @property network from the same network @property all of the enterprise */
export type AskCounts = { chat: number; email: number; network: number; all: number };

export async function countAsks(
  tx: Read,
  enterpriseId: string,
  { chatId, email, network }: { chatId: string; email: string; network: Buffer },
  since: Date,
): Promise<AskCounts> {
  const { rows } = await sql<AskCounts>`
    select count(*) filter (where chat_id = ${chatId})::integer as chat, count(*) filter (where lower(email) = lower(${email}))::integer as email,
      count(*) filter (where network = ${network})::integer as network, count(*)::integer as all
    from transcript_asks where enterprise_id = ${enterpriseId} and created_at > ${since}`.execute(tx);
  return rows[0] ?? { chat: 0, email: 0, network: 0, all: 0 };
}

export async function insertAsk(tx: Tx, row: Insertable<TranscriptAskTable>): Promise<void> {
  await tx.insertInto('transcriptAsks').values(row).execute();
}

/** Counts a try of the newest ask of a chat that is not too old. @returns the ask; undefined: there is none, or it has been tried too often */
export async function tryAsk(tx: Tx, enterpriseId: string, chatId: string, { since, mostTries }: { since: Date; mostTries: number }) {
  const { rows } = await sql<{ askId: string; email: string; codeHash: Buffer }>`
    update transcript_asks a set tries = a.tries + 1 where a.enterprise_id = ${enterpriseId} and a.tries < ${mostTries} and a.sent_at is null
      and a.ask_id = (select n.ask_id from transcript_asks n where n.enterprise_id = ${enterpriseId} and n.chat_id = ${chatId}
        and n.created_at > ${since} order by n.created_at desc, n.ask_id desc limit 1)
    returning a.ask_id, a.email, a.code_hash`.execute(tx);
  return rows[0];
}

export async function noteSent(tx: Tx, enterpriseId: string, askId: string, now: Date): Promise<void> {
  await tx.updateTable('transcriptAsks').set({ sentAt: now }).where('enterpriseId', '=', enterpriseId).where('askId', '=', askId).execute();
}
