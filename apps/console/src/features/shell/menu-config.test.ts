import { allPermissions, bundledFlags, type Permission } from '@parley/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadAppConfig } from '../../lib/app-config.ts';
import en from '../../locales/en/shell.json';
import { findCurrentGroup, firstAllowedPath, isCurrentEntry, menuGroups, visibleMenu } from './menu-config.ts';

const everything = { permissions: [...allPermissions] };
const setFlags = async (isOn: boolean) => {
  const environment = Object.fromEntries(Object.keys(bundledFlags).map((flag) => [flag, isOn]));
  vi.stubGlobal('fetch', async () => Response.json({ environment }));
  await loadAppConfig();
};
beforeEach(() => setFlags(true));

test('MENU-007 the groups stand in their order, those of later screens among them', () => {
  expect(menuGroups.map(({ id }) => en.menu[id])).toEqual([
    'Dashboard',
    'Campaign',
    'Converse',
    'Flow Builder',
    'Agentic AI',
    'Channels',
    'Creatives',
    'Visual Snippet',
    'Phone Books',
    'Account Settings',
    'Company Information',
    'Delivery Report',
    'Bin',
  ]);
});

test('MENU-008 Dashboard shows for everybody', () => {
  expect(visibleMenu({ permissions: [] }).map(({ id }) => id)).toEqual(['dashboard']);
});

test('MENU-001 MENU-002 one listed permission is enough, and a group without any entry is hidden', () => {
  const groups = visibleMenu({ permissions: ['CHANNELS.VIEW'] });
  expect(groups.map(({ id }) => id)).toEqual(['dashboard', 'channels']);
  expect(groups[1]?.entries.map(({ path }) => path)).toEqual(['/admin/channels']);
});

