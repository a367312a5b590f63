import { type FlagPermission, flagPermissions, type RoleSave } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Flags } from '../role/access.rules.ts';
import { effectivePermissions } from '../role/access.rules.ts';
import { findUserRoles, listRoleHolders } from '../role/role.repository.ts';
import { isBuiltIn, meetsMakerAndChecker, type RoleRights, rightsChange } from '../role/role.rules.ts';
import { listRights, planRole } from './role.service.ts';

type Named = { code: number; name: string };
type Flag = { name: string; isOn: boolean; grant: 'everyone' | 'role' } | null;

const holds = (role: RoleRights, permission: string) => role.permissions.some((name) => name.toUpperCase() === permission);
const named = ({ code, name }: RoleRights): Named => ({ code, name });
const quoted = (roles: readonly Named[]) => roles.map((role) => `"${role.name}"`).join(', ');

function flagOf(permission: string, flags: Flags): Flag {
  const gate = flagPermissions[permission as FlagPermission];
  return gate ? { name: gate.flag, isOn: flags[gate.flag], grant: gate.grant } : null;
}

/** The reason in words: a flag decides first, then the roles. */
function explain(userName: string, permission: string, flag: Flag, givenBy: readonly Named[], wouldGive: readonly Named[]): string {
  if (flag && !flag.isOn) return `Nobody holds ${permission}: the feature "${flag.name}" is switched off.`;
  if (flag?.grant === 'everyone') return `${userName} holds ${permission}: the feature "${flag.name}" gives it to everybody.`;
  if (givenBy.length > 0)
    return `${userName} holds ${permission} by ${givenBy.length === 1 ? 'the role' : 'the roles'} ${quoted(givenBy)}.`;
  const ways = wouldGive.length > 0 ? ` It is given by ${quoted(wouldGive)}.` : ' No role gives it.';
  return `${userName} does not hold ${permission}: none of their roles gives it.${ways}`;
}

/** Explains why a user holds a permission, or what is missing. @throws DomainError user.not_found */
export function explainPermission(ctx: Ctx, userId: string, permission: string) {
  return ctx.transaction(async (tx) => {
    const user = await findUserRoles(tx, ctx.enterpriseId, userId);
    if (!user) throw new DomainError('user.not_found', 'No such user.', {});
    const rights = await listRights(tx, ctx.enterpriseId);
    const held = rights.filter((role) => user.roleCodes.includes(role.code));
    const own = held.filter((role) => !isBuiltIn(role.code)).flatMap((role) => role.permissions);
    const givenBy = held.filter((role) => holds(role, permission)).map(named);
    const wouldGive = rights.filter((role) => holds(role, permission) && !held.includes(role)).map(named);
    const flag = flagOf(permission, ctx.flags);
    return {
      isHeld: effectivePermissions(user.roleCodes, own, ctx.flags).has(permission),
      givenBy,
      flag,
      wouldGive,
      explanation: explain(user.name, permission, flag, givenBy, wouldGive),
    };
  });
}

/** Lists who would win or lose which rights by a save, with warnings (screens 9.3). */
export function previewRole(ctx: Ctx, input: RoleSave) {
  return ctx.transaction(async (tx) => {
    const { before, after } = await planRole(ctx, tx, input);
    const warnings = meetsMakerAndChecker(after.permissions) ? ['Whoever has this role both makes and approves campaigns.'] : [];
    if (!before) return { users: [], warnings };
    const rights = await listRights(tx, ctx.enterpriseId);
    const holders = await listRoleHolders(tx, ctx.enterpriseId);
    const users = holders
      .filter((holder) => holder.roleCode === before.code)
      .map(({ userId, name }) => {
        const codes = holders.filter((holder) => holder.userId === userId).map((holder) => holder.roleCode);
        const held = rights.filter((role) => codes.includes(role.code));
        const others = held.filter((role) => role.code !== before.code).flatMap((role) => role.permissions);
        const isMixed = meetsMakerAndChecker([...others, ...after.permissions]) && !meetsMakerAndChecker(after.permissions);
        if (isMixed) warnings.push(`${name} would both make and approve campaigns.`);
        return { uId: userId, name, ...rightsChange(held, after, ctx.flags) };
      })
      .filter((user) => user.gains.length > 0 || user.loses.length > 0);
    return { users, warnings };
  });
}
