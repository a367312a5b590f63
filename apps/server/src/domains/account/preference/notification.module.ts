import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { notificationCreated } from '../notification/notification.events.ts';
import { notificationsOfPerson } from '../notification/notification.personal.ts';
import { dropOldNotifications, listOwnNotifications, markNotificationsRead } from '../notification/notification.service.ts';
import { dropSentMails, sendDueMails } from './notice-mail.service.ts';
import { readPreferences, savePreferences } from './preference.service.ts';
import { sendTest } from './test-notice.ts';

const sweepMs = 6 * 3_600_000;
const mailMs = 2000;

export const notification: Module = {
  name: 'notification',
  extensions: [extend(personalData, notificationsOfPerson)],
  events: [notificationCreated],
  routes(app) {
    route(app, endpoints.notifications.list, (ctx, { query }) => listOwnNotifications(ctx, query));
    route(app, endpoints.notifications.markRead, (ctx, { body }) => markNotificationsRead(ctx, body));
    route(app, endpoints.notifications.preferences, (ctx) => readPreferences(ctx));
    route(app, endpoints.notifications.savePreferences, async (ctx, { body }) =>
      answer(await savePreferences(ctx, body), 'Your notification settings are saved.'),
    );
    route(app, endpoints.notifications.sendTest, (ctx) => sendTest(ctx));
  },
  work(deps) {
    const sweep = async () => {
      await dropOldNotifications(deps.db, deps.now());
      await dropSentMails(deps);
    };
    const warnOf = (message: string) => (error: unknown) => deps.log.warn({ err: error }, message);
    const ends = [
      scheduleTask(sweepMs, sweep, warnOf('old notifications were not removed'), { atStart: true }),
      scheduleTask(mailMs, () => sendDueMails(deps), warnOf('mails of notifications were not sent')),
    ];
    return Promise.resolve(async () => {
      for (const end of ends) await end();
    });
  },
};
