import type { MilestoneRange } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';
import { type Asked, selectCounts, walksWithin } from '../span/span.repository.ts';

/** Selects the milestones of walks that began within a span, each with its walk. Ids of walks begin with the time of their start. */
const reached = (asked: Asked): RawBuilder<unknown> => sql`
  select m.instance_id, m.milestone_id, m.customer_id, m.at, i.started_at from journey_milestones m
  join journey_instances i on i.enterprise_id = m.enterprise_id and i.instance_id = m.instance_id and ${walksWithin(asked)}
  where m.enterprise_id = ${asked.enterpriseId} and m.journey_id = ${asked.journeyId}
    and m.instance_id >= ${firstIdAt(asked.span.from)} and m.instance_id < ${firstIdAt(asked.span.to)}`;

export type Totals = { started: number; reachedAny: number; reachedLast: number; medianLastMs: number | null };

/** Counts walks that began, with those that reached any milestone and the last one. */
export async function countTotals(tx: Read, asked: Asked, last: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    with reached as (${reached(asked)})
    select (select coalesce(sum(c.count), 0)::int from ${selectCounts(asked, ['started'])} c) as started,
      (select count(distinct r.instance_id)::int from reached r) as reached_any,
      (select count(*)::int from reached r where r.milestone_id = ${last}) as reached_last,
      (select round(percentile_cont(0.5) within group (order by extract(epoch from r.at - r.started_at) * 1000))::float8
        from reached r where r.milestone_id = ${last}) as median_last_ms`.execute(tx);
  return rows[0] as Totals;
}

export type Step = { id: string; count: number; people: number; both: number; stepMs: number | null };

/** Counts the walks of each milestone, and those that had reached the one before it. @param ids in their order */
export async function countSteps(tx: Read, asked: Asked, ids: readonly string[]): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with reached as (${reached(asked)}),
    ordered as (select w.id, w.place, lag(w.id) over (order by w.place) as former from unnest(${[...ids]}::text[]) with ordinality w(id, place))
    select o.id, count(r.instance_id)::int as count, count(distinct r.customer_id)::int as people, count(f.instance_id)::int as both,
      round(percentile_cont(0.5) within group (order by extract(epoch from r.at - f.at) * 1000) filter (where f.instance_id is not null))::float8 as step_ms
    from ordered o left join reached r on r.milestone_id = o.id
      left join reached f on f.milestone_id = o.former and f.instance_id = r.instance_id and f.at <= r.at
    group by o.id, o.place order by o.place`.execute(tx);
  return rows;
}

/** Finds the milestones that were reached, in whatever version. */
export async function listReached(tx: Read, asked: Asked): Promise<string[]> {
  const { rows } = await sql<{ milestoneId: string }>`
    select distinct r.milestone_id from (${reached(asked)}) r order by 1`.execute(tx);
  return rows.map(({ milestoneId }) => milestoneId);
}

export type Point = { from: Date; to: Date; counts: Record<string, number> };

/** Counts milestones by the hour or day of their walk's start; each hour and day of the span has a point. */
export async function countPoints(tx: Read, asked: Asked, timeType: MilestoneRange['timeType']): Promise<Point[]> {
  const unit = timeType === 'HOUR' ? 'hour' : 'day';
  const { from, to, zone } = asked.span;
  const { rows } = await sql<Point>`
    with slots as (
      select distinct date_trunc(${unit}, s.at, ${zone}) as slot
      from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '15 minutes', ${unit === 'hour' ? '15 minutes' : '1 hour'}::interval) s(at)),
    counted as (
      select date_trunc(${unit}, r.started_at, ${zone}) as slot, r.milestone_id, count(*)::int as count from (${reached(asked)}) r group by 1, 2),
    summed as (select slot, jsonb_object_agg(milestone_id, count) as counts from counted group by 1)
    select s.slot as "from", coalesce(lead(s.slot) over (order by s.slot), ${to}::timestamptz) as "to", coalesce(c.counts, '{}') as counts
    from slots s left join summed c using (slot) order by s.slot`.execute(tx);
  return rows;
}

/** Finds the names of milestones, as each version that has them calls them, the newest first. */
export async function listNamed(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
): Promise<{ version: number; id: string; name: string }[]> {
  const { rows } = await sql<{ version: number; id: string; name: string }>`
    select v.version, m.milestone ->> 'id' as id, m.milestone ->> 'name' as name
    from journey_versions v cross join lateral jsonb_array_elements(v.document -> 'milestones') with ordinality m(milestone, place)
    where v.enterprise_id = ${enterpriseId} and v.journey_id = ${journeyId} order by v.version desc, m.place`.execute(tx);
  return rows;
}

/** Finds when these walks have reached a milestone. */
export async function findTimes(
  tx: Read,
  enterpriseId: string,
  instanceIds: readonly string[],
  milestone: string,
): Promise<Map<string, Date>> {
  const { rows } = await sql<{ instanceId: string; at: Date }>`
    select instance_id, at from journey_milestones where enterprise_id = ${enterpriseId} and instance_id = any(${[...instanceIds]}::uuid[])
      and milestone_id = ${milestone}`.execute(tx);
  return new Map(rows.map(({ instanceId, at }) => [instanceId, at]));
}

/** Finds the customers of walks that have reached a milestone, each once, up to a limit. */
export async function listCustomers(tx: Read, asked: Asked, milestone: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select distinct r.customer_id from (${reached(asked)}) r where r.milestone_id = ${milestone} limit ${most}`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}
