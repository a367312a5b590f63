import type { Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BillingRateTable } from '#platform/db/schema.billing.ts';

export type RateRow = Selectable<BillingRateTable>;

export const findRateRow = (tx: Read, enterpriseId: string, rateId: string): Promise<RateRow | undefined> =>
  tx.selectFrom('billingRates').selectAll().where('enterpriseId', '=', enterpriseId).where('rateId', '=', rateId).executeTakeFirst();

/** Lists rates by channel, purpose and time: the newest first. */
export const listRateRows = (tx: Read, enterpriseId: string): Promise<RateRow[]> =>
  tx
    .selectFrom('billingRates')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('channelType')
    .orderBy('vendor')
    .orderBy('category')
    .orderBy('country')
    .orderBy('validFrom', 'desc')
    .orderBy('fromUnits')
    .execute();

/** @returns those that were not there yet */
export const insertRates = (tx: Tx, rows: readonly Insertable<BillingRateTable>[]): Promise<{ rateId: string }[]> =>
  tx
    .insertInto('billingRates')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returning('rateId')
    .execute();
