import {
  bareActions,
  builtInRoles,
  comingPermissions,
  type FlagPermission,
  flagPermissions,
  type PermissionGroup,
  permissionGroups,
} from '@parley/contract';
import type { Actor } from '../../../context.ts';
import { type DataScope, effectivePermissions, type Flags, grantedToEveryone, isAdministrator, isSwitchedOff } from './access.rules.ts';

/** The rights of a role that comparisons use, built-in or own. */
export type RoleRights = {
  code: number;
  name: string;
  permissions: readonly string[];
  dataScope: DataScope;
  maskedFields: readonly string[];
};

export const builtInRights: readonly RoleRights[] = builtInRoles.map(({ code, name, permissions }) => ({
  code,
  name,
  permissions,
  dataScope: code === 3 ? 'own' : 'enterprise',
  maskedFields: [],
}));

export const isBuiltIn = (code: number): boolean => builtInRoles.some((role) => role.code === code);

/** Groups as the role screen offers them: without those that were removed, what flags switch off (RBAC-009 to RBAC-012), and what gates nothing yet. */
export function offeredGroups(flags: Flags): PermissionGroup[] {
  const groups: { id: string; actions: readonly string[] }[] = permissionGroups.filter((group) => group.isOffered);
  const given = (Object.keys(flagPermissions) as FlagPermission[])
    .filter((name) => flagPermissions[name].grant === 'role')
    .map((name) => ({ id: name.split('.')[0] ?? name, actions: [name.split('.')[1] ?? name] }));
  return [...groups, ...given]
    .map(({ id, actions }) => ({
      id,
      values: [
        ...actions.map((action) => ({ id: action, value: `${id}.${action}` })),
        ...(bareActions[id] === undefined ? [] : [{ id: bareActions[id], value: id }]),
      ].filter(({ value }) => !isComing(value) && !isSwitchedOff(value, flags)),
    }))
    .filter((group) => group.values.length > 0);
}

/** Permissions of every user, independent of roles; the matrix of roles shows them, and no role changes them. */
export const offeredToEveryone = (flags: Flags): string[] => grantedToEveryone(flags).filter((permission) => !isComing(permission));

const isComing = (permission: string): boolean => comingPermissions.some((coming) => coming === permission);

const scopes: readonly DataScope[] = ['own', 'department', 'enterprise'];

/**
 * Lists the rights that a role would give and the actor lacks: nobody makes or gives rights beyond their own, except an administrator
 * (screens 9.1). Treats a wider data scope, and fields hidden from the actor, like permissions.
 * @returns [] when all of it is within
 */
export function rightsBeyond(
  actor: Pick<Actor, 'isAdministrator' | 'permissions' | 'dataScope' | 'maskedFields'>,
  role: RoleRights,
  flags: Flags,
): string[] {
  if (actor.isAdministrator) return [];
  const permissions = role.permissions.filter(
    (permission) => !isSwitchedOff(permission, flags) && !actor.permissions.has(permission.toUpperCase()),
  );
  const scope = scopes.indexOf(role.dataScope) > scopes.indexOf(actor.dataScope) ? [`scope ${role.dataScope}`] : [];
  const shown = actor.maskedFields.filter((field) => !role.maskedFields.includes(field)).map((field) => `field ${field}`);
  return [...permissions, ...scope, ...shown];
}

export type RightsChange = { gains: string[]; loses: string[] };

/** Lists the rights that a holder of some roles would win and lose when one of the roles becomes another. */
export function rightsChange(held: readonly RoleRights[], changed: RoleRights, flags: Flags): RightsChange {
  const rights = (roles: readonly RoleRights[]) =>
    effectivePermissions(
      roles.map((role) => role.code),
      roles.filter((role) => !isBuiltIn(role.code)).flatMap((role) => role.permissions),
      flags,
    );
  const before = rights(held);
  const after = rights(held.map((role) => (role.code === changed.code ? changed : role)));
  return { gains: [...after].filter((name) => !before.has(name)).sort(), loses: [...before].filter((name) => !after.has(name)).sort() };
}

const makes = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT'];
const checks = 'CAMPAIGNS.APPROVE';

/** Tells whether somebody could make campaigns and approve them too: allowed, with a warning (screens 9.3). */
export const meetsMakerAndChecker = (permissions: Iterable<string>): boolean => {
  const held = new Set(permissions);
  return held.has(checks) && makes.some((permission) => held.has(permission));
};

/** Tells whether the change would leave no active administrator. */
export const leavesNoAdministrator = (administratorIds: readonly string[], changedUserId: string, newRoles: readonly number[]): boolean =>
  !isAdministrator(newRoles) && administratorIds.every((userId) => userId === changedUserId);
