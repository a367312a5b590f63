import { builderPermissions, type Permission } from './permissions.ts';
import { screens } from './screens.ts';

/** Ways by which a notification reaches somebody: the list with its toast, a sound, a mail, and the browser while the console is closed. */
export const notificationWays = ['inApp', 'sound', 'mail', 'push'] as const;
export type NotificationWay = (typeof notificationWays)[number];
export type NotificationWays = Record<NotificationWay, boolean>;

type KindRule = {
  /** Recipients of the kind: everybody, administrators, or holders of one of these permissions. */
  for: 'everybody' | 'administrators' | readonly Permission[];
  /** Ways that are on for users who have chosen nothing. */
  ways: NotificationWays;
  /** Those who get it are responsible: one way of reaching them stays on. */
  always?: true;
  /** The browser alone tells it: an open console has counts, sounds and questions of its own for it. */
  isPushOnly?: true;
};

const usual: NotificationWays = { inApp: true, sound: false, mail: false, push: true };
/** Ways of a kind that users must hear of although they are not at work. */
const urgent: NotificationWays = { ...usual, mail: true };
/** Good to know, and no reason to call anybody back. */
const quiet: NotificationWays = { ...usual, push: false };

const makers = ['CUSTOMER.VIEW'] as const;
const browserAlone: NotificationWays = { inApp: false, sound: false, mail: false, push: true };
const campaignMakers = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'] as const;
const senders = screens.broadcasts.permissions;

/** Every kind of notification: a new one is a line here, its words, and a call of `notify`. */
export const noticeKinds = {
  chat_offered: { for: ['CHAT.HANDLE'], ways: browserAlone, isPushOnly: true },
  chat_message: { for: ['CHAT.HANDLE'], ways: browserAlone, isPushOnly: true },
  chat_waiting: { for: ['CHAT.HANDLE'], ways: browserAlone, isPushOnly: true },
  chat_missed: { for: 'administrators', ways: { ...usual, sound: true } },
  chat_later: { for: ['CHAT.HANDLE'], ways: usual },
  chat_mention: { for: ['CHAT.HANDLE'], ways: usual },
  chat_clock: { for: ['CHAT.HANDLE', 'CHAT.VIEW_MONITOR'], ways: usual },
  chat_rule: { for: ['CHAT.HANDLE', 'CHAT.VIEW_MONITOR'], ways: usual },
  chat_alarm: { for: ['CHAT.VIEW_MONITOR'], ways: { ...usual, sound: true } },
  report_alert: { for: ['CHAT.VIEW_ANALYTICS'], ways: urgent },
  report_failed: { for: ['CHAT.VIEW_ANALYTICS'], ways: usual },
  work_moved: { for: 'everybody', ways: usual },
  channel_error: { for: ['CHANNELS.EDIT'], ways: { ...urgent, sound: true }, always: true },
  template_status: { for: [...screens.templates.permissions, ...senders], ways: usual },
  stream_paused: { for: ['JOURNEYS.EDIT'], ways: urgent },
  stream_failed: { for: ['JOURNEYS.EDIT'], ways: urgent },
  broadcast_done: { for: senders, ways: usual },
  approval_waiting: { for: screens.activities.permissions, ways: urgent },
  approval_decided: { for: campaignMakers, ways: urgent },
  run_paused: { for: [...campaignMakers, ...screens.activities.permissions, ...senders], ways: urgent },
  campaign_done: { for: campaignMakers, ways: usual },
  stream_skipped: { for: ['JOURNEYS.EDIT'], ways: urgent },
  import_done: { for: makers, ways: usual },
  import_failed: { for: makers, ways: usual },
  export_ready: { for: 'everybody', ways: usual },
  export_failed: { for: 'everybody', ways: usual },
  bulk_failed: { for: makers, ways: usual },
  training_done: { for: builderPermissions, ways: usual },
  training_failed: { for: builderPermissions, ways: usual },
  webhook_suspended: { for: screens.chatWebhook.permissions, ways: urgent },
  key_new_network: { for: screens.enterprise.permissions, ways: urgent },
  low_balance: { for: ['ENTERPRISE.EDIT'], ways: urgent, always: true },
  audit_broken: { for: 'administrators', ways: urgent },
  work_failed: { for: 'administrators', ways: usual },
  branding_published: { for: 'administrators', ways: quiet },
  role_changed: { for: 'everybody', ways: quiet },
  new_sign_in: { for: 'everybody', ways: usual },
  second_factor: { for: 'everybody', ways: usual },
} as const satisfies Record<string, KindRule>;

export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[];
export const ruleOf = (kind: NoticeKind): KindRule => noticeKinds[kind];

/** Kinds that somebody may get, in the table's order. */
export function offeredKinds({
  permissions,
  isAdministrator,
}: {
  permissions: ReadonlySet<string>;
  isAdministrator: boolean;
}): NoticeKind[] {
  return noticeKindNames.filter((kind) => {
    const audience = ruleOf(kind).for;
    if (audience === 'everybody') return true;
    return audience === 'administrators' ? isAdministrator : audience.some((permission) => permissions.has(permission));
  });
}

/** Tells whether a choice leaves somebody reachable; a sound alone tells nothing, and comes with the list. */
export const reaches = ({ inApp, mail, push }: NotificationWays): boolean => inApp || mail || push;

/** Kinds in the list: those above that are not for the browser alone, and the test that users send themselves. */
export type ListedKind = Exclude<NoticeKind, 'chat_offered' | 'chat_message' | 'chat_waiting'> | 'test';
export const listedKinds = ['test', ...noticeKindNames.filter((kind) => !ruleOf(kind).isPushOnly)] as readonly ListedKind[];
