import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BillingRateTable } from '#platform/db/schema.billing.ts';
import type { Rate } from './rate.rules.ts';

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

/**
 * Units of a month (UTC) up to a moment by the rate that priced them, rows of (rate_id, units).
 * @param isWanted where it is false the counts are not read at all
 */
const unitsOfMonth = (enterpriseId: string, at: Date, isWanted: RawBuilder<boolean>): RawBuilder<unknown> => {
  const first = `${at.toISOString().slice(0, 7)}-01`;
  const isHandedOver = sql`${isWanted} and direction = 'out' and status in ('QUEUED', 'UNKNOWN', 'SENT', 'DELIVERED', 'READ')`;
  return sql`
    select rate_id, sum(units) as units from (
      select rate_id, units from message_counts where enterprise_id = ${enterpriseId} and day >= ${first}::date and ${isHandedOver}
      union all
      select rate_id, units from message_count_changes where enterprise_id = ${enterpriseId} and day >= ${first}::date and ${isHandedOver}) both_parts
    group by rate_id`;
};

/**
 * Rates of these channel types that are in force. Units of the month are looked up for kinds with tiers alone, in the same statement, so a
 * batch costs one.
 */
export async function readRates(tx: Read, enterpriseId: string, types: readonly number[], at: Date): Promise<(Rate & { units: number })[]> {
  const { rows } = await sql<Rate & { units: number }>`
    with valid as (
      select rate_id, channel_type, vendor, category, country, from_units, price, valid_from from billing_rates
      where enterprise_id = ${enterpriseId} and channel_type = any(${types}::integer[]) and valid_from <= ${at}
    ), tiered as (
      select distinct channel_type, vendor, category, country from valid where from_units > 0
    ), used as (
      select t.channel_type, t.vendor, t.category, t.country, coalesce(sum(c.units), 0) as units from tiered t
      join billing_rates r on r.enterprise_id = ${enterpriseId} and r.channel_type = t.channel_type and r.vendor = t.vendor
        and r.category = t.category and r.country = t.country
      join (${unitsOfMonth(enterpriseId, at, sql<boolean>`(select exists (select from tiered))`)}) c on c.rate_id = r.rate_id
      group by 1, 2, 3, 4
    )
    select v.*, coalesce(u.units, 0) as units from valid v left join used u
      on u.channel_type = v.channel_type and u.vendor = v.vendor and u.category = v.category and u.country = v.country`.execute(tx);
  return rows;
}
