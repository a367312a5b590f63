import { type CallAnswer, type endpoints, forecast } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSpeeds } from '../../messaging/door.talk.ts';

type Forecast = CallAnswer<typeof endpoints.journeyMonitor.forecast>;
type Asked = { journeyId: string; channelId: string };
type Counted = { at: Date; channelId: string; channelName: string; channelType: number; due: number; unlessHeard: number; last: Date };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Counts the waits that fall due within the next days, by hour and channel. Hours are those of the enterprise's zone, where not all begin
 * with UTC's. Read from one index, so its cost grows with the waits of those days. Beyond the limit, the earliest are counted, and the
 * answer says until when.
 */
export function readForecast(ctx: Ctx, asked: Asked): Promise<Forecast> {
  const now = ctx.now();
  const until = new Date(now.getTime() + forecast.days * dayMs);
  return ctx.read(async (tx) => {
    const zone = await readTimeZone(tx, ctx.enterpriseId);
    const counted = await countHours(tx, ctx.enterpriseId, asked, { now, until, zone });
    const speeds = await readSpeeds(tx, ctx.enterpriseId, [...new Set(counted.map(({ channelId }) => channelId))]);
    const hours = counted.map(({ at, last: _last, ...row }) => {
      const perSecond = speeds.get(row.channelId) ?? 0;
      return {
        ...row,
        at: at.toISOString(),
        dueFrom: at <= now ? '' : at.toISOString(),
        dueTo: new Date(Math.min(at.getTime() + hourMs, until.getTime())).toISOString(),
        perSecond,
        seconds: perSecond > 0 ? Math.ceil(row.due / perSecond) : 0,
      };
    });
    hours.sort((one, other) => other.seconds - one.seconds || other.due - one.due || one.at.localeCompare(other.at));
    const isCut = sum(counted) > forecast.mostCounted;
    const last = Math.max(...counted.map((row) => row.last.getTime()));
    return { hours, zone, until: (isCut ? new Date(last) : until).toISOString(), isCut };
  });
}

const sum = (counted: readonly Counted[]): number => counted.reduce((total, { due }) => total + due, 0);

type Range = { now: Date; until: Date; zone: string };

/** Added up by quarters of hours first, of which the hours of all zones are made: the zone is asked for each quarter, not for each wait. */
async function countHours(
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
        count(*) filter (where kind <> 'timer')::int as unless_heard, max(due_at) as last
      from coming group by 1, 2)
    select h.at, c.channel_id, c.name as channel_name, c.type as channel_type, sum(q.due)::int as due, sum(q.unless_heard)::int as unless_heard,
      max(q.last) as last
    from quarters q
      cross join lateral (select date_trunc('hour', q.quarter, ${zone}::text) as at) h
      join channels c on c.enterprise_id = ${enterpriseId} and c.channel_id = q.channel_id
    group by 1, 2, 3, 4`.execute(tx);
  return rows;
}
