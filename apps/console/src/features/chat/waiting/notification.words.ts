import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { i18next } from '../../../lib/i18n.ts';

/** The words of the chat notifications. Texts of the specification stand letter by letter. */
const en = {
  menu: 'Chat notifications',
  menuWaiting_one: 'Chat notifications, {{count}} chat waiting',
  menuWaiting_other: 'Chat notifications, {{count}} chats waiting',
  transferred: 'Transfer Chats',
  new: 'Live Chats',
  invited: 'Invite Chats',
  assigned: 'Assigned Chats',
  missed: 'Missed Chats',
  boxTransferred: 'Transferred',
  boxNew: 'New',
  boxInvited: 'Invited',
  boxMissed: 'Missed',
  chooseTransferred: 'Choose from the transferred ones',
  chooseNew: 'Choose from the new ones',
  chooseInvited: 'Choose from the invitations',
  chooseAssigned: 'Choose from the assigned ones',
  chooseMissed: 'Choose from the missed ones',
  modalTitle: 'Chat Notification',
  customerName: 'Customer Name',
  customerNumber: 'Customer Number',
  transferredBy: 'Transferred By',
  invitedBy: 'Invited By',
  lastMessage: 'Last Message',
  type: 'Type',
  action: 'Action',
  pickup: 'Pickup',
  pickupOf: 'Pickup {{name}}',
  noRecord: 'No Record',
  close: 'Close',
  question: 'Do you want pickup this chat ?',
  ignore: 'Ignore',
  quiet: 'Quiet in this tab',
  loud: 'Sound in this tab',
  float: 'Show as floating box',
  dock: 'Show in the top bar',
  minimise: 'Minimise',
  restore: 'Restore',
  move: 'Move the box; arrow keys move it',
  browserAsk: 'Allow browser notifications',
  browserDenied: 'The browser blocks notifications of this site. Allow them in the site settings beside the address; sounds continue.',
  newChat: 'New chat',
  newReply: 'New reply',
  from: '{{name}}: {{text}}',
  by: '{{name}}, from {{by}}',
} as const;

type Flat = keyof typeof en;
export type NotificationWord = Flat extends infer K ? (K extends `${infer Base}_${'one' | 'other'}` ? Base : K) : never;
export type NotificationWords = (key: NotificationWord, values?: Record<string, string | number>) => string;

const hi: Partial<Record<Flat, string>> = {
  menu: 'चैट सूचनाएँ',
  menuWaiting_one: 'चैट सूचनाएँ, {{count}} चैट प्रतीक्षा में',
  menuWaiting_other: 'चैट सूचनाएँ, {{count}} चैट प्रतीक्षा में',
  transferred: 'स्थानांतरित चैट',
  new: 'लाइव चैट',
  invited: 'आमंत्रित चैट',
  assigned: 'सौंपी गई चैट',
  missed: 'छूटी हुई चैट',
  customerName: 'ग्राहक का नाम',
  customerNumber: 'ग्राहक का नंबर',
  lastMessage: 'अंतिम संदेश',
  type: 'प्रकार',
  action: 'कार्रवाई',
  pickup: 'उठाएँ',
  close: 'बंद करें',
  ignore: 'अनदेखा करें',
  quiet: 'इस टैब में शांत रखें',
  loud: 'इस टैब में ध्वनि',
  newChat: 'नई चैट',
  newReply: 'नया उत्तर',
};

const namespace = 'chatNotification';
i18next.addResourceBundle('en', namespace, en);
i18next.addResourceBundle('hi', namespace, hi);

/** Outside of components. */
export const notificationText: NotificationWords = (key, values) =>
  (i18next.t as unknown as (key: string, options: object) => string)(key, { ns: namespace, ...values });

export function useNotificationWords(): NotificationWords {
  const { i18n } = useTranslation();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language makes it another function, so who uses it draws again
  return useCallback<NotificationWords>((key, values) => notificationText(key, values), [language]);
}
