import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';

/** Takes away what is to be given back, for a statement of the wallet's that books it: `cost`. */
export const takenRefunds = (enterpriseId: string): RawBuilder<unknown> => sql`
  delete from message_refunds where enterprise_id = ${enterpriseId} returning cost`;

const unknownDays = 7;
const step = 1000;

type Unknown = { messageId: string; createdAt: Date };

/**
 * Writes off the cost of messages whose outcome is still unknown after 7 days; each row notes it. The days are found in the counts, so that
 * the ledger is not read whole.
 * @returns how many rows
 */
export async function writeOffUnknown(ctx: EnterpriseContext): Promise<number> {
  const { enterpriseId } = ctx;
  const before = new Date(ctx.now().getTime() - unknownDays * 24 * 3_600_000);
  const days = await ctx.read((tx) => unknownDaysBefore(tx, enterpriseId, before));
  let total = 0;
  for (const day of days)
    for (let count = step; count === step; total += count) count = await ctx.transaction((tx) => writeOff(tx, ctx, day, before));
  return total;
}

async function unknownDaysBefore(tx: Read, enterpriseId: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from (
      select day, cost from message_counts where enterprise_id = ${enterpriseId} and status = 'UNKNOWN' and day <= ${before}::date
      union all
      select day, cost from message_count_changes where enterprise_id = ${enterpriseId} and status = 'UNKNOWN' and day <= ${before}::date) c
    group by day having sum(cost) <> 0 order by day`.execute(tx);
  return rows.map(({ day }) => day);
}

async function writeOff(tx: Tx, ctx: EnterpriseContext, day: string, before: Date): Promise<number> {
  const { rows } = await sql<Unknown>`
    select message_id, created_at from messages
    where enterprise_id = ${ctx.enterpriseId} and status = 'UNKNOWN' and cost > 0 and status_at <= ${before}
      and created_at >= ${day}::date::timestamp at time zone 'UTC' and created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
    limit ${step} for update`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ messageId }) => messageId);
  await sql`
    insert into message_events (enterprise_id, message_id, at, kind, status, detail)
    select ${ctx.enterpriseId}, id, ${ctx.now()}, 'note', 'UNKNOWN', ${JSON.stringify({
      class: 'UNKNOWN_OUTCOME',
      vendorCode: '',
      vendorMessage: '',
      advice: 'No receipt has come within 7 days: the message is not paid for.',
    })}::jsonb from unnest(${ids}::uuid[]) as g(id)`.execute(tx);
  await sql`
    update messages set cost = 0 where enterprise_id = ${ctx.enterpriseId} and message_id = any(${ids}::uuid[]) and status = 'UNKNOWN'
      and created_at >= ${day}::date::timestamp at time zone 'UTC' and created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`.execute(
    tx,
  );
  return rows.length;
}