const shown = [
  [
    'MENU-009 CAMP-004 CAMP-078',
    'Campaign',
    '/campaigns/campaigns-list',
    'Campaigns List',
    ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'],
  ],
  ['MENU-010 CAMP-004', 'Campaign', '/campaigns/activity-list', 'Iterations', ['CAMPAIGNS.APPROVE']],
  ['MENU-011 CAMP-004', 'Campaign', '/campaigns/approved', 'Ready to go', ['CAMPAIGNS.APPROVE']],
  [
    'MENU-012 CAMP-004',
    'Campaign',
    '/campaigns/reject',
    'Declined',
    ['CAMPAIGNS.APPROVE', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'],
  ],
  ['MENU-013', 'Campaign', '/campaigns/report', 'Report', ['CAMPAIGNS.VIEW_CAMPAIGNREPORT']],
  [
    '',
    'Campaign',
    '/campaigns/calendar',
    'Calendar',
    ['CAMPAIGNS.APPROVE', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'],
  ],
  ['', 'Campaign', '/campaigns/blacklist', 'Blacklist', ['BLACKLIST']],
  ['MENU-014', 'Converse', '/chat/conversation', 'Interaction', ['CHAT.HANDLE']],
  ['MENU-015', 'Converse', '/campaigns/broadcast/create', 'Quick Send', ['CHAT.HANDLE']],
  ['MENU-016', 'Converse', '/admin/chatConfig/chat-config', 'Chat Config', ['CHAT.CHAT_CONFIG']],
  ['MENU-017', 'Converse', '/admin/chatConfig/operational-hours', 'Operational Hours', ['CHAT.CHAT_CONFIG']],
  ['MENU-018', 'Converse', '/admin/chatConfig/webhook', 'Webhook', ['CHAT.CHAT_CONFIG']],
  ['MENU-020', 'Converse', '/chat/monitor', 'Monitor', ['CHAT.VIEW_MONITOR']],
  ['MENU-021', 'Converse', '/chat/history', 'History', ['CHAT.VIEW_CHATHISTORY']],
  [
    'MENU-022 JOURNEY-002',
    'Flow Builder',
    '/journey/workspace',
    'Streams',
    ['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE'],
  ],
  ['MENU-023', 'Flow Builder', '/journey/reports', 'Reports', ['JOURNEYS.VIEW_REPORTS']],
  ['MENU-024', 'Flow Builder', '/journey/speech-to-text-report', 'Speech To Text Report', ['JOURNEYS.VIEW_REPORTS']],
  ['MENU-025', 'Flow Builder', '/journey/monitor', 'Monitor', ['JOURNEYS.VIEW_JOURNEYMONITOR']],
  ['MENU-026', 'Flow Builder', '/journey/milestone-report', 'Milestone Report', ['JOURNEYS.VIEW_MILESTONEREPORT']],
  [
    'SHELL-011',
    'Flow Builder',
    '/encaps',
    'Encaps',
    [
      ...['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE'],
      ...['ENCAPS.CREATE', 'ENCAPS.EDIT', 'ENCAPS.VIEW', 'ENCAPS.DELETE'],
    ] as Permission[],
  ],
  [
    'CAMP-046',
    'Flow Builder',
    '/encaps/forms',
    'Forms',
    [
      ...['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE'],
      ...['ENCAPS.CREATE', 'ENCAPS.EDIT', 'ENCAPS.VIEW', 'ENCAPS.DELETE'],
    ] as Permission[],
  ],
  ['SHELL-026', 'Flow Builder', '/whatsapp-flow', 'Flow Screens', ['FLOW.VIEW']],
  ['MENU-027', 'Agentic AI', '/bots', 'Skills', ['NLP.VIEW']],
  ['MENU-028', 'Agentic AI', '/nlp-report/overview', 'Analytics', ['NLP.VIEW']],
  ['MENU-029', 'Channels', '/admin/channels', 'Channels', ['CHANNELS.CREATE', 'CHANNELS.EDIT', 'CHANNELS.VIEW', 'CHANNELS.DELETE']],
  [
    'MENU-031',
    'Channels',
    '/admin/messageTemplate/whatsapp',
    'Templates',
    ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT', 'MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.DELETE'],
  ],
  [
    'MENU-032 MENU-033 MENU-045',
    'Creatives',
    '/creatives',
    'Image Library',
    ['CREATIVES.CREATE', 'CREATIVES.EDIT', 'CREATIVES.VIEW', 'CREATIVES.DELETE'],
  ],
  [
    'MENU-034',
    'Visual Snippet',
    '/admin/richcard',
    'Visual Snippet',
    ['RICHCARDS.CREATE', 'RICHCARDS.EDIT', 'RICHCARDS.VIEW', 'RICHCARDS.DELETE'],
  ],
  ['MENU-035', 'Phone Books', '/customer-master/customers', 'Customers', ['CUSTOMER.VIEW']],
  ['MENU-036', 'Phone Books', '/customer-master/definition', 'Attributes', ['CUSTOMER_MASTER.VIEW']],
  ['MENU-030', 'Channels', '/admin/whatsapp-onboarding', 'Embedded Signup', ['WABAONBOARD.VIEW']],
  ['MENU-037', 'Account Settings', '/admin/users', 'Users', ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD']],
  [
    'MENU-038',
    'Account Settings',
    '/admin/departments',
    'Departments',
    ['DEPARTMENTS.CREATE', 'DEPARTMENTS.EDIT', 'DEPARTMENTS.VIEW', 'DEPARTMENTS.DELETE'],
  ],
  ['MENU-039', 'Account Settings', '/admin/audit_trail', 'Audit Trail', ['AUDITTRAIL.VIEW']],
  ['MENU-019', 'Converse', '/chat/analytics', 'Analytics', ['CHAT.VIEW_ANALYTICS']],
  ['boards', 'Converse', '/boards', 'Boards', ['CHAT.VIEW_ANALYTICS']],
  ['MENU-040', 'Account Settings', '/admin/permission', 'RBAC', ['ROLES.CREATE', 'ROLES.EDIT', 'ROLES.VIEW', 'ROLES.DELETE']],
  ['', 'Account Settings', '/admin/sso', 'Sign-in', ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW']],
  ['', 'Account Settings', '/admin/moving-in', 'Moving in', ['ENTERPRISE.EDIT']],
  ['MENU-041', 'Company Information', '/admin/details', 'Company Information', ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW']],
  ['MENU-042', 'Delivery Report', '/admin/report', 'Delivery Report', ['MANAGE.DELIVERYREPORT.VIEW']],
  ['MENU-043', 'Bin', '/admin/trash', 'Bin', ['TRASH.VIEW']],
] as const;

const entries = menuGroups
  .slice(1)
  .flatMap((group) => group.entries.map((entry) => [en.menu[group.id], entry.path, en.menu[entry.label], [...entry.permissions]]));
const shows = (path: string, permissions: readonly Permission[]) =>
  visibleMenu({ permissions: [...permissions] }).some((group) => group.entries.some((entry) => entry.path === path));

test.each(shown)('%s the group %s has the entry %s, labelled %s, which any of %j shows', (_row, group, path, label, permissions) => {
  expect(entries.filter((entry) => entry[1] === path)).toEqual([[group, path, label, permissions]]);
  expect(shows(path, [])).toBe(false);
  for (const permission of permissions) expect([permission, shows(path, [permission])]).toEqual([permission, true]);
  const others = allPermissions.filter((permission) => !(permissions as readonly string[]).includes(permission));
  expect(shows(path, others)).toBe(false);
});

/** Groups that have a single entry of the specification; what was added beside it since has a name of its own. */
const alone = new Set(['Visual Snippet', 'Company Information', 'Delivery Report', 'Bin']);
test('MENU-044 an entry without a label of its own has that of its route, or of its group where it is alone', () => {
  const labelOf = (path: string) => entries.find((entry) => entry[1] === path)?.slice(0, 3);
  const routes = [
    ...['/campaigns/campaigns-list', '/campaigns/report', '/admin/chatConfig/chat-config', '/admin/chatConfig/operational-hours'],
    ...['/admin/chatConfig/webhook', '/chat/analytics', '/chat/monitor', '/chat/history', '/journey/reports', '/journey/monitor'],
    ...['/journey/speech-to-text-report', '/journey/milestone-report', '/admin/channels', '/admin/richcard', '/customer-master/customers'],
    ...['/admin/users', '/admin/departments', '/admin/audit_trail', '/admin/details', '/admin/report', '/admin/trash'],
  ];
  for (const path of routes) {
    const [group = '', , label] = labelOf(path) as string[];
    const last = path.split('/').at(-1) ?? '';
    const titled = last.replace(/(^|[-_])(.)/g, (_whole, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`);
    expect([path, label]).toEqual([path, alone.has(group) ? group : titled]);
  }
});

test('every entry of the menu has its row', () => {
  const paths: readonly string[] = shown.map(([, , path]) => path);
  expect(entries.filter(([, path]) => !paths.includes(path as string))).toEqual([]);
});

test('MENU-046 screens that are not there are never linked, nor are the reports of broadcasts', () => {
  expect(visibleMenu(everything).flatMap(({ entries }) => entries.map(({ path }) => path))).toEqual([
    '/dashboard',
    '/campaigns/campaigns-list',
    '/campaigns/activity-list',
    '/campaigns/approved',
    '/campaigns/reject',
    '/campaigns/report',
    '/campaigns/calendar',
    '/campaigns/blacklist',
    '/chat/conversation',
    '/campaigns/broadcast/create',
    '/admin/chatConfig/chat-config',
    '/admin/chatConfig/operational-hours',
    '/admin/chatConfig/webhook',
    '/chat/analytics',
    '/boards',
    '/chat/monitor',
    '/chat/history',
    '/journey/workspace',
    '/journey/reports',
    '/journey/speech-to-text-report',
    '/journey/monitor',
    '/journey/milestone-report',
    '/encaps',
    '/encaps/forms',
    '/whatsapp-flow',
    '/bots',
    '/nlp-report/overview',
    '/admin/channels',
    '/admin/whatsapp-onboarding',
    '/admin/messageTemplate/whatsapp',
    '/creatives',
    '/admin/richcard',
    '/customer-master/customers',
    '/customer-master/definition',
    '/admin/users',
    '/admin/departments',
    '/admin/audit_trail',
    '/admin/permission',
    '/admin/sso',
    '/admin/moving-in',
    '/admin/details',
    '/admin/report',
    '/admin/trash',
  ]);
});

test('SHELL-064 each screen with a flag of its own is shown only while the flag is on', async () => {
  await setFlags(false);
  expect(visibleMenu(everything).flatMap(({ entries }) => entries.map(({ path }) => path))).toEqual([
    '/dashboard',
    '/campaigns/campaigns-list',
    '/campaigns/activity-list',
    '/campaigns/approved',
    '/campaigns/reject',
    '/campaigns/report',
    '/campaigns/calendar',
    '/chat/conversation',
    '/campaigns/broadcast/create',
    '/admin/chatConfig/chat-config',
    '/admin/chatConfig/operational-hours',
    '/admin/chatConfig/webhook',
    '/chat/analytics',
    '/boards',
    '/chat/monitor',
    '/chat/history',
    '/journey/workspace',
    '/journey/reports',
    '/journey/speech-to-text-report',
    '/journey/monitor',
    '/encaps',
    '/encaps/forms',
    '/customer-master/customers',
    '/customer-master/definition',
    '/admin/users',
    '/admin/permission',
    '/admin/sso',
    '/admin/moving-in',
    '/admin/details',
    '/admin/report',
  ]);
});

test('MENU-004 the current group is found by the address, below it as well', () => {
  expect(findCurrentGroup(menuGroups, '/chat/conversation')?.id).toBe('converse');
  expect(findCurrentGroup(menuGroups, '/bots/1')?.id).toBe('agenticAi');
  expect(findCurrentGroup(menuGroups, '/customer-master/uploadfile/groupId/1')?.id).toBe('phoneBooks');
  expect(findCurrentGroup(menuGroups, '/chatagent')).toBeUndefined();
});

test('MENU-006 an area leads to its first visible screen', () => {
  expect(firstAllowedPath(everything, 'admin')).toBe('/admin/channels');
  expect(firstAllowedPath({ permissions: ['ROLES.VIEW', 'USERS.EDIT'] }, 'admin')).toBe('/admin/users');
  expect(firstAllowedPath({ permissions: ['TRASH.VIEW', 'ROLES.VIEW'] }, 'admin')).toBe('/admin/permission');
  expect(firstAllowedPath({ permissions: [] }, 'admin')).toBeUndefined();
  expect(firstAllowedPath({ permissions: ['JOURNEYS.VIEW_MILESTONEREPORT'] }, 'journey')).toBe('/journey/milestone-report');
  expect(firstAllowedPath({ permissions: ['JOURNEYS.VIEW_REPORTS', 'JOURNEYS.VIEW_JOURNEYMONITOR'] }, 'journey')).toBe('/journey/reports');
});

test('an iteration belongs to the list of campaigns, and the checkers’ list does not claim it', () => {
  const marked = menuGroups.flatMap(({ entries }) => entries).filter((entry) => isCurrentEntry(entry, '/campaigns/activity/0190'));
  expect(marked.map(({ path }) => path)).toEqual(['/campaigns/campaigns-list']);
  expect(findCurrentGroup(menuGroups, '/campaigns/activity/0190')?.id).toBe('campaign');
  const under = (path: string) => menuGroups.flatMap(({ entries }) => entries).filter((entry) => isCurrentEntry(entry, path));
  expect(under('/encaps/0190').map(({ path }) => path)).toEqual(['/encaps']);
  expect(under('/encaps/forms/0190').map(({ path }) => path)).toEqual(['/encaps/forms']);
});
