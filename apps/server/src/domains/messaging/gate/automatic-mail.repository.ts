import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';

/** Counts the automatic answers that addresses were mailed since a moment; what left at one instant is one answer. */
export async function countAnswers(
  tx: Tx,
  enterpriseId: string,
  { channelId, addresses, since }: { channelId: string; addresses: readonly string[]; since: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; count: number }>`
    select m.address, count(distinct m.created_at)::integer as count from messages m
    where m.enterprise_id = ${enterpriseId} and m.address = any(${[...addresses]}::text[]) and m.channel_id = ${channelId}
      and m.message_id > ${firstIdAt(since)} and m.created_at > ${since} and m.direction = 'out' and m.status <> 'SKIPPED'
      and (m.source in ('BOT', 'SYSTEM') or (m.source = 'JOURNEY' and m.chat_id is not null))
    group by m.address`.execute(tx);
  return new Map(rows.map(({ address, count }) => [address, count]));
}
