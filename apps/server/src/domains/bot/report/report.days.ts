import { type ConversationRange, conversationDaysMax, fieldError } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import type { Ask } from '#platform/measures/figures.ts';
import { dayOf, daysBetween } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessBot } from '../bot/bot.repository.ts';

/** The day that a date of a report is: an instant's by the enterprise's clocks, else what is written. */
const dayIn = (date: string, timeZone: string): string =>
  /(?:Z|[+-]\d\d:?\d\d)$/.test(date) && date.includes('T') ? dayOf(new Date(date), timeZone) : date.slice(0, 10);

/**
 * The days of a report. A last day that has not come yet is today.
 * @throws DomainError request.invalid for days that are backwards, too many or in the future
 */
export function daysOf({ startDate, endDate }: Pick<ConversationRange, 'startDate' | 'endDate'>, timeZone: string, now: Date) {
  const today = dayOf(now, timeZone);
  const [first, end] = [dayIn(startDate, timeZone), dayIn(endDate, timeZone)];
  if (end < first) throw invalidRequest(fieldError('startDate', 'days.backwards'));
  if (first > today) throw invalidRequest(fieldError('startDate', 'days.future'));
  const hasCome = end <= today;
  const last = hasCome ? end : today;
  if (daysBetween(first, last) > conversationDaysMax)
    throw invalidRequest(fieldError('startDate', 'days.too_many', { maximum: conversationDaysMax }));
  return { first, last };
}

/** @throws DomainError bot.not_found, request.invalid */
export async function readAsk(ctx: EnterpriseContext, tx: Read, range: ConversationRange): Promise<Ask & { timeZone: string }> {
  const { enterpriseId } = ctx;
  await accessBot(tx, enterpriseId, range.agentId);
  const timeZone = await readTimeZone(tx, enterpriseId);
  return { enterpriseId, item: range.agentId, isSandbox: range.isSandbox, ...daysOf(range, timeZone, ctx.now()), timeZone };
}
