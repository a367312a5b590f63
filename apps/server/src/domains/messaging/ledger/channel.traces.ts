import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChannelUse } from '../../channel/door.ts';

/** Out of the counts: looking for one row among all messages of an enterprise could take long. */
async function countMessages(tx: Read, enterpriseId: string, channelId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(count), 0)::float8 as count from (
      select count from message_counts where enterprise_id = ${enterpriseId} and channel_id = ${channelId}
      union all select count from message_count_changes where enterprise_id = ${enterpriseId} and channel_id = ${channelId}) counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

const shownNewest = 10_000;
/** Counts the newest messages at least. Ids of messages begin with their time. */
async function countRecent(tx: Read, enterpriseId: string, channelId: string, since: Date): Promise<{ sent: number; failed: number }> {
  const hex = since.getTime().toString(16).padStart(12, '0');
  const firstId = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
  const { rows } = await sql<{
    sent: number;
    failed: number;
  }>`select count(*)::int as sent, count(*) filter (where status = 'FAILED')::int as failed
    from (select status from messages where enterprise_id = ${enterpriseId} and message_id >= ${firstId} and created_at >= ${since}
      and channel_id = ${channelId} and direction = 'out' and status in ('SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN')
      order by message_id desc limit ${shownNewest}) newest`.execute(tx);
  return rows[0] ?? { sent: 0, failed: 0 };
}

async function forget(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  for (const table of ['channelSpeeds', 'rawEventQueue', 'waitingReceipts'] as const)
    await tx.deleteFrom(table).where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}

/** The channel's data in the ledger, the pump and the callbacks. */
export const channelTraces: ChannelUse = { countMessages, countRecent, forget };
