import { z } from '../z.ts';

const crud = ['CREATE', 'EDIT', 'VIEW', 'DELETE'] as const;

/**
 * The groups and their actions in the specification's order (002 section 6; RBAC-013 to RBAC-024).
 * `isOffered: false` marks the groups that the role configuration leaves out (RBAC-010); their constants stay.
 */
export const permissionGroups = [
  { id: 'CHAT', actions: ['HANDLE', 'CHAT_CONFIG', 'VIEW_ANALYTICS', 'VIEW_CHATHISTORY', 'VIEW_MONITOR'], isOffered: true },
  { id: 'ENCAPS', actions: ['DELETE', 'VIEW', 'EDIT', 'CREATE', 'VIEW_EXECUTIONLOGS'], isOffered: false },
  { id: 'CAMPAIGNS', actions: [...crud, 'APPROVE', 'VIEW_REJECTEDLIST', 'VIEW_CAMPAIGNREPORT'], isOffered: true },
  { id: 'JOURNEYS', actions: [...crud, 'VIEW_REPORTS', 'VIEW_JOURNEYMONITOR', 'VIEW_MILESTONEREPORT'], isOffered: true },
  { id: 'NLP', actions: ['VIEW'], isOffered: true },
  { id: 'ANALYTICS', actions: ['VIEW'], isOffered: false },
  { id: 'INTEGRATIONS', actions: crud, isOffered: false },
  { id: 'MARKET_PLACE', actions: ['VIEW'], isOffered: false },
  { id: 'CHANNELS', actions: crud, isOffered: true },
  { id: 'MSG_TEMPLATES', actions: crud, isOffered: true },
  { id: 'CREATIVES', actions: crud, isOffered: true },
  { id: 'RICHCARDS', actions: crud, isOffered: true },
  { id: 'USERS', actions: ['VIEW', 'EDIT', 'ADD'], isOffered: true },
  { id: 'DEPARTMENTS', actions: crud, isOffered: true },
  { id: 'AUDITTRAIL', actions: ['VIEW'], isOffered: true },
  { id: 'ROLES', actions: crud, isOffered: true },
  { id: 'ENTERPRISE', actions: ['EDIT', 'VIEW'], isOffered: true },
] as const;

/** Permissions that are the name of a group alone (RBAC-017, RBAC-038), and the action as which the role configuration lists them there. */
export const bareActions: Readonly<Record<string, string>> = { NLP: 'BUILD' };

/**
 * Screen permissions that a feature flag switches (RBAC-011). A permission is an opaque string (RBAC-038): some of these have no group.
 * `grant: 'everyone'` gives it to each signed-in user of the enterprise while its flag is on (RBAC-027); `grant: 'role'` leaves it to
 * the roles.
 */
export const flagPermissions = {
  'MARKET_PLACE.VIEW': { flag: 'marketplace', grant: 'everyone' },
  'WABAONBOARD.VIEW': { flag: 'wabaOnboard', grant: 'everyone' },
  'CUSTOMER_MASTER.VIEW': { flag: 'customerMaster', grant: 'everyone' },
  'CUSTOMER.VIEW': { flag: 'customers', grant: 'role' },
  ENTERPRISE_BILLING: { flag: 'billing', grant: 'everyone' },
  'ANALYTICS.VIEW': { flag: 'analytics', grant: 'everyone' },
  'COGNITIVE.VIEW': { flag: 'cognitive', grant: 'everyone' },
  BLACKLIST: { flag: 'blacklist', grant: 'everyone' },
  'FLOW.VIEW': { flag: 'flow', grant: 'role' },
  'MANAGE.DELIVERYREPORT.VIEW': { flag: 'deliveryReport', grant: 'everyone' },
  'TRASH.VIEW': { flag: 'trash', grant: 'everyone' },
} as const;

/** Permissions of what is still to come: no call and no screen asks for them, so no role is offered them. */
export const comingPermissions: readonly Permission[] = ['COGNITIVE.VIEW'];

/**
 * Permissions to change bots and their parts. The specification gives the menu NLP.VIEW and its actions to everybody (RBAC-035, RBAC-036);
 * here reading needs a session and changing one of these (decision 0019).
 */
export const builderPermissions = ['NLP', 'JOURNEYS.CREATE', 'JOURNEYS.EDIT'] as const;

