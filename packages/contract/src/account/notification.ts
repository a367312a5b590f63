import { defineEndpoint } from '../endpoint.ts';
import { FaultValues } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, jsonText, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { leavesNothing } from './audit-marks.ts';
import { listedKinds, noticeKindNames } from './notice-kinds.ts';

export const Notification = z
  .object({
    id: Id,
    kind: z.enum(listedKinds),
    /** Code of `noticeTexts` and values of its slots, for other languages; '' for notifications of earlier versions. */
    code: z.string(),
    values: FaultValues,
    /** The same in English. */
    title: z.string(),
    text: z.string(),
    /** Path inside the console that the notification opens. */
    link: z.string(),
    /** Number of equal causes that were folded into this one. */
    count: z.number(),
    isRead: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** Notification as an open console receives it, and whether it sounds. */
export const LiveNotification = Notification.extend({ hasSound: z.boolean().default(false) });
export type LiveNotification = z.infer<typeof LiveNotification>;

const Ways = z.object({ inApp: formBoolean, sound: formBoolean, mail: formBoolean, push: formBoolean });

/** The choice for one kind. */
export const NotificationPreference = z
  .object({
    kind: z.enum(noticeKindNames),
    ways: Ways,
    /** One way of reaching the reader stays on. */
    isRequired: z.boolean(),
    /** The browser alone tells it; the other ways are off. */
    isPushOnly: z.boolean(),
  })
  .meta({ id: 'NotificationPreference' });
export type NotificationPreference = z.infer<typeof NotificationPreference>;

export const NotificationPreferences = z.object({
  /** The hour of the own day at which mails are sent as one; null: each as it happens. */
  digestHour: z.number().nullable(),
  kinds: z.array(NotificationPreference),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const digestHours = 24;
/** Browsers of one user at the most; a further one takes the place of the oldest. */
export const mostDevices = 10;
export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/notifications',
    summary: "The user's notifications, newest first",
    tag: 'Notifications',
    access: 'session',
    query: Page.extend({
      unreadOnly: formBoolean.default(false),
      kind: z.union([z.literal(''), z.enum(listedKinds)]).default(''),
    }),
    answer: z.object({ notifications: z.array(Notification), unreadCount: z.number(), more: z.boolean() }),
  }),
  markRead: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/notifications/read',
    summary: 'Mark some, those that lead to an address, or with neither all, as read',
    audit: leavesNothing('what somebody has read is theirs'),
    tag: 'Notifications',
    access: 'session',
    changes: 'own',
    body: z.object({
      ids: formList(Id),
      /** The address that was opened, as notifications have it. */
      link: text(500).default(''),
    }),
    answer: z.object({ unreadCount: z.number() }),
  }),
  preferences: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/notifications/preferences',
    summary: 'How the user hears of each kind that they may get',
    tag: 'Notifications',
    access: 'session',
    answer: NotificationPreferences,
  }),
  savePreferences: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/notifications/preferences',
    summary: 'Change how the user hears of some kinds, and when mails are sent; what is left out stays',
    audit: leavesNothing("how one hears of one's own notifications"),
    tag: 'Notifications',
    access: 'session',
    changes: 'own',
    body: z.object({
      digestHour: z.preprocess((value) => (value === '' ? null : value), formNumber(0, digestHours - 1).nullable()).optional(),
      kinds: z
        .preprocess(jsonText, z.array(z.object({ kind: z.enum(noticeKindNames), ways: Ways })).max(noticeKindNames.length))
        .default([]),
    }),
    answer: NotificationPreferences,
  }),
  sendTest: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/notifications/test',
    summary: 'Send oneself a test by each way that is on for some kind',
    audit: leavesNothing('a message to oneself'),
    tag: 'Notifications',
    access: 'session',
    changes: 'own',
    perMinute: 6,
    body: z.object({}),
    /** Ways by which it went; `browsers` counts those that are told. */
    answer: z.object({ ways: z.object({ inApp: z.boolean(), sound: z.boolean(), mail: z.boolean() }), browsers: z.number() }),
  }),
  pushKey: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/device',
    summary: 'The key that browsers subscribe to pushes with',
    tag: 'Notifications',
    access: 'session',
    /** `publicKey` is '' where this installation sends none. `browsers` of this user are told. */
    answer: z.object({ publicKey: z.string(), browsers: z.number() }),
  }),
  removeDevice: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/device/remove',
    summary: 'Push to a browser no more',
    audit: leavesNothing("a browser of one's own"),
    tag: 'Notifications',
    access: 'session',
    changes: 'own',
    body: z.object({ token: requiredText(4096) }),
    answer: z.null(),
  }),
};
