import { expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { comingFlags, featureFlags } from './app-config.ts';
import {
  allPermissions,
  builtInRoles,
  chatSupervisorPermissions,
  comingPermissions,
  flagPermissions,
  holdsPermission,
  permissionGroups,
} from './permissions.ts';
import { type Screen, screens } from './screens.ts';

const allScreens = Object.values<Screen>(screens);

const of = (group: string): readonly string[] => permissionGroups.find(({ id }) => id === group)?.actions ?? [];
const crud = ['CREATE', 'EDIT', 'VIEW', 'DELETE'];

test('RBAC-002 RBAC-003 RBAC-004 the roles, with both names of role 2', () => {
  expect(builtInRoles.map(({ code, name }) => [code, name])).toEqual([
    [1, 'Administrator'],
    [2, 'Development'],
    [3, 'Handle Chats'],
    [4, 'Campaign Maker'],
    [5, 'Campaign Checker'],
    [6, 'Report Viewer'],
  ]);
  expect(builtInRoles[1]).toMatchObject({ code: 2, alternateName: 'Send Message' });
});

/** Each group may have more than the specification names; permissions.api.test.ts holds what roles are offered. */
test('RBAC-013 to RBAC-024 the groups and their actions', () => {
  const names = (group: string, actions: readonly string[]) => expect(of(group), group).toEqual(expect.arrayContaining([...actions]));
  names('CHAT', ['HANDLE', 'CHAT_CONFIG', 'VIEW_ANALYTICS', 'VIEW_CHATHISTORY', 'VIEW_MONITOR']);
  names('ENCAPS', ['DELETE', 'VIEW', 'EDIT', 'CREATE', 'VIEW_EXECUTIONLOGS']);
  names('CAMPAIGNS', [...crud, 'APPROVE', 'VIEW_REJECTEDLIST', 'VIEW_CAMPAIGNREPORT']);
  names('JOURNEYS', [...crud, 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR', 'VIEW_MILESTONEREPORT']);
  expect(allPermissions).toEqual(expect.arrayContaining(['NLP', 'NLP.VIEW', 'ANALYTICS', 'ANALYTICS.VIEW', 'AUDITTRAIL.VIEW']));
  for (const group of ['CHANNELS', 'MSG_TEMPLATES', 'CREATIVES', 'RICHCARDS', 'DEPARTMENTS', 'ROLES']) names(group, crud);
  names('USERS', ['VIEW', 'EDIT', 'ADD']);
  names('ENTERPRISE', ['EDIT', 'VIEW']);
});

test('RBAC-010 RBAC-026 the removed groups keep their constants', () => {
  const removed = permissionGroups.filter(({ isOffered }) => !isOffered).map(({ id }) => id);
  expect(removed).toEqual(['ENCAPS', 'ANALYTICS', 'INTEGRATIONS', 'MARKET_PLACE']);
  expect(allPermissions).toEqual(expect.arrayContaining(['ENCAPS.VIEW', 'ANALYTICS.VIEW', 'INTEGRATIONS.VIEW', 'MARKET_PLACE.VIEW']));
});

test('RBAC-011 the screen permissions that come from flags', () => {
  expect(Object.keys(flagPermissions)).toEqual([
    'MARKET_PLACE.VIEW',
    'WABAONBOARD.VIEW',
    'CUSTOMER_MASTER.VIEW',
    'CUSTOMER.VIEW',
    'ENTERPRISE_BILLING',
    'ANALYTICS.VIEW',
    'COGNITIVE.VIEW',
    'BLACKLIST',
    'FLOW.VIEW',
    'MANAGE.DELIVERYREPORT.VIEW',
    'TRASH.VIEW',
  ]);
});

test('RBAC-008 RBAC-025 RBAC-038 a permission is an opaque string, compared without case', () => {
  expect(holdsPermission(['chat.handle', 'blacklist'], 'CHAT.HANDLE')).toBe(true);
  expect(holdsPermission(['chat.handle', 'blacklist'], 'BLACKLIST')).toBe(true);
  expect(holdsPermission(['CHAT.HANDLE'], 'CHAT')).toBe(false);
});

test('every role holds only permissions that exist, and the administrator holds them all', () => {
  for (const { name, permissions } of builtInRoles)
    expect([name, permissions.filter((permission) => !allPermissions.includes(permission))]).toEqual([name, []]);
  expect(builtInRoles[0].permissions).toEqual(allPermissions);
  expect(chatSupervisorPermissions.filter((permission) => !allPermissions.includes(permission))).toEqual([]);
});

/** Permissions that a call of the contract or a built screen asks for. */
const asked = new Set<string>([
  ...Object.values(endpoints)
    .flatMap((noun): readonly Endpoint[] => Object.values(noun))
    .flatMap(({ access }) => (typeof access === 'string' ? [] : access)),
  ...allScreens.flatMap(({ permissions }) => permissions),
]);

test('a permission is to come if, and only if, nothing asks for it', () => {
  const given = permissionGroups
    .filter(({ isOffered }) => isOffered)
    .flatMap(({ id, actions }) => actions.map((action) => `${id}.${action}`));
  const offered = [...given, ...Object.keys(flagPermissions)];
  expect(offered.filter((permission) => !asked.has(permission)).sort()).toEqual([...comingPermissions].sort());
});

test('a flag that shows a screen shows one that is built, or is to come', () => {
  // Read by the programs for what they do, not for a screen.
  const behaviours = [
    'hideSignup',
    'skipWebsocketNotification',
    'floatingChatNotification',
    'twoFactor',
    'hideInnerHtml',
    'userInvite',
    'campaignEstimateCost',
  ];
  const shown = [
    ...allScreens.flatMap(({ flag }) => flag ?? []),
    ...Object.entries(flagPermissions).flatMap(([permission, { flag }]) => (asked.has(permission) ? [flag] : [])),
  ];
  expect([...new Set([...shown, ...behaviours, ...comingFlags])].sort()).toEqual([...featureFlags].sort());
  expect(comingFlags.filter((flag) => [...shown, ...behaviours].includes(flag))).toEqual([]);
});
