import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** The failure of the last connection test of a form, '' where it went well; undefined where none is kept. */
export async function findFailure(tx: Read, enterpriseId: string, formHash: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('channelTests')
    .select('failure')
    .where('enterpriseId', '=', enterpriseId)
    .where('formHash', '=', formHash)
    .executeTakeFirst();
  return row?.failure;
}

/** Keeps how the test of a form went, and forgets those of the day before. */
export async function keepTest(tx: Tx, enterpriseId: string, formHash: string, tested: { failure: string; testedAt: Date }): Promise<void> {
  await tx
    .insertInto('channelTests')
    .values({ enterpriseId, formHash, ...tested })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'formHash']).doUpdateSet(tested))
    .execute();
  await tx
    .deleteFrom('channelTests')
    .where('enterpriseId', '=', enterpriseId)
    .where('testedAt', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
