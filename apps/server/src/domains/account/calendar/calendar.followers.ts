import type { Read, Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { findDefaultId } from './calendar.repository.ts';

/**
 * Parts of later domains that reckon with open hours: they follow a change of them within its transaction.
 * @property calendarIds calendars by which somebody may have reckoned that go otherwise now, or count no more there
 */
export const hoursFollowers = defineExtensionPoint<(ctx: Ctx, tx: Tx, calendarIds: readonly string[]) => Promise<void>>('calendar.hours');

export async function tellHours(ctx: Ctx, tx: Tx, calendarIds: readonly string[]): Promise<void> {
  for (const follow of ctx.extensions.of(hoursFollowers)) await follow(ctx, tx, calendarIds);
}

/** The same of a department that had this calendar, or the default. */
export async function tellChoice(ctx: Ctx, tx: Tx, former: string | null): Promise<void> {
  const calendarId = former ?? (await findDefaultId(tx, ctx.enterpriseId));
  await tellHours(ctx, tx, calendarId === undefined ? [] : [calendarId]);
}

type AskedUse = { calendarId: string; name: string };
/** @property isByName it has the calendar's name in its text, so the calendar keeps its name too */
type CalendarUse = { calendarId: string; name: string; isByName: boolean };

/** Records of later domains whose content names calendars. Nobody else can choose another one there, so the calendar is not deleted while any does. */
export const calendarUses =
  defineExtensionPoint<(tx: Read, enterpriseId: string, calendars: readonly AskedUse[]) => Promise<CalendarUse[]>>('calendar.uses');
