import type { ConsumptionKey, UnknownConsumption } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export type Days = { fromDay: string; toDay: string };
export type Sum = { key: string; name: string; billableUnits: number; totalUnits: number; amount: number };

/** Selects handed-over messages day by day, with those that were not folded yet. */
const handedOver = (enterpriseId: string, { fromDay, toDay }: Days): RawBuilder<unknown> => {
  const which = sql`enterprise_id = ${enterpriseId} and direction = 'out' and status in ('SENT', 'DELIVERED', 'READ')
    and day between ${fromDay}::date and ${toDay}::date`;
  return sql`
    select day, channel_id, source, rate_id, units, cost from message_counts where ${which}
    union all
    select day, channel_id, source, rate_id, units, cost from message_count_changes where ${which}`;
};

/** A channel that is gone is known by what its messages were priced by. */
const channelType = sql`coalesce(r.channel_type, h.type)`;

const parts: Record<ConsumptionKey, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  day: { key: sql`c.day::text`, name: sql`''` },
  service: { key: sql`coalesce(${channelType}::text, '')`, name: sql`''` },
  channel: { key: sql`c.channel_id::text`, name: sql`coalesce(max(h.name), '')` },
  category: { key: sql`coalesce(r.category, '')`, name: sql`''` },
  country: { key: sql`coalesce(r.country, '')`, name: sql`''` },
  source: { key: sql`c.source`, name: sql`''` },
  department: { key: sql`coalesce(h.dept_id::text, '')`, name: sql`''` },
};

/** Sums by one property; none of them is priced anew. */
export async function sumConsumption(tx: Read, enterpriseId: string, days: Days, by: ConsumptionKey): Promise<Sum[]> {
  const { key, name } = parts[by];
  const { rows } = await sql<Sum>`
    select ${key} as key, ${name} as name, coalesce(sum(c.units) filter (where r.price > 0), 0) as billable_units, sum(c.units) as total_units, sum(c.cost) as amount
    from (${handedOver(enterpriseId, days)}) c
    left join billing_rates r on r.enterprise_id = ${enterpriseId} and r.rate_id = c.rate_id
    left join channels h on h.enterprise_id = ${enterpriseId} and h.channel_id = c.channel_id
    group by 1 having sum(c.units) <> 0 or sum(c.cost) <> 0 order by ${by === 'day' ? sql`1` : sql`amount desc, total_units desc, 1`}`.execute(
    tx,
  );
  return rows;
}

/** Sums the messages of these days with unknown outcome: they are reserved, and in none of the other sums. */
export async function sumUnknown(tx: Read, enterpriseId: string, { fromDay, toDay }: Days): Promise<UnknownConsumption> {
  const which = sql`enterprise_id = ${enterpriseId} and direction = 'out' and status = 'UNKNOWN' and day between ${fromDay}::date and ${toDay}::date`;
  const { rows } = await sql<UnknownConsumption>`
    select coalesce(sum(count), 0) as messages, coalesce(sum(units), 0) as units, coalesce(sum(cost), 0) as amount from (
      select count, units, cost from message_counts where ${which}
      union all
      select count, units, cost from message_count_changes where ${which}) both_parts`.execute(tx);
  return rows[0] as UnknownConsumption;
}

export type ServiceSum = {
  channelType: number | null;
  channelName: string;
  category: string;
  country: string;
  units: number;
  amount: number;
};

/** Sums costs by channel, category and country, as far as their rate separates these: the most expensive first. */
export async function sumServices(tx: Tx, enterpriseId: string, days: Days): Promise<ServiceSum[]> {
  const { rows } = await sql<ServiceSum>`
    select ${channelType} as channel_type, coalesce(max(h.name), '') as channel_name, coalesce(r.category, '') as category,
      coalesce(r.country, '') as country, sum(c.units) as units, sum(c.cost) as amount
    from (${handedOver(enterpriseId, days)}) c
    left join billing_rates r on r.enterprise_id = ${enterpriseId} and r.rate_id = c.rate_id
    left join channels h on h.enterprise_id = ${enterpriseId} and h.channel_id = c.channel_id
    group by c.channel_id, 1, 3, 4 having sum(c.cost) <> 0 order by amount desc, 2, 3, 4`.execute(tx);
  return rows;
}

export async function costsByDay(tx: Read, enterpriseId: string, days: Days): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; cost: number }>`
    select day::text as day, sum(cost) as cost from (${handedOver(enterpriseId, days)}) c group by 1 having sum(cost) <> 0`.execute(tx);
  return new Map(rows.map(({ day, cost }) => [day, cost]));
}
