import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

const hoursOf = (enterpriseId: string) => sql`hashtextextended(${`journey hours ${enterpriseId}`}, 0)`;

/** Marks a turn that reads hours, until it is committed. */
export async function holdHours(tx: Tx | Read, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${hoursOf(enterpriseId)})`.execute(tx);
}

/** Waits for the turns that have read hours before; those that come later read what is committed by now. The transaction does nothing else. */
export async function awaitTurns(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hoursOf(enterpriseId)})`.execute(tx);
}

/** Finds the next walks that wait for an opening of these calendars, in the order of their ids. @param after the last one before them; '' for none */
export async function findWaitsForOpening(
  tx: Read,
  enterpriseId: string,
  calendarIds: readonly string[],
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeyWaits')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`calendar_id = any(${[...calendarIds]}::uuid[])`)
    .$if(after !== '', (query) => query.where('instanceId', '>', after))
    .orderBy('instanceId')
    .limit(most)
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
