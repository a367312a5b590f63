import { type LedgerStatus, numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ActivityRow } from '../row/activity.repository.ts';

/** The outcome of one person's message, by the ledger's rows of an iteration and of its fallback. */

export type FirstOutcome = {
  messageId: string;
  address: string;
  status: LedgerStatus;
  reason: string;
  contentNumber: number | null;
  name: string | null;
};

/**
 * The outcome of somebody's message in the first run.
 * @param who by the address of the first run, or by the message of it
 */
export async function findFirstOutcome(
  tx: Read,
  { enterpriseId, activityId, startedAt }: Pick<ActivityRow, 'enterpriseId' | 'activityId' | 'startedAt'>,
  who: { address: string } | { messageId: string },
): Promise<FirstOutcome | undefined> {
  // If the audience had an address twice, the row that was sent says more than the one that was skipped as its double.
  const { rows } = await sql<FirstOutcome>`
    select m.message_id, m.address, m.status, m.reason, m.content_number, c.name from messages m
      left join customers c on c.enterprise_id = m.enterprise_id and c.customer_id = m.customer_id and c.deleted_at is null
    where m.enterprise_id = ${enterpriseId} and m.resource_id = ${activityId} and m.created_at >= ${startedAt}
      and ${'address' in who ? sql`m.address = any(${numberSpellings(who.address)}::text[])` : sql`m.message_id = ${who.messageId}`}
    order by m.status = 'SKIPPED', m.number limit 1`.execute(tx);
  return rows[0];
}
