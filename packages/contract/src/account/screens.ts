import type { FeatureFlag } from './app-config.ts';
import type { Permission } from './permissions.ts';

/** A place in the side menu. Groups, and entries in a group, stand in the table's order. */
type MenuPlace = {
  /** Both are keys of the console's words. */
  group: string;
  label: string;
  /** Address that the entry leads to when that is not the screen's own address. */
  path?: string;
  /** Permissions that show it in the menu, when fewer users find it than may open it. */
  permissions?: readonly Permission[];
};

/** A screen of the console: the one place that says where it is and who may open it. */
export type Screen = {
  /** Address of the screen; every address below it belongs to it, unless another screen names a longer one. `*` stands for one part. */
  path: string;
  /** Further addresses of the same screen, which do not begin with its path. */
  also?: readonly string[];
  /** One of them is enough; an empty list is open to every signed-in user. */
  permissions: readonly Permission[];
  /** Flag of the deployment without which nobody has the screen. */
  flag?: FeatureFlag;
  menu?: MenuPlace;
  /** The address whose entry the menu marks, where that is not the one above it. */
  within?: string;
};

type CrudGroup = 'CAMPAIGNS' | 'JOURNEYS' | 'ENCAPS' | 'CHANNELS' | 'MSG_TEMPLATES' | 'CREATIVES' | 'RICHCARDS' | 'DEPARTMENTS' | 'ROLES';
const crud = <G extends CrudGroup>(group: G) => [`${group}.CREATE`, `${group}.EDIT`, `${group}.VIEW`, `${group}.DELETE`] as const;

/**
 * Menu, guard, command palette and the calls of the contract read who may see what here. Rows MENU-008 to MENU-045 give the menu its
 * order and permissions; MENU-047 has them guard the screens.
 */
