import { type CallAnswer, type endpoints, forecast } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSpeeds } from '../../messaging/door.talk.ts';
import { type Asked, type Counted, countHours } from './forecast.repository.ts';

type Forecast = CallAnswer<typeof endpoints.journeyMonitor.forecast>;
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
