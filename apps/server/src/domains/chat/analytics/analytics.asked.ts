import { type AnalyticsComparison, type AnalyticsFilter, analyticsDaysMax, daysOfYear, fieldError } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#platform/zone/zone-days.ts';
import type { Actor, Ctx } from '../../../context.ts';
import type { ReadingScope } from '../access/chat.scope.ts';
import { limitTime } from './analytics.repository.ts';
import type { Asked } from './facts.repository.ts';

const usualDays = 7;
/** Longer than any report takes that somebody waits for. */
const longestMs = 10_000;
const cancelled = '57014';

/** Somebody who reads figures, at the screen or by mail. */
export type FigureReader = Pick<Actor, 'userId' | 'permissions' | 'dataScope' | 'departments'>;

/** Chats of others that somebody counts: the permission is that of the call. */
export const countingScope = ({ actor }: { actor: Pick<FigureReader, 'dataScope' | 'departments'> }): ReadingScope =>
  actor.dataScope === 'department' ? actor.departments : actor.dataScope;
const one = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);

/**
 * The chats that a filter asks for: of the last seven days without any. A last day to come is today.
 * @throws DomainError request.invalid for days that are backwards, to come, or too many
 */
export async function readAsked(ctx: Ctx, tx: Read, filter: AnalyticsFilter): Promise<AskedIn> {
  const { fromDate, toDate, sandbox, hours, departmentId, agentId, lastAgentId, channelId, labelId } = filter;
  const zone = await ctx.readTimeZone(tx);
  const today = dayOf(ctx.now(), zone);
  if (toDate !== '' && fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (fromDate > today) throw invalidRequest(fieldError('fromDate', 'days.future'));
  const last = toDate === '' || toDate > today ? today : toDate;
  const first = fromDate === '' ? addDays(last, 1 - usualDays) : fromDate;
  if (daysBetween(first, last) > analyticsDaysMax)
    throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: analyticsDaysMax }));
  return {
    enterpriseId: ctx.enterpriseId,
    userId: ctx.actor.userId,
    scope: countingScope(ctx),
    first,
    last,
    until: undefined,
    isSandbox: sandbox,
    hours,
    departmentIds: one(departmentId),
    agentIds: one(agentId),
    lastAgentIds: one(lastAgentId),
    channelIds: one(channelId),
    labelIds: one(labelId),
    zone,
  };
}

export type AskedIn = Asked & { zone: string };

/** @property first with `last` the days @property until undefined: all of the last one */
export type ComparedDays = { first: string; last: string; until?: Date | undefined; zone: string };

/** The days that these are compared with. While today is open, its counterpart ends when as much of it had passed. */
export function comparedWith<A extends ComparedDays>(asked: A, compare: AnalyticsComparison, now: Date): A {
  const back = compare === 'year' ? daysOfYear : daysBetween(asked.first, asked.last);
  const [first, last] = [addDays(asked.first, -back), addDays(asked.last, -back)];
  const today = dayOf(now, asked.zone);
  const passedMs = now.getTime() - startOfDay(today, asked.zone).getTime();
  const until = asked.last === today ? new Date(startOfDay(last, asked.zone).getTime() + passedMs) : undefined;
  return { ...asked, first, last, until };
}

/** Reads of one moment, and for no longer than somebody waits. @throws DomainError report.too_slow */
export async function readFor<T>(ctx: Pick<Ctx, 'read'>, work: (tx: Read) => Promise<T>, mostMs = longestMs): Promise<T> {
  try {
    return await ctx.read(async (tx) => {
      await limitTime(tx, mostMs);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === cancelled)
      throw new DomainError('report.too_slow', 'This takes too long. Choose fewer days, or one department.', {});
    throw error;
  }
}
