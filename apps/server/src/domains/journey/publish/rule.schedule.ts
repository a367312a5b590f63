import { fieldError, type JourneyRuleSettings, type JourneySchedule, mostStartsAtOnce, showNumber } from '@parley/contract';
import { nextDue } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { lockAudience } from './rule.repository.ts';

type Asked = { repeat: JourneySchedule['repeat']; time: string; date: string; weekdays: number[]; day: number; timeZone: string };

function mandatory<T extends { length: number }>(field: string, value: T): T {
  if (value.length === 0) throw invalidRequest(fieldError(field, 'field.mandatory'));
  return value;
}

/**
 * Returns the fields of the form that its kind of repetition needs, and nothing else: the same schedule is the same text.
 * @throws DomainError request.invalid
 */
export function scheduleOf({ repeat, time, date, weekdays, day, timeZone }: Asked): JourneySchedule {
  const common = { repeat, time: mandatory('time', time), timeZone };
  switch (repeat) {
    case 'once':
      return { ...common, date: mandatory('date', date) };
    case 'weekly':
      return { ...common, weekdays: mandatory('weekdays', [...new Set(weekdays)].sort()) };
    case 'monthly':
      return { ...common, day };
    case 'daily':
      return common;
  }
}

/** Returns the next due time of the rule from now on; null where it has no schedule, or none of its times is to come. */
export async function nextOf(
  ctx: Pick<EnterpriseContext, 'enterpriseId' | 'now'>,
  tx: Tx,
  { schedule }: JourneyRuleSettings,
): Promise<Date | null> {
  if (!schedule) return null;
  const at = nextDue(schedule, ctx.now().getTime(), schedule.timeZone || (await readTimeZone(tx, ctx.enterpriseId)));
  return at === null ? null : new Date(at);
}

/** A schedule is for a group or label that is not a campaign's work. @throws DomainError group.not_found or journey.audience_too_large */
export async function assertAudience(tx: Tx, enterpriseId: string, setId: string): Promise<void> {
  const set = await lockAudience(tx, enterpriseId, setId);
  if (!set) throw new DomainError('group.not_found', 'No such group or label.', {});
  if (set.people > mostStartsAtOnce)
    throw new DomainError(
      'journey.audience_too_large',
      `“${set.name}” has ${showNumber(set.people, 'en')} people. More than ${showNumber(mostStartsAtOnce, 'en')} at once are the work of a campaign, with its approval.`,
      { ...set, most: mostStartsAtOnce },
    );
}
