import type { RoleRights } from '../role/role.rules.ts';

/** The required content of a domain's TXT record. */
export const recordOf = (token: string): string => `sso-verification=${token}`;

/** A TXT record comes in strings of up to 255 characters, which are one text. */
export const holdsRecord = (records: readonly (readonly string[])[], token: string): boolean =>
  records.some((parts) => parts.join('').trim() === recordOf(token));

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

export type RoleMap = readonly { providerGroup: string; roles: readonly number[] }[];

/** The roles that a person's groups give; the default ones where they give none. */
export function mapRoles(
  { roleMap, defaultRoles }: { roleMap: RoleMap; defaultRoles: readonly number[] },
  groups: readonly string[],
): number[] {
  const held = new Set(groups);
  const mapped = roleMap.filter(({ providerGroup }) => held.has(providerGroup)).flatMap(({ roles }) => roles);
  return [...new Set(mapped.length > 0 ? mapped : defaultRoles)].sort((one, other) => one - other);
}

/** Removes roles that were mapped before, adds those that are mapped now, and keeps those given by hand. */
export const replaceGiven = (current: readonly number[], given: readonly number[], mapped: readonly number[]): number[] =>
  [...new Set([...current.filter((code) => !given.includes(code)), ...mapped])].sort((one, other) => one - other);

/** Every role that a map may give. */
export const rolesIn = ({ roleMap, defaultRoles }: { roleMap: RoleMap; defaultRoles: readonly number[] }): number[] => [
  ...new Set([...roleMap.flatMap(({ roles }) => roles), ...defaultRoles]),
];

/** A claim of groups is a list of texts, or one text. */
export function readGroups(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim];
  return list.filter((group): group is string => typeof group === 'string' && group !== '').slice(0, 1000);
}

export const namesOf = (rights: readonly RoleRights[], codes: readonly number[]): string[] =>
  codes.flatMap((code) => rights.find((role) => role.code === code)?.name ?? []);
