import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { readCalendar } from './booking.service.ts';
import { readPressure } from './pressure.service.ts';

const { bookings } = endpoints;

export const booking: Module = {
  name: 'booking',
  routes(app) {
    route(app, bookings.calendar, (ctx, { query }) => readCalendar(ctx, query));
    route(app, bookings.pressure, (ctx, { body }) => readPressure(ctx, body));
  },
};
