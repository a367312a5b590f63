import {
  administratorRole,
  allPermissions,
  builtInRoles,
  type FeatureFlag,
  type FlagPermission,
  flagPermissions,
  type Permission,
} from '@parley/contract';

export type Flags = Readonly<Record<FeatureFlag, boolean>>;

const flagOf = (permission: string) =>
  flagPermissions[permission as FlagPermission] as { flag: FeatureFlag; grant: 'everyone' | 'role' } | undefined;

/** No role gives a permission whose feature is switched off (RBAC-012); a flag may give a permission to every user (RBAC-027). */
export function isSwitchedOff(permission: string, flags: Flags): boolean {
  const gate = flagOf(permission);
  return gate !== undefined && !flags[gate.flag];
}

export function grantedToEveryone(flags: Flags): Permission[] {
  return (Object.keys(flagPermissions) as FlagPermission[]).filter(
    (name) => flagPermissions[name].grant === 'everyone' && flags[flagPermissions[name].flag],
  );
}

/**
 * Computes a user's permissions: those of the roles and of flags for everybody, less those that flags take away.
 * @param roleCodes built-in and own roles of the user
 * @param ownPermissions permissions of the user's own roles, already read
 */
export function effectivePermissions(roleCodes: readonly number[], ownPermissions: readonly string[], flags: Flags): Set<string> {
  const builtIn = builtInRoles.filter((role) => roleCodes.includes(role.code)).flatMap((role): readonly string[] => role.permissions);
  const known = new Set<string>(allPermissions);
  const held = [...builtIn, ...ownPermissions, ...grantedToEveryone(flags)].map((name) => name.toUpperCase());
  return new Set(held.filter((name) => known.has(name) && !isSwitchedOff(name, flags)));
}

const scopes = ['own', 'department', 'enterprise'] as const;
export type DataScope = (typeof scopes)[number];

/** The widest of the roles' scopes. Handle Chats sees its own (screens 9.3); every other built-in role the enterprise. */
export function widestScope(roleCodes: readonly number[], ownScopes: readonly string[]): DataScope {
  const builtIn = roleCodes
    .filter((code) => builtInRoles.some((role) => role.code === code))
    .map((code) => (code === 3 ? 'own' : 'enterprise'));
  const held = [...builtIn, ...ownScopes];
  return scopes.findLast((scope) => held.includes(scope)) ?? 'own';
}

/** A field is masked only when every role of the user masks it: a role may show what another hides. */
export function maskedFields(roleCodes: readonly number[], ownMasks: readonly string[]): string[] {
  if (roleCodes.some((code) => builtInRoles.some((role) => role.code === code)) || ownMasks.length === 0) return [];
  const lists = ownMasks.map((mask) => mask.split(',').filter(Boolean));
  return (lists[0] ?? []).filter((field) => lists.every((list) => list.includes(field)));
}

export const isAdministrator = (roleCodes: readonly number[]): boolean => roleCodes.includes(administratorRole);

/** A user's roles as the database tells them: codes, and what the own ones among them hold. */
export type HeldRoles = { roleCodes: number[]; ownPermissions: string[]; ownScopes: string[]; ownMasks: string[] };

/** The permissions and visible data of a user, by all of their roles together. */
export const rightsOf = ({ roleCodes, ownPermissions, ownScopes, ownMasks }: HeldRoles, flags: Flags) => ({
  permissions: effectivePermissions(roleCodes, ownPermissions, flags),
  isAdministrator: isAdministrator(roleCodes),
  dataScope: widestScope(roleCodes, ownScopes),
  maskedFields: maskedFields(roleCodes, ownMasks),
});
