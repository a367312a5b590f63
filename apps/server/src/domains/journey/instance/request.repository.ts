import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyRequestTable } from '#platform/db/schema.journey.ts';

/** Waits for another transaction with the same request. */
export async function lockRequest(tx: Tx, enterpriseId: string, requestKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${enterpriseId} ${requestKey}`}, 0))`.execute(tx);
}

/** Finds what a request has come to. */
export const findRequest = (tx: Read, enterpriseId: string, requestKey: string) =>
  tx
    .selectFrom('journeyRequests')
    .select('result')
    .where('enterpriseId', '=', enterpriseId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

export async function insertRequest(tx: Tx, request: Insertable<JourneyRequestTable>): Promise<void> {
  await tx.insertInto('journeyRequests').values(request).execute();
}
