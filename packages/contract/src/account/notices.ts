import { fillSlots, type SlotsIn } from '../faults.ts';

/** Texts of each notification, by code: first its title, in English. Slots are filled by the notification's values. Codes never change. */
export const noticeTitleTexts = {
  'chat.missed': 'A chat was missed',
  'user.roles_changed': 'Your roles have changed',
  'role.changed': 'Your rights have changed',
  'sign_in.new': 'New sign-in',
  'recovery.few': 'Few recovery codes are left',
  'two_factor.required': 'A second factor is required',
  'sso.domain_lost': 'The domain {{domain}} is not verified any more',
  'sso.taken_over': 'The sign-on connection {{connection}} has the rights of {{user}} now',
  'scim.heir_unfit': 'Work of {{user}} went to somebody else',
  'scim.refused': '{{user}} was not deactivated',
  'branding.published': 'Branding published',
  'bulk.failed': 'A job on customers ended early',
  'export.ready': 'Your export is ready',
  'copy.ready': 'The copy of personal data is ready',
  'stream.too_many': 'The stream {{stream}} was not started',
  'import.done': '{{file}} is imported',
  'import.no_streams': '{{file}} is imported, and begins no streams',
  'import.failed': '{{file}} could not be imported',
  'training.done': '{{bot}} is trained',
  'training.asks': '{{bot}}: the new model does worse in your tests',
  'training.failed': 'The training failed',
  'channel.stopped': 'The channel {{channel}} has stopped',
  'template.approved': 'Template {{template}} is approved',
  'template.rejected': 'Template {{template}} is rejected',
  'template.paused': 'Template {{template}} is paused',
  'template.disabled': 'Template {{template}} is disabled',
  'template.replaced': 'The new version of template {{template}} is in use',
  'template.moved': 'Template {{template}} is now in the category {{category}}',
  'stream.template_lost': 'The stream {{stream}} is paused',
  'stream.template_moved': 'The stream {{stream}} is paused',
  'stream.failed': 'Walks fail in the stream {{stream}}',
  'broadcast.done': '{{broadcast}} is sent',
  'activity.waiting': '{{campaign}} #{{number}} waits for approval',
  'activity.asked': 'A question about {{campaign}} #{{number}}',
  'activity.answered': 'An answer about {{campaign}} #{{number}}',
  'activity.approved': '{{campaign}} #{{number}} is approved',
  'activity.rejected': '{{campaign}} #{{number}} is rejected',
  'activity.not_in_time': '{{campaign}} #{{number}} was not approved in time',
  'activity.checker_left': 'Who approved {{campaign}} #{{number}} has left',
  'activity.broken_seal': '{{campaign}} #{{number}} has changed since it was approved',
  'activity.wave_stopped': '{{campaign}} #{{number}} is paused',
  'activity.choice': '{{campaign}} #{{number}} waits for a choice',
  'activity.no_balance': '{{campaign}} #{{number}} is paused',
  'activity.template_down': '{{campaign}} #{{number}} waits for its template',
  'activity.template_back': '{{campaign}} #{{number}} goes on',
  'activity.late': '{{campaign}} #{{number}} is late and waits for you',
  'broadcast.late': '{{broadcast}} is late and waits for you',
  'broadcast.template_down': '{{broadcast}} waits for its template',
  'broadcast.template_back': '{{broadcast}} goes on',
  'activity.refused': '{{campaign}} #{{number}} could not start',
  'activity.done': '{{campaign}} #{{number}} is sent',
  'event.given_up': 'A message of a channel could not be read',
  'job.parked': 'Work in the background has failed',
  'wallet.difference': 'The wallet does not add up',
  'balance.low': 'The balance is below {{threshold}}',
  'webhook.suspended': 'The webhook {{name}} is suspended',
  'relay.suspended': 'The relay bridge {{name}} is suspended',
  'webhook.gone': 'The webhook {{name}} is suspended',
  'relay.gone': 'The relay bridge {{name}} is suspended',
  'webhook.resumed': 'The webhook {{name}} goes on',
  'relay.resumed': 'The relay bridge {{name}} goes on',
  'key.new_network': 'The key {{name}} is used from another place',
  'work.moved_chats': 'You take over chats of {{user}}',
  'work.moved_offers': 'You take over offered chats of {{user}}',
  'work.moved_broadcasts': 'You take over broadcasts of {{user}}',
  'work.moved_campaigns': 'You take over campaigns of {{user}}',
  'work.moved_approvals': 'You look after approvals of {{user}}',
  'work.moved_streams': 'You take over streams of {{user}}',
  'work.moved_departments': 'You manage departments of {{user}} now',
  'work.moved_connections': 'You stand for sign-on connections of {{user}} now',
  'work.moved_heirs': 'You take over from {{user}} what leavers leave behind',
  'work.moved_invitations': 'You stand for invitations of {{user}} now',
  'work.moved_keys': 'You own keys of {{user}} now',
  'audit.broken': 'The audit trail is broken',
  'notice.test': 'This is a test',
} as const;

