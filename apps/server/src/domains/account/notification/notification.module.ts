import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Module } from '../../../module.ts';
import { notificationCreated } from './notification.events.ts';
import { dropOldNotifications, listOwnNotifications, markNotificationsRead } from './notification.service.ts';

const sweepMs = 6 * 3_600_000;

export const notification: Module = {
  name: 'notification',
  events: [notificationCreated],
  routes(app) {
    route(app, endpoints.notifications.list, (ctx, { query }) => listOwnNotifications(ctx, query));
    route(app, endpoints.notifications.markRead, (ctx, { body }) => markNotificationsRead(ctx, body.ids));
  },
  work(deps) {
    const sweep = () => dropOldNotifications(deps.db, deps.now());
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'old notifications were not removed');
    return Promise.resolve(scheduleTask(sweepMs, sweep, warn, { atStart: true }));
  },
};
