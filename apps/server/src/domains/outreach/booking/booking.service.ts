import { type Booking, type BookingState, type Calendar, calendarDays, fieldError, mostBookings } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { countRuns } from '../../messaging/door.run.ts';
import { type BookingRow, listBookings } from './booking.repository.ts';

type Days = { fromDate: string; toDate: string };

function assertDays({ fromDate, toDate }: Days): void {
  if (fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  if (daysBetween(fromDate, toDate) > calendarDays)
    throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: calendarDays }));
}

/** Reads the bookings of the enterprise's days, both included. @throws DomainError request.invalid */
export function readCalendar(ctx: Ctx, days: Days): Promise<Calendar> {
  assertDays(days);
  return ctx.read(async (tx) => {
    const timeZone = await readTimeZone(tx, ctx.enterpriseId);
    const now = ctx.now();
    const span = { from: startOfDay(days.fromDate, timeZone), until: startOfDay(addDays(days.toDate, 1), timeZone), now };
    const rows = await listBookings(tx, ctx.actor, span, mostBookings + 1);
    const bookings = await presentBookings(ctx, tx, rows.slice(0, mostBookings), timeZone);
    return { timeZone, today: dayOf(now, timeZone), bookings, more: rows.length > mostBookings };
  });
}

/** Reads the bookings of one day, the largest first. */
export async function readDay(ctx: Ctx, tx: Tx, { day, timeZone }: { day: string; timeZone: string }) {
  const span = { from: startOfDay(day, timeZone), until: startOfDay(addDays(day, 1), timeZone), now: ctx.now() };
  const rows = await listBookings(tx, ctx.actor, span, mostBookings);
  const bookings = await presentBookings(ctx, tx, rows, timeZone);
  return rows
    .flatMap((row, place) => {
      const booking = bookings[place];
      return booking ? [{ row, booking }] : [];
    })
    .sort((a, b) => b.booking.people - a.booking.people);
}

function stateOf({ hasStarted, isEnded, isPaused, isScheduled, approval }: BookingRow): BookingState {
  if (hasStarted) return isEnded ? 'ended' : isPaused ? 'paused' : 'running';
  if (isScheduled) return 'scheduled';
  return approval === 'Approved' ? 'approved' : 'submitted';
}

/** Presents bookings; one that the user may not see by name keeps its day, its kind of channel and its people. */
async function presentBookings(ctx: Ctx, tx: Read, rows: readonly BookingRow[], timeZone: string): Promise<Booking[]> {
  const counts = await countRuns(
    tx,
    ctx.enterpriseId,
    rows.flatMap(({ id, hasStarted }) => (hasStarted ? id : [])),
  );
  return rows.map((row) => {
    const { id, kind, at, hasTime, isSeen, hasStarted, isFreezing } = row;
    const ran = counts.get(id);
    const local = toLocal(at, timeZone);
    return {
      kind,
      id: isSeen ? id : '',
      name: isSeen ? row.name : '',
      day: local.slice(0, 10),
      time: hasTime ? local.slice(11) : '',
      startsOn: hasTime ? at.toISOString() : '',
      state: stateOf(row),
      channelType: row.channelType ?? 0,
      channelName: isSeen ? (row.channelName ?? '') : '',
      people: hasStarted && !isFreezing ? (ran ? ran.audience - ran.skipped : 0) : row.planned,
      maker: isSeen ? { id: row.makerId, name: row.makerName ?? '' } : { id: '', name: '' },
    };
  });
}
