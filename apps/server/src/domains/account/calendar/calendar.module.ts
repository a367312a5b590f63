import { endpoints } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { calendarBin } from './calendar.bin.ts';
import { calendarRecord } from './calendar.record.ts';
import {
  checkHours,
  chooseCalendars,
  createCalendar,
  deleteCalendar,
  importExceptions,
  listCalendars,
  putCalendarBack,
  readCalendar,
  readStrip,
  saveCalendar,
} from './calendar.service.ts';

const { calendars: calls } = endpoints;

export const calendar: Module = {
  name: 'calendar',
  records: [
    withPutBack(withBin(calendarRecord, calendarBin), {
      fields: Object.keys(calendarRecord.fields),
      save: (ctx, id, values) => putCalendarBack(ctx, id, values),
    }),
  ],
  routes(app) {
    route(app, calls.list, (ctx) => listCalendars(ctx));
    route(app, calls.choices, (ctx) => chooseCalendars(ctx));
    route(app, calls.check, (ctx, { query }) => checkHours(ctx, query));
    route(app, calls.strip, (ctx, { query }) => readStrip(ctx, query));
    route(app, calls.get, (ctx, { params }) => readCalendar(ctx, params.calendarId));
    route(app, calls.create, async (ctx, { body }) => answer(await createCalendar(ctx, body), 'The calendar is added.'));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveCalendar(ctx, params.calendarId, body), 'The calendar is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteCalendar(ctx, params.calendarId);
      return answer(null, 'The calendar is deleted.');
    });
    route(app, calls.importExceptions, async (ctx, { params, body }) =>
      answer(await importExceptions(ctx, params.calendarId, body), 'The exceptions are added.'),
    );
  },
};