type Group = (typeof permissionGroups)[number];
type GroupPermission = { [G in Group as G['id']]: `${G['id']}.${G['actions'][number]}` }[Group['id']];
export type FlagPermission = keyof typeof flagPermissions;
/** Permissions that a flag gives to everybody; they give nobody the right to change anything. */
export type EveryonesPermission = {
  [P in FlagPermission]: (typeof flagPermissions)[P]['grant'] extends 'everyone' ? P : never;
}[FlagPermission];
export type RolePermission = Exclude<Permission, EveryonesPermission>;
export type Permission = GroupPermission | FlagPermission | 'NLP' | 'ANALYTICS';

export const groupPermissions = permissionGroups.flatMap((group) => group.actions.map((action) => `${group.id}.${action}` as Permission));
export const allPermissions: readonly Permission[] = [
  ...new Set<Permission>([...groupPermissions, 'NLP', 'ANALYTICS', ...(Object.keys(flagPermissions) as FlagPermission[])]),
];

const all = (...groups: Group['id'][]): Permission[] =>
  permissionGroups
    .filter((group) => groups.includes(group.id))
    .flatMap((group) => group.actions.map((action) => `${group.id}.${action}` as Permission));

export const builtInRoles = [
  { code: 1, name: 'Administrator', permissions: allPermissions },
  {
    code: 2,
    name: 'Development',
    alternateName: 'Send Message',
    permissions: [
      ...all('JOURNEYS', 'MSG_TEMPLATES', 'RICHCARDS', 'CREATIVES', 'ENCAPS'),
      'NLP.VIEW',
      'CHANNELS.VIEW',
      'CHANNELS.CREATE',
      'CHANNELS.EDIT',
      'FLOW.VIEW',
      'CUSTOMER.VIEW',
    ],
  },
  { code: 3, name: 'Handle Chats', permissions: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CUSTOMER.VIEW'] },
  {
    code: 4,
    name: 'Campaign Maker',
    permissions: [
      'CAMPAIGNS.CREATE',
      'CAMPAIGNS.EDIT',
      'CAMPAIGNS.VIEW',
      'CAMPAIGNS.DELETE',
      'CAMPAIGNS.VIEW_REJECTEDLIST',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
      'MSG_TEMPLATES.VIEW',
      'MSG_TEMPLATES.CREATE',
      'MSG_TEMPLATES.EDIT',
      ...all('CREATIVES'),
      'RICHCARDS.VIEW',
      'CUSTOMER.VIEW',
    ],
  },
  {
    code: 5,
    name: 'Campaign Checker',
    permissions: [
      'CAMPAIGNS.VIEW',
      'CAMPAIGNS.APPROVE',
      'CAMPAIGNS.VIEW_REJECTEDLIST',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
      'MSG_TEMPLATES.VIEW',
    ],
  },
  {
    code: 6,
    name: 'Report Viewer',
    permissions: [
      'CHAT.VIEW_ANALYTICS',
      'CAMPAIGNS.VIEW_CAMPAIGNREPORT',
      'JOURNEYS.VIEW_REPORTS',
      'JOURNEYS.VIEW_MILESTONEREPORT',
      'NLP.VIEW',
      'MANAGE.DELIVERYREPORT.VIEW',
    ],
  },
] as const satisfies readonly { code: number; name: string; alternateName?: string; permissions: readonly Permission[] }[];

/** The ready-made own role that every enterprise starts with (screens 9.3). */
export const chatSupervisorPermissions: readonly Permission[] = [
  'CHAT.HANDLE',
  'CHAT.VIEW_CHATHISTORY',
  'CUSTOMER.VIEW',
  'CHAT.VIEW_MONITOR',
  'CHAT.VIEW_ANALYTICS',
  'CHAT.CHAT_CONFIG',
];

export const administratorRole = 1;
/** Own roles are numbered from here, so a role is always a number on the wire. */
export const firstOwnRoleCode = 101;

export const PermissionName = z.enum(allPermissions as [Permission, ...Permission[]]);

/** Held when the configured value is one of the user's permission values; spelling is upper case, compared without case (RBAC-008, RBAC-025). */
export function holdsPermission(held: readonly string[], wanted: string): boolean {
  return held.some((permission) => permission.toUpperCase() === wanted.toUpperCase());
}
