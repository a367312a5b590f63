import type { FeatureFlag, Me, Permission } from '@parley/contract';
import {
  type Icon,
  IconAddressBook,
  IconBuilding,
  IconCards,
  IconLayoutDashboard,
  IconMessages,
  IconPhoto,
  IconPlugConnected,
  IconReportAnalytics,
  IconRobot,
  IconSettings,
  IconSitemap,
  IconSpeakerphone,
  IconTrash,
} from '@tabler/icons-react';
import { hasFlag } from '../../lib/app-config.ts';
import type { en } from '../../locales/en.ts';
import { holdsAny } from '../account/shared/me.ts';

export type MenuKey = keyof typeof en.menu;
export type MenuEntry = {
  path: string;
  label: MenuKey;
  /** One of them is enough; an empty list is open to everybody. */
  permissions: readonly Permission[];
  flag?: FeatureFlag;
  /** Addresses of the same screen's other parts, which do not begin with its path. */
  also?: readonly string[];
  /** Screens still to come are listed here and shown nowhere, so that no link is dead. */
  isBuilt: boolean;
};
export type MenuGroup = { id: MenuKey; icon: Icon; entries: readonly MenuEntry[] };

const crud = <G extends 'CAMPAIGNS' | 'JOURNEYS' | 'CHANNELS' | 'MSG_TEMPLATES' | 'CREATIVES' | 'RICHCARDS' | 'DEPARTMENTS' | 'ROLES'>(
  group: G,
) => [`${group}.CREATE`, `${group}.EDIT`, `${group}.VIEW`, `${group}.DELETE`] as const;
const later = (path: string, label: MenuKey, permissions: readonly Permission[]): MenuEntry => ({
  path,
  label,
  permissions,
  isBuilt: false,
});
const built = (path: string, label: MenuKey, permissions: readonly Permission[], flag?: FeatureFlag): MenuEntry => ({
  path,
  label,
  permissions,
  isBuilt: true,
  ...(flag ? { flag } : {}),
});

