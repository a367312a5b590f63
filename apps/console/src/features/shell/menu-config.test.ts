import { allPermissions } from '@parley/contract';
import { expect, test } from 'vitest';
import en from '../../locales/en/shell.json';
import { findCurrentGroup, firstAllowedPath, layoutPrefixes, type MenuGroup, menuGroups, visibleMenu } from './menu-config.ts';

const everything = { permissions: [...allPermissions] };
const allBuilt = (groups: readonly MenuGroup[]) =>
  groups.map((group) => ({ ...group, entries: group.entries.map((entry) => ({ ...entry, isBuilt: true })) }));

test('MENU-007 the groups stand in their order', () => {
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
  const groups = visibleMenu({ permissions: ['CAMPAIGNS.APPROVE'] }, allBuilt(menuGroups));
  expect(groups.map(({ id }) => id)).toEqual(['dashboard', 'campaign']);
  expect(groups[1]?.entries.map(({ path }) => path)).toEqual(['/campaigns/activity-list', '/campaigns/approved', '/campaigns/reject']);
});

const specified = [
  ['Campaign', '/campaigns/campaigns-list', 'Campaigns List', ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE']],
  ['Campaign', '/campaigns/activity-list', 'Iterations', ['CAMPAIGNS.APPROVE']],
  ['Campaign', '/campaigns/approved', 'Ready to go', ['CAMPAIGNS.APPROVE']],
  [
    'Campaign',
    '/campaigns/reject',
    'Declined',
    ['CAMPAIGNS.APPROVE', 'CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'],
  ],
  ['Campaign', '/campaigns/report', 'Report', ['CAMPAIGNS.VIEW_CAMPAIGNREPORT']],
  ['Converse', '/chat/conversation', 'Interaction', ['CHAT.HANDLE']],
  ['Converse', '/campaigns/broadcast/create', 'Quick Send', ['CHAT.HANDLE']],
  ['Converse', '/admin/chatConfig/chat-config', 'Chat Config', ['CHAT.CHAT_CONFIG']],
  ['Converse', '/admin/chatConfig/operational-hours', 'Operational Hours', ['CHAT.CHAT_CONFIG']],
  ['Converse', '/admin/chatConfig/webhook', 'Webhook', ['CHAT.CHAT_CONFIG']],
  ['Converse', '/chat/analytics', 'Analytics', ['CHAT.VIEW_ANALYTICS']],
  ['Converse', '/chat/monitor', 'Monitor', ['CHAT.VIEW_MONITOR']],
  ['Converse', '/chat/history', 'History', ['CHAT.VIEW_CHATHISTORY']],
  ['Flow Builder', '/journey/workspace', 'Streams', ['JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.VIEW', 'JOURNEYS.DELETE']],
  ['Flow Builder', '/journey/reports', 'Reports', ['JOURNEYS.VIEW_REPORTS']],
  ['Flow Builder', '/journey/speech-to-text-report', 'Speech To Text Report', ['JOURNEYS.VIEW_REPORTS']],
  ['Flow Builder', '/journey/monitor', 'Monitor', ['JOURNEYS.VIEW_JOURNEYMONITOR']],
  ['Flow Builder', '/journey/milestone-report', 'Milestone Report', ['JOURNEYS.VIEW_MILESTONEREPORT']],
  ['Agentic AI', '/bots', 'Skills', ['NLP.VIEW']],
  ['Agentic AI', '/nlp-report/overview', 'Analytics', ['NLP.VIEW']],
  ['Channels', '/admin/channels', 'Channels', ['CHANNELS.CREATE', 'CHANNELS.EDIT', 'CHANNELS.VIEW', 'CHANNELS.DELETE']],
  ['Channels', '/admin/whatsapp-onboarding', 'Embedded Signup', ['WABAONBOARD.VIEW']],
  [
    'Channels',
    '/admin/messageTemplate/whatsapp',
    'Templates',
    ['MSG_TEMPLATES.CREATE', 'MSG_TEMPLATES.EDIT', 'MSG_TEMPLATES.VIEW', 'MSG_TEMPLATES.DELETE'],
  ],
  ['Creatives', '/creatives', 'Image Library', ['CREATIVES.CREATE', 'CREATIVES.EDIT', 'CREATIVES.VIEW', 'CREATIVES.DELETE']],
  ['Visual Snippet', '/admin/richcard', 'Visual Snippet', ['RICHCARDS.CREATE', 'RICHCARDS.EDIT', 'RICHCARDS.VIEW', 'RICHCARDS.DELETE']],
  ['Phone Books', '/customer-master/customers', 'Customers', ['CUSTOMER.VIEW']],
  ['Phone Books', '/customer-master/definition', 'Attributes', ['CUSTOMER_MASTER.VIEW']],
  ['Account Settings', '/admin/users', 'Users', ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD']],
  [
    'Account Settings',
    '/admin/departments',
    'Departments',
    ['DEPARTMENTS.CREATE', 'DEPARTMENTS.EDIT', 'DEPARTMENTS.VIEW', 'DEPARTMENTS.DELETE'],
  ],
  ['Account Settings', '/admin/audit_trail', 'Audit Trail', ['AUDITTRAIL.VIEW']],
  ['Account Settings', '/admin/permission', 'RBAC', ['ROLES.CREATE', 'ROLES.EDIT', 'ROLES.VIEW', 'ROLES.DELETE']],
  ['Company Information', '/admin/details', 'Company Information', ['ENTERPRISE.EDIT', 'ENTERPRISE.VIEW']],
  ['Delivery Report', '/admin/report', 'Delivery Report', ['MANAGE.DELIVERYREPORT.VIEW']],
  ['Bin', '/admin/trash', 'Bin', ['TRASH.VIEW']],
] as const;

test('MENU-009 to MENU-045 every entry has its group, address, label and permissions, any one of which shows it', () => {
  const found = menuGroups
    .slice(1)
    .flatMap((group) => group.entries.map((entry) => [en.menu[group.id], entry.path, en.menu[entry.label], [...entry.permissions]]));
  expect(found).toEqual(specified.map((row) => [...row.slice(0, 3), [...row[3]]]));
  const groups = allBuilt(menuGroups);
  for (const [, path, , permissions] of specified) {
    const shows = (held: readonly string[]) =>
      visibleMenu({ permissions: [...held] }, groups).some(({ entries }) => entries.some((entry) => entry.path === path));
    expect(shows([])).toBe(false);
    for (const permission of permissions) expect([path, permission, shows([permission])]).toEqual([path, permission, true]);
    const others = allPermissions.filter((permission) => !(permissions as readonly string[]).includes(permission));
    expect([path, shows(others)]).toEqual([path, false]);
  }
});

test('screens that are not there are never linked', () => {
  expect(visibleMenu(everything).flatMap(({ entries }) => entries.map(({ path }) => path))).toEqual([
    '/dashboard',
    '/chat/conversation',
    '/campaigns/broadcast/create',
    '/bots',
    '/admin/channels',
    '/admin/messageTemplate/whatsapp',
    '/creatives',
    '/customer-master/customers',
    '/customer-master/definition',
    '/admin/permission',
    '/admin/report',
  ]);
});

test('MENU-004 the current group is found by the address, below it as well', () => {
  expect(findCurrentGroup(menuGroups, '/chat/conversation')?.id).toBe('converse');
  expect(findCurrentGroup(menuGroups, '/bots/1')?.id).toBe('agenticAi');
  expect(findCurrentGroup(menuGroups, '/customer-master/uploadfile/groupId/1')?.id).toBe('phoneBooks');
  expect(findCurrentGroup(menuGroups, '/chatagent')).toBeUndefined();
});

test('MENU-005 MENU-006 an area leads to its first visible screen', () => {
  expect(firstAllowedPath(everything, 'admin')).toBe('/admin/channels');
  expect(firstAllowedPath({ permissions: [] }, 'admin')).toBeUndefined();
});

test('SHELL-009 to SHELL-017 SHELL-019 to SHELL-028 the layout has its areas', () => {
  expect([...layoutPrefixes].sort()).toEqual(
    [
      'admin',
      'billing',
      'bots',
      'branding',
      'campaigns',
      'chat',
      'content-library',
      'conversation',
      'creatives',
      'customer-master',
      'dashboard',
      'details',
      'encaps',
      'journey',
      'marketplace',
      'nlp-report',
      'publish',
      'services',
      'whatsapp-flow',
    ].sort(),
  );
});
