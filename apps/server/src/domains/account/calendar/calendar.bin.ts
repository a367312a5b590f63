import { calendarsMax, endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { calendarRecord } from './calendar.record.ts';
import {
  deleteCalendars,
  findDeletedVersion,
  isCalendarName,
  listCalendarChoices,
  lockCalendars,
  updateCalendar,
} from './calendar.repository.ts';
import { assertReachesCalendars } from './calendar.service.ts';

const longestName = 120;

export const calendarBin: BinDefinition = {
  edit: endpoints.calendars.update,
  async restore(ctx, tx, { recordId, name: former }) {
    const { enterpriseId } = ctx;
    assertReachesCalendars(ctx.actor);
    await lockCalendars(tx, enterpriseId);
    if ((await listCalendarChoices(tx, enterpriseId)).length >= calendarsMax)
      throw new DomainError('bin.full', `At most ${calendarsMax} calendars are possible.`, {});
    const version = await findDeletedVersion(tx, enterpriseId, recordId);
    const name = await findFreeName(former, (candidate) => isCalendarName(tx, enterpriseId, candidate), { longest: longestName });
    await changing(ctx, tx, calendarRecord, recordId, 'restore', () =>
      updateCalendar(tx, { enterpriseId, calendarId: recordId }, { name, deletedAt: null, version: version + 1 }),
    );
    return { name, missing: [] };
  },
  async purge({ enterpriseId }, tx, entries) {
    await deleteCalendars(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    );
  },
};