export const screens = {
  dashboard: { path: '/dashboard', permissions: [], menu: { group: 'dashboard', label: 'dashboard' } },

  campaignList: {
    path: '/campaigns/campaigns-list',
    permissions: crud('CAMPAIGNS'),
    menu: { group: 'campaign', label: 'campaignsList' },
  },
  activities: {
    path: '/campaigns/activity-list',
    permissions: ['CAMPAIGNS.APPROVE'],
    menu: { group: 'campaign', label: 'iterations' },
  },
  approved: {
    path: '/campaigns/approved',
    permissions: ['CAMPAIGNS.APPROVE'],
    menu: { group: 'campaign', label: 'readyToGo' },
  },
  declined: {
    path: '/campaigns/reject',
    permissions: ['CAMPAIGNS.APPROVE', ...crud('CAMPAIGNS')],
    menu: { group: 'campaign', label: 'declined' },
  },
  campaignReport: {
    path: '/campaigns/report',
    permissions: ['CAMPAIGNS.VIEW_CAMPAIGNREPORT'],
    menu: { group: 'campaign', label: 'report' },
  },
  // One address of an iteration for all who may see it: makers, checkers, readers of the report. Reached from their lists.
  activity: {
    path: '/campaigns/activity',
    within: '/campaigns/campaigns-list',
    permissions: [...crud('CAMPAIGNS'), 'CAMPAIGNS.APPROVE', 'CAMPAIGNS.VIEW_REJECTEDLIST', 'CAMPAIGNS.VIEW_CAMPAIGNREPORT'],
  },
  calendar: {
    path: '/campaigns/calendar',
    permissions: ['CAMPAIGNS.APPROVE', ...crud('CAMPAIGNS')],
    menu: { group: 'campaign', label: 'calendar' },
  },
  blacklist: {
    path: '/campaigns/blacklist',
    permissions: ['BLACKLIST'],
    flag: 'blacklist',
    menu: { group: 'campaign', label: 'blacklist' },
  },

  conversation: {
    path: '/chat/conversation',
    permissions: ['CHAT.HANDLE'],
    menu: { group: 'converse', label: 'interaction' },
  },
  broadcasts: {
    path: '/campaigns/broadcast',
    permissions: ['CHAT.HANDLE', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'],
    menu: { group: 'converse', label: 'quickSend', path: '/campaigns/broadcast/create', permissions: ['CHAT.HANDLE'] },
  },
  chatConfig: {
    path: '/admin/chatConfig/chat-config',
    permissions: ['CHAT.CHAT_CONFIG'],
    menu: { group: 'converse', label: 'chatConfig' },
  },
  operationalHours: {
    path: '/admin/chatConfig/operational-hours',
    permissions: ['CHAT.CHAT_CONFIG'],
    menu: { group: 'converse', label: 'operationalHours' },
  },
  chatWebhook: {
    path: '/admin/chatConfig/webhook',
    permissions: ['CHAT.CHAT_CONFIG'],
    menu: { group: 'converse', label: 'webhook' },
  },
  chatAnalytics: {
    path: '/chat/analytics',
    permissions: ['CHAT.VIEW_ANALYTICS'],
    menu: { group: 'converse', label: 'analytics' },
  },
  chatScenarios: {
    path: '/chat/analytics/what-if',
    permissions: ['CHAT.VIEW_ANALYTICS'],
  },
  // Everybody whom the flag lets in reads a board; figures of chats in it are for those who may see the analysis.
  boards: {
    path: '/boards',
    permissions: ['CHAT.VIEW_ANALYTICS', 'ANALYTICS.VIEW'],
    menu: { group: 'converse', label: 'boards', permissions: ['CHAT.VIEW_ANALYTICS'] },
  },
  chatMonitor: {
    path: '/chat/monitor',
    permissions: ['CHAT.VIEW_MONITOR'],
    menu: { group: 'converse', label: 'monitor' },
  },
  chatHistory: {
    path: '/chat/history',
    permissions: ['CHAT.VIEW_CHATHISTORY'],
    menu: { group: 'converse', label: 'history' },
  },

  journeys: {
    path: '/journey/workspace',
    permissions: crud('JOURNEYS'),
    menu: { group: 'flowBuilder', label: 'streams' },
  },
  // Reached from the streams.
  publish: { path: '/publish', within: '/journey/workspace', permissions: crud('JOURNEYS') },
  journeyReports: {
    path: '/journey/reports',
    permissions: ['JOURNEYS.VIEW_REPORTS'],
    menu: { group: 'flowBuilder', label: 'reports' },
  },
  speechToTextReport: {
    path: '/journey/speech-to-text-report',
    permissions: ['JOURNEYS.VIEW_REPORTS'],
    menu: { group: 'flowBuilder', label: 'speechToTextReport' },
  },
  journeyMonitor: {
    path: '/journey/monitor',
    permissions: ['JOURNEYS.VIEW_JOURNEYMONITOR'],
    menu: { group: 'flowBuilder', label: 'monitor' },
  },
  milestoneReport: {
    path: '/journey/milestone-report',
    permissions: ['JOURNEYS.VIEW_MILESTONEREPORT'],
    flag: 'milestone',
    menu: { group: 'flowBuilder', label: 'milestoneReport' },
  },
  // ENCAPS cannot be given to own roles (RBAC-010), so their twins of the streams open these as well.
  encaps: {
    path: '/encaps',
    permissions: [...crud('JOURNEYS'), ...crud('ENCAPS')],
    menu: { group: 'flowBuilder', label: 'encaps' },
  },
  forms: {
    path: '/encaps/forms',
    permissions: [...crud('JOURNEYS'), ...crud('ENCAPS')],
    menu: { group: 'flowBuilder', label: 'forms' },
  },
  flows: { path: '/whatsapp-flow', permissions: ['FLOW.VIEW'], flag: 'flow', menu: { group: 'flowBuilder', label: 'flows' } },

  // Users who see the bots may read all of them; only builders may change one (decision 0019).
  bots: { path: '/bots', permissions: ['NLP.VIEW'], flag: 'bots', menu: { group: 'agenticAi', label: 'skills' } },
  botAnalytics: {
    path: '/nlp-report/overview',
    permissions: ['NLP.VIEW'],
    flag: 'bots',
    menu: { group: 'agenticAi', label: 'analytics' },
  },

  channels: { path: '/admin/channels', permissions: crud('CHANNELS'), flag: 'channels', menu: { group: 'channels', label: 'channels' } },
  sandbox: { path: '/admin/channels/*/sandbox', permissions: ['CHANNELS.VIEW', 'CHANNELS.EDIT'], flag: 'channels' },
  onboarding: {
    path: '/admin/whatsapp-onboarding',
    permissions: ['WABAONBOARD.VIEW'],
    flag: 'wabaOnboard',
    menu: { group: 'channels', label: 'embeddedSignup' },
  },
  templates: {
    path: '/admin/messageTemplate/whatsapp',
    permissions: crud('MSG_TEMPLATES'),
    flag: 'templates',
    menu: { group: 'channels', label: 'templates' },
  },

  creatives: { path: '/creatives', permissions: crud('CREATIVES'), flag: 'creatives', menu: { group: 'creatives', label: 'imageLibrary' } },
  // Reached from the profile menu.
  library: { path: '/content-library', permissions: [], flag: 'artifactsEnabled' },

  richCards: {
    path: '/admin/richcard',
    permissions: crud('RICHCARDS'),
    flag: 'richCards',
    menu: { group: 'visualSnippet', label: 'visualSnippet' },
  },

  customers: {
    path: '/customer-master',
    permissions: ['CUSTOMER.VIEW'],
    menu: { group: 'phoneBooks', label: 'customers', path: '/customer-master/customers' },
  },
  attributes: {
    path: '/customer-master/definition',
    also: ['/customer-master/define-customer'],
    permissions: ['CUSTOMER_MASTER.VIEW'],
    menu: { group: 'phoneBooks', label: 'attributes' },
  },

  users: {
    path: '/admin/users',
    permissions: ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'],
    menu: { group: 'accountSettings', label: 'users' },
  },
  departments: {
    path: '/admin/departments',
    permissions: crud('DEPARTMENTS'),
    flag: 'departments',
    menu: { group: 'accountSettings', label: 'departments' },
  },
  auditTrail: {
    path: '/admin/audit_trail',
    permissions: ['AUDITTRAIL.VIEW'],
    flag: 'auditTrail',
    menu: { group: 'accountSettings', label: 'auditTrail' },
  },
  roles: { path: '/admin/permission', permissions: crud('ROLES'), menu: { group: 'accountSettings', label: 'rbac' } },
  signIn: {
    path: '/admin/sso',
    permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'],
    menu: { group: 'accountSettings', label: 'signIn' },
  },
  movingIn: {
    path: '/admin/moving-in',
    permissions: ['ENTERPRISE.EDIT'],
    menu: { group: 'accountSettings', label: 'movingIn' },
  },

  enterprise: {
    path: '/admin/details',
    permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'],
    menu: { group: 'companyInformation', label: 'companyInformation' },
  },
  // Reached from the profile menu, and so are billing, the services and the profile.
  branding: { path: '/branding', permissions: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'], flag: 'branding' },
  // Reached from the bar, too.
  billing: { path: '/billing', permissions: ['ENTERPRISE_BILLING'], flag: 'billing' },
  services: { path: '/services', permissions: ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW'] },
  profile: { path: '/details/myprofile', permissions: [] },
  // Reached from the icon of the top bar.
  notifications: { path: '/notifications', permissions: [] },
  exports: { path: '/exports', permissions: [] },

  deliveryReport: {
    path: '/admin/report',
    permissions: ['MANAGE.DELIVERYREPORT.VIEW'],
    menu: { group: 'deliveryReport', label: 'deliveryReport' },
  },
  bin: { path: '/admin/trash', permissions: ['TRASH.VIEW'], flag: 'trash', menu: { group: 'bin', label: 'bin' } },

  // Reached from the profile menu.
  marketplace: { path: '/marketplace', permissions: ['MARKET_PLACE.VIEW'], flag: 'marketplace' },
  // Stands outside the frame: the onboarding at a vendor returns to it.
  thankYou: { path: '/dialog360-redirect', permissions: ['RICHCARDS.VIEW'], flag: 'richCards' },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;

const lengthAt = (pathname: string, pattern: string): number => {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  return wanted.every((part, index) => part === given[index] || (part === '*' && Boolean(given[index]))) ? wanted.length : 0;
};

/** The screen of those given that an address belongs to: the one that names the longest part of it. */
export function findScreen<S extends Pick<Screen, 'path' | 'also'>>(pathname: string, among: readonly S[]): S | undefined {
  let found: S | undefined;
  let best = 0;
  for (const screen of among) {
    const length = Math.max(...[screen.path, ...(screen.also ?? [])].map((pattern) => lengthAt(pathname, pattern)));
    if (length > best) {
      best = length;
      found = screen;
    }
  }
  return found;
}
