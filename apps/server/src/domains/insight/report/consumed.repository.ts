import type { ConsumptionKey } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the rows of `messages m` behind one row of consumption: handed over, and with the same day, rate, channel or source. The keys are
 * those that bills sum by; '' stands for none.
 */
export function consumedRows(enterpriseId: string, by: ConsumptionKey, key: string): RawBuilder<unknown> {
  const rate = sql`select 1 from billing_rates r where r.enterprise_id = ${enterpriseId} and r.rate_id = m.rate_id`;
  /** A message without a rate has none of its properties. */
  const ofRate = (property: RawBuilder<unknown>) =>
    key === '' ? sql`not exists (${rate} and ${property} <> '')` : sql`exists (${rate} and ${property} = ${key})`;
  const channel = sql`select 1 from channels h where h.enterprise_id = ${enterpriseId} and h.channel_id = m.channel_id`;
  const conditions: Record<ConsumptionKey, () => RawBuilder<unknown>> = {
    day: () => sql`(m.created_at at time zone 'UTC')::date::text = ${key}`,
    channel: () => sql`m.channel_id::text = ${key}`,
    source: () => sql`m.source = ${key}`,
    category: () => ofRate(sql`r.category`),
    country: () => ofRate(sql`r.country`),
    service: () =>
      sql`coalesce((select r.channel_type from billing_rates r where r.enterprise_id = ${enterpriseId} and r.rate_id = m.rate_id),
        (select h.type from channels h where h.enterprise_id = ${enterpriseId} and h.channel_id = m.channel_id))::text is not distinct from ${key || null}::text`,
    department: () =>
      key === '' ? sql`not exists (${channel} and h.dept_id is not null)` : sql`exists (${channel} and h.dept_id::text = ${key})`,
  };
  return sql`m.status in ('SENT', 'DELIVERED', 'READ') and ${conditions[by]()}`;
}
