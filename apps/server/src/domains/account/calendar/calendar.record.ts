import { defineRecord } from '#platform/audit/record.ts';
import { hoursOf } from './calendar.present.ts';
import { findCalendarRow } from './calendar.repository.ts';
import { writeException, writeSlots } from './calendar.text.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Hours stand in it as texts, by which they can be put back. */
export const calendarRecord = defineRecord({
  kind: 'calendar',
  module: 'chat',
  tables: ['calendars', 'calendarSlots', 'calendarExceptions'],
  fields: {
    name: 'plain',
    timeZone: 'plain',
    isDefault: 'plain',
    monday: 'plain',
    tuesday: 'plain',
    wednesday: 'plain',
    thursday: 'plain',
    friday: 'plain',
    saturday: 'plain',
    sunday: 'plain',
    exceptions: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findCalendarRow(tx, enterpriseId, id);
    if (!row) return undefined;
    const { timeZone, days, exceptions } = hoursOf(row);
    const week = Object.fromEntries(weekdays.map((name, index) => [name, writeSlots(days[index] ?? [])]));
    return { name: row.name, timeZone, isDefault: row.isDefault, ...week, exceptions: exceptions.map(writeException) };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/chatConfig/operational-hours?open=${id}`,
});
