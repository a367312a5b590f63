import { forecast } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type Asked = { journeyId: string; channelId: string };

export type Counted = {
  at: Date;
  channelId: string;
  channelName: string;
  channelType: number;
  due: number;
  unlessHeard: number;
  last: Date;
};

type Range = { now: Date; until: Date; zone: string };

/** Added up by quarters of hours first, of which the hours of all zones are made: the zone is asked for each quarter, not for each wait. */
export async function countHours(
  tx: Read,
  enterpriseId: string,
  { journeyId, channelId }: Asked,
  { now, until, zone }: Range,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with coming as (
      select due_at, channel_id, kind from journey_waits
      where enterprise_id = ${enterpriseId} and due_at < ${until} and due_at is not null and not is_held
        ${journeyId === '' ? sql`` : sql`and journey_id = ${journeyId}`} ${channelId === '' ? sql`` : sql`and channel_id = ${channelId}`}
      order by due_at limit ${forecast.mostCounted + 1}),
    quarters as (
      select date_bin('15 minutes', greatest(due_at, ${now}::timestamptz), '2000-01-01T00:00:00Z'::timestamptz) as quarter, channel_id, count(*)::int as due,
        count(*) filter (where kind not in ('timer', 'hours'))::int as unless_heard, max(due_at) as last
      from coming group by 1, 2)
    select h.at, c.channel_id, c.name as channel_name, c.type as channel_type, sum(q.due)::int as due, sum(q.unless_heard)::int as unless_heard,
      max(q.last) as last
    from quarters q
      cross join lateral (select date_trunc('hour', q.quarter, ${zone}::text) as at) h
      join channels c on c.enterprise_id = ${enterpriseId} and c.channel_id = q.channel_id
    group by 1, 2, 3, 4`.execute(tx);
  return rows;
}