/** The side menu in its order: every entry of the product, its label, and who sees it. */
export const menuGroups: readonly MenuGroup[] = [
  { id: 'dashboard', icon: IconLayoutDashboard, entries: [built('/dashboard', 'dashboard', [])] },
  {
    id: 'campaign',
    icon: IconSpeakerphone,
    entries: [
      later('/campaigns/campaigns-list', 'campaignsList', crud('CAMPAIGNS')),
      later('/campaigns/activity-list', 'iterations', ['CAMPAIGNS.APPROVE']),
      later('/campaigns/approved', 'readyToGo', ['CAMPAIGNS.APPROVE']),
      later('/campaigns/reject', 'declined', ['CAMPAIGNS.APPROVE', ...crud('CAMPAIGNS')]),
      later('/campaigns/report', 'report', ['CAMPAIGNS.VIEW_CAMPAIGNREPORT']),
    ],
  },
  {
    id: 'converse',
    icon: IconMessages,
    entries: [
      built('/chat/conversation', 'interaction', ['CHAT.HANDLE']),
      { ...built('/campaigns/broadcast/create', 'quickSend', ['CHAT.HANDLE']), also: ['/campaigns/broadcast'] },
      later('/admin/chatConfig/chat-config', 'chatConfig', ['CHAT.CHAT_CONFIG']),
      later('/admin/chatConfig/operational-hours', 'operationalHours', ['CHAT.CHAT_CONFIG']),
      later('/admin/chatConfig/webhook', 'webhook', ['CHAT.CHAT_CONFIG']),
      later('/chat/analytics', 'analytics', ['CHAT.VIEW_ANALYTICS']),
      later('/chat/monitor', 'monitor', ['CHAT.VIEW_MONITOR']),
      later('/chat/history', 'history', ['CHAT.VIEW_CHATHISTORY']),
    ],
  },
  {
    id: 'flowBuilder',
    icon: IconSitemap,
    entries: [
      later('/journey/workspace', 'streams', crud('JOURNEYS')),
      later('/journey/reports', 'reports', ['JOURNEYS.VIEW_REPORTS']),
      later('/journey/speech-to-text-report', 'speechToTextReport', ['JOURNEYS.VIEW_REPORTS']),
      later('/journey/monitor', 'monitor', ['JOURNEYS.VIEW_JOURNEYMONITOR']),
      later('/journey/milestone-report', 'milestoneReport', ['JOURNEYS.VIEW_MILESTONEREPORT']),
    ],
  },
  {
    id: 'agenticAi',
    icon: IconRobot,
    entries: [built('/bots', 'skills', ['NLP.VIEW']), later('/nlp-report/overview', 'analytics', ['NLP.VIEW'])],
  },
  {
    id: 'channels',
    icon: IconPlugConnected,
    entries: [
      built('/admin/channels', 'channels', crud('CHANNELS')),
      later('/admin/whatsapp-onboarding', 'embeddedSignup', ['WABAONBOARD.VIEW']),
      built('/admin/messageTemplate/whatsapp', 'templates', crud('MSG_TEMPLATES')),
    ],
  },
  { id: 'creatives', icon: IconPhoto, entries: [built('/creatives', 'imageLibrary', crud('CREATIVES'))] },
  { id: 'visualSnippet', icon: IconCards, entries: [later('/admin/richcard', 'visualSnippet', crud('RICHCARDS'))] },
  {
    id: 'phoneBooks',
    icon: IconAddressBook,
    entries: [
      {
        ...built('/customer-master/customers', 'customers', ['CUSTOMER.VIEW']),
        also: ['/customer-master/uploadfile', '/customer-master/uploads', '/customer-master/error'],
      },
      { ...built('/customer-master/definition', 'attributes', ['CUSTOMER_MASTER.VIEW']), also: ['/customer-master/define-customer'] },
    ],
  },
  {
    id: 'accountSettings',
    icon: IconSettings,
    entries: [
      later('/admin/users', 'users', ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD']),
      later('/admin/departments', 'departments', crud('DEPARTMENTS')),
      later('/admin/audit_trail', 'auditTrail', ['AUDITTRAIL.VIEW']),
      built('/admin/permission', 'rbac', crud('ROLES')),
    ],
  },
  {
    id: 'companyInformation',
    icon: IconBuilding,
    entries: [later('/admin/details', 'companyInformation', ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'])],
  },
  { id: 'deliveryReport', icon: IconReportAnalytics, entries: [built('/admin/report', 'deliveryReport', ['MANAGE.DELIVERYREPORT.VIEW'])] },
  { id: 'bin', icon: IconTrash, entries: [later('/admin/trash', 'bin', ['TRASH.VIEW'])] },
];

/** Reached from the profile menu: it has no place of its own in the side menu. */
export const brandingEntry = built('/branding', 'branding', ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'], 'branding');

export const layoutPrefixes: readonly string[] = [
  'dashboard',
  'chat',
  'encaps',
  'billing',
  'journey',
  'admin',
  'campaigns',
  'details',
  'marketplace',
  'content-library',
  'publish',
  'conversation',
  'bots',
  'services',
  'customer-master',
  'nlp-report',
  'whatsapp-flow',
  'creatives',
  'branding',
];

type Holder = Pick<Me, 'permissions'>;

export const isEntryVisible = (me: Holder | undefined, entry: MenuEntry): boolean =>
  entry.isBuilt && holdsAny(me as Me | undefined, entry.permissions) && (entry.flag === undefined || hasFlag(entry.flag));

/** The groups with what the user may open in them; a group without any is left out. */
export function visibleMenu(me: Holder | undefined, groups: readonly MenuGroup[] = menuGroups): MenuGroup[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => isEntryVisible(me, entry)) }))
    .filter((group) => group.entries.length > 0);
}

export const findCurrentGroup = (groups: readonly MenuGroup[], pathname: string): MenuGroup | undefined =>
  groups.find((group) => group.entries.some((entry) => isCurrentEntry(entry, pathname)));

export const isCurrentEntry = ({ path, also = [] }: MenuEntry, pathname: string) =>
  [path, ...also].some((own) => pathname === own || pathname.startsWith(`${own}/`));

/** First screen of an area, such as 'admin', that the user may see. */
export function firstAllowedPath(me: Holder | undefined, area: string): string | undefined {
  return visibleMenu(me)
    .flatMap((group) => group.entries)
    .find((entry) => entry.path.startsWith(`/${area}/`))?.path;
}
