import { randomUUID } from 'node:crypto';
import { type NotificationWay, type NotificationWays, notificationWays } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { notify } from '../notification/notification.service.ts';
import { countDevices } from '../push/push.repository.ts';
import { settingsPath } from './notice-mail.service.ts';
import { readPreferences } from './preference.service.ts';

/** Tells the user something by each way that is on for some kind. @returns the ways, and how many browsers are told */
export async function sendTest(ctx: Ctx) {
  const { kinds } = await readPreferences(ctx);
  const isOn = (way: NotificationWay) => kinds.some(({ ways }) => ways[way]);
  const ways = Object.fromEntries(notificationWays.map((way) => [way, isOn(way)])) as NotificationWays;
  const { inApp, mail } = ways;
  const sound = ways.sound && inApp;
  return ctx.transaction(async (tx) => {
    const { enterpriseId, userId } = ctx.actor;
    // Each is its own: a second test is not counted into the first.
    const notice = { kind: 'test', code: 'notice.test', values: {}, link: settingsPath, cause: randomUUID() } as const;
    await notify(ctx, tx, [userId], notice, { ...ways, sound });
    return { ways: { inApp, sound, mail }, browsers: ways.push ? await countDevices(tx, enterpriseId, userId) : 0 };
  });
}
