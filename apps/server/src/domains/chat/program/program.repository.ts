import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Entries that are looked at: a chat in which more are written within a minute is no conversation. */
const lookedAt = 500;

/** Counts the answers of keys in a chat since a time, among its newest entries. @property first the time of the oldest of them */
export async function countAnswers(
  tx: Read,
  enterpriseId: string,
  { chatId, lastNumber }: { chatId: string; lastNumber: number },
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*)::integer as count, min(a.acted_on) as first from chat_actions a
    where a.enterprise_id = ${enterpriseId} and a.chat_id = ${chatId} and a.number > ${lastNumber - lookedAt} and a.acted_on > ${since}
      and a.detail ? 'apiKey'`.execute(tx);
  return rows[0] ?? { count: 0, first: null };
}
