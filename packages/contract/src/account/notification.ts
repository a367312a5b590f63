import { defineEndpoint } from '../endpoint.ts';
import { FaultValues } from '../faults.ts';
import { formBoolean, formList, Id, Page } from '../fields.ts';
import { z } from '../z.ts';
import { leavesNothing } from './audit-marks.ts';

/** Product notifications of the common icon (screens 11.5). This list grows with the modules that tell. */
export const notificationKinds = [
  'chat_missed',
  'role_changed',
  'new_sign_in',
  'key_new_network',
  'webhook_suspended',
  'second_factor',
  'branding_published',
  'bulk_failed',
  'export_ready',
  'import_done',
  'import_failed',
  'training_done',
  'training_failed',
  'channel_error',
  'template_status',
  'broadcast_done',
  'work_failed',
] as const;

export const Notification = z
  .object({
    id: Id,
    kind: z.enum(notificationKinds),
    /** What it says, for other languages: a code of `noticeTexts` and the values of its slots; '' for those of earlier versions. */
    code: z.string(),
    values: FaultValues,
    /** The same in English. */
    title: z.string(),
    text: z.string(),
    /** Path inside the console that the notification opens. */
    link: z.string(),
    /** How many equal causes were folded into this one. */
    count: z.number(),
    isRead: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/notifications',
    summary: "The user's notifications, newest first",
    tag: 'Notifications',
    access: 'session',
    query: Page.extend({ unreadOnly: formBoolean.default(false) }),
    answer: z.object({ notifications: z.array(Notification), unreadCount: z.number(), more: z.boolean() }),
  }),
  markRead: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/notifications/read',
    summary: 'Mark some, or with an empty list all, as read',
    audit: leavesNothing('what somebody has read is theirs'),
    tag: 'Notifications',
    access: 'session',
    changes: 'own',
    body: z.object({ ids: formList(Id) }),
    answer: z.object({ unreadCount: z.number() }),
  }),
};
