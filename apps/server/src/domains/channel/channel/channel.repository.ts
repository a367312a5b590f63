import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { ChannelRow } from './channel.present.ts';

const notFound = () => new DomainError('channel.not_found', 'No such channel.', {});

/** @throws DomainError channel.not_found, for another enterprise's too */
export async function accessChannel(tx: Tx, enterpriseId: string, channelId: string, { lock = false } = {}): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function countChats(tx: Tx, enterpriseId: string, channelId: string, { open = false } = {}): Promise<number> {
  const { count } = await tx
    .selectFrom('chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .$if(open, (query) => query.where('state', 'not in', [3, 4]))
    .executeTakeFirstOrThrow();
  return count;
}

/** What is being sent through the channel, by name. */
export function listRunning(tx: Tx, enterpriseId: string, channelId: string): Promise<{ name: string }[]> {
  return tx
    .selectFrom('sendRuns')
    .leftJoin('broadcasts', (join) =>
      join.onRef('broadcasts.enterpriseId', '=', 'sendRuns.enterpriseId').onRef('broadcasts.broadcastId', '=', 'sendRuns.runId'),
    )
    .select(sql<string>`coalesce(broadcasts.name, initcap(send_runs.source))`.as('name'))
    .where('sendRuns.enterpriseId', '=', enterpriseId)
    .where('sendRuns.channelId', '=', channelId)
    .where('sendRuns.state', 'in', ['freezing', 'sending'])
    .orderBy('sendRuns.runId', 'desc')
    .limit(20)
    .execute();
}

export async function countTemplates(tx: Tx, enterpriseId: string, channelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Out of the counts: looking for one row among all messages of an enterprise could take long. */
export async function countLedger(tx: Tx, enterpriseId: string, channelId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(count), 0)::float8 as count from (
      select count from message_counts where enterprise_id = ${enterpriseId} and channel_id = ${channelId}
      union all select count from message_count_changes where enterprise_id = ${enterpriseId} and channel_id = ${channelId}) counted`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

const shownNewest = 10_000;
/** What was handed over since then and how much of it failed, of the newest ones at least. Ids of messages begin with their time. */
export async function countRecent(tx: Tx, enterpriseId: string, channelId: string, since: Date): Promise<{ sent: number; failed: number }> {
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

/** What forms and filters choose from; all of them, since an enterprise has few. */
export const listChannelNames = (tx: Tx, enterpriseId: string): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('channels')
    .select(['channelId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute();
