import { mostTimed, type WalkEnding } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { type Asked, selectCounts, walksWithin } from '../span/span.repository.ts';
import { isUnderWay, metNoAgent } from '../walk/counted.repository.ts';

/** Figure of a day. @property what an ending, or `started` */
export type DayFigure = { day: string; what: WalkEnding | 'started'; count: number };

/** Counts starts and endings by days, with those that are under way, in one statement: what has started has ended, or is under way. */
export async function countDays(tx: Read, asked: Asked): Promise<DayFigure[]> {
  const { zone } = asked.span;
  const { rows } = await sql<DayFigure>`
    select to_char(f.day, 'YYYY-MM-DD') as day, f.what, sum(f.count)::int as count from (
      select (c.hour at time zone ${zone})::date as day, case c.what when 'ended' then c.exit else c.what end as what, c.count::bigint as count
      from ${selectCounts(asked, ['started', 'ended'])} c
      union all
      select (i.started_at at time zone ${zone})::date, 'UNDER_WAY', 1 from journey_live l
        join journey_instances i on i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id and i.started_at = l.started_at
        where l.enterprise_id = ${asked.enterpriseId} and l.journey_id = ${asked.journeyId} and ${isUnderWay} and ${walksWithin(asked)}) f
    group by 1, 2 having sum(f.count) <> 0 order by 1`.execute(tx);
  return rows;
}

export type Times = { ended: number; withoutAgent: number; medianMs: number | null; isCut: boolean };

/** Times the newest walks that have ended, and counts those in whose chat no agent replied. */
export async function timeEnded(tx: Read, asked: Asked): Promise<Times> {
  const { rows } = await sql<{ ended: number; withoutAgent: number; medianMs: number | null }>`
    select count(*)::int as ended, count(*) filter (where ${metNoAgent})::int as without_agent,
      percentile_cont(0.5) within group (order by extract(epoch from i.ended_at - i.started_at) * 1000) as median_ms
    from (select i.* from journey_instances i where ${walksWithin(asked)} and not ${isUnderWay}
      order by i.started_at desc limit ${mostTimed + 1}) i`.execute(tx);
  const { ended, withoutAgent, medianMs } = rows[0] as (typeof rows)[number];
  return { ended, withoutAgent, medianMs: medianMs === null ? null : Math.round(medianMs), isCut: ended > mostTimed };
}