export type NoticeCode = keyof typeof noticeTitleTexts;

/** And what stands below the title; '' for nothing. */
export const noticeTexts = {
  'chat.missed': '{{customer}} waited and nobody picked the chat up.',
  'user.roles_changed': 'Your roles are now: {{roles}}.',
  'role.changed': 'The role "{{role}}" was changed.',
  'sign_in.new': '{{device}}, {{address}}. If this was not you, change your password.',
  'recovery.few': 'Recovery codes left: {{left}}. Make new ones in your profile.',
  'two_factor.required': 'Set it up in your profile by {{until}}.',
  'sso.domain_lost': 'Its TXT record is gone. Nobody new signs in by it until the record is back and checked.',
  'sso.taken_over': '{{former}} may not stand for it any more. Look at what its map gives, and save it.',
  'scim.heir_unfit':
    '{{connection}} has deactivated them, and {{heir}}, who takes over there, could not take all of it. The rest went to {{users}}; chats that nobody could take are back in the queue.',
  'scim.refused': '{{connection}} has asked for it. Its sessions of them have ended. {{reason}}',
  'branding.published': '{{user}} published the brand "{{brand}}".',
  'bulk.failed': '{{reason}}',
  'export.ready': 'Customers: {{count}}',
  'copy.ready': 'Download it from the customer within a week.',
  'stream.too_many':
    '“{{audience}}” has {{people}} people, and more than {{most}} at once are the work of a campaign, with its approval. Its rule waits for the next time.',
  'import.done': 'Rows accepted: {{accepted}}, errors: {{errors}}.',
  'import.no_streams':
    'Its rows would begin streams for {{people}} people at once, and more than {{most}} are the work of a campaign, with its approval. Rows accepted: {{accepted}}, errors: {{errors}}.',
  'import.failed': '{{reason}}',
  'training.done': '',
  'training.asks': 'Compare the results and decide whether the new model takes over.',
  'training.failed': '{{reason}}',
  'channel.stopped': '{{advice}}',
  'template.approved': '',
  'template.rejected': '{{reason}}',
  'template.paused': 'Unfinished sendings that use it: {{uses}}. {{reason}}',
  'template.disabled': 'Unfinished sendings that use it: {{uses}}. {{reason}}',
  'template.replaced': '',
  'template.moved': 'The vendor has moved it from {{previous}}.',
  'stream.template_lost':
    'It sends template {{template}}, which is not approved any more. {{reason}} Nobody begins it, and who is inside waits until somebody resumes it.',
  'stream.template_moved':
    'Its template {{template}} was moved from {{previous}} to {{category}}. Nobody begins it, and who is inside waits until somebody resumes it.',
  'stream.failed': 'At {{node}}, where no exit is for it. {{reason}}',
  'broadcast.done': 'Of {{audience}} messages, {{left}} were sent, {{skipped}} skipped and {{failed}} failed.',
  'activity.waiting': '{{user}} has submitted it. People: {{audience}}.',
  'activity.asked': '{{user}}: {{text}}',
  'activity.answered': '{{user}}: {{text}}',
  'activity.approved': '{{user}} has approved it.',
  'activity.rejected': '{{user}}: {{reason}}',
  'activity.not_in_time': 'Its time has passed, and nothing was sent. Choose another time and submit it again.',
  'activity.checker_left': '{{user}} is deactivated. The approval stays: it is sent as planned unless somebody withdraws it.',
  'activity.broken_seal': 'Nothing was sent. It needs another approval.',
  'activity.wave_stopped': 'Of its first part, {{failed}} % failed, {{optedOut}} % opted out and {{blocked}} % were blocked.',
  'activity.choice': 'Its first part has left, and nothing else leaves until somebody chooses one of its contents.',
  'activity.late': 'Its time is long over, so nothing leaves by itself. Resume it to send it now, or stop it.',
  'broadcast.late': 'Its time is long over, so nothing leaves by itself. Send it now, or cancel it.',
  'activity.template_down':
    'The template may not be sent now. Nobody is left out: it goes on by itself when the template is approved again.',
  'activity.template_back': 'Its template may be sent again.',
  'broadcast.template_down':
    'The template may not be sent now. Nobody is left out: it goes on by itself when the template is approved again.',
  'broadcast.template_back': 'Its template may be sent again.',
  'activity.no_balance': 'The balance does not cover the next messages. Recharge it and resume.',
  'activity.refused': '{{reason}}',
  'activity.done': 'Of {{audience}} messages, {{left}} were sent, {{skipped}} skipped and {{failed}} failed.',
  'event.given_up':
    'What the vendor sent is kept and is not read again by itself. Whoever runs the installation finds it in raw_event_queue.',
  'wallet.difference':
    'What is booked differs from the messages that were sent. Nothing further is booked until whoever runs the installation has looked at it; sending goes on.',
  'balance.low': '{{balance}} are left. Recharge the wallet before messages are held back.',
  'job.parked':
    '{{job}} was tried several times and is not tried again by itself. Whoever runs the installation finds it among the parked jobs.',
  'webhook.suspended':
    'It has failed for hours. {{reason}} It is tried every few minutes and goes on by itself; what it was to be told waits for 30 days.',
  'relay.suspended':
    'It has failed for hours. {{reason}} It is tried every few minutes and goes on by itself; what it was to be told waits for 30 days.',
  'webhook.gone':
    'Its address has answered that it is gone (410). Save it as active when it is back; what it was to be told waits for 30 days.',
  'relay.gone':
    'Its address has answered that it is gone (410). Save it as active when it is back; what it was to be told waits for 30 days.',
  'webhook.resumed': 'Its address answers again. What has waited is sent now.',
  'relay.resumed': 'Its address answers again. What has waited is sent now.',
  'key.new_network': 'It was used from {{address}} for the first time. If you do not know this address, delete the key.',
  'work.moved_chats': 'Chats: {{count}}',
  'work.moved_offers': 'Chats: {{count}}',
  'work.moved_broadcasts': 'Broadcasts: {{count}}',
  'work.moved_campaigns': 'Campaigns: {{count}}',
  'work.moved_approvals': 'Approvals: {{count}}',
  'work.moved_streams': 'Streams: {{count}}',
  'work.moved_departments': 'Departments: {{count}}',
  'work.moved_connections': 'Connections: {{count}}',
  'work.moved_heirs': 'Connections: {{count}}',
  'work.moved_invitations': 'Invitations: {{count}}',
  'work.moved_keys': 'Keys: {{count}}',
  'audit.broken': 'From entry {{number}} on it is not what was written. Check it, and ask who had access to the database.',
  'notice.test': 'You asked for it in your profile.',
} as const satisfies Record<NoticeCode, string>;

/** Slots that hold who a customer is: what has them is told inside the product alone, not by mail. */
const customerSlots = ['{{customer}}'];

/** Tells whether a text may leave the product, in a mail that others may read: it names no customer. */
const maySend = (text: string): boolean => !customerSlots.some((slot) => text.includes(slot));

type SlotsOf<C extends NoticeCode> = SlotsIn<(typeof noticeTitleTexts)[C]> | SlotsIn<(typeof noticeTexts)[C]>;
/** A code with exactly the values that its words have slots for. */
export type NoticeWords = {
  [C in NoticeCode]: { code: C; values: Readonly<Record<SlotsOf<C>, string | number>> };
}[NoticeCode];

export const fillNotice = ({ code, values }: NoticeWords): { title: string; text: string } => ({
  title: fillSlots(noticeTitleTexts[code], values),
  text: fillSlots(noticeTexts[code], values).trim(),
});

/** The same for a mail: what names a customer is left out. */
export const fillMailedNotice = ({ code, values }: NoticeWords): { title: string; text: string } => ({
  title: maySend(noticeTitleTexts[code]) ? fillSlots(noticeTitleTexts[code], values) : '',
  text: maySend(noticeTexts[code]) ? fillSlots(noticeTexts[code], values).trim() : '',
});
