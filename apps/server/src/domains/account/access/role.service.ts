import {
  administratorRole,
  builtInRoles,
  chatSupervisorPermissions,
  type ErrorCode,
  firstOwnRoleCode,
  live,
  type PermissionGroup,
  type Role,
  type RoleSave,
} from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { type Ctx, can, type EnterpriseContext } from '../../../context.ts';
import { notify } from '../notification/notification.service.ts';
import { tellRightsChanged } from '../role/rights.changed.ts';
import { presentBuiltInRole, presentOwnRole } from '../role/role.present.ts';
import { roleRecord } from '../role/role.record.ts';
import {
  deleteRoleRow,
  findOwnRole,
  insertRole,
  listOwnRoles,
  listRoleHolders,
  listUserIdsWithRoles,
  lockRoles,
  nextRoleCode,
  type OwnRole,
  updateRole,
} from '../role/role.repository.ts';
import {
  builtInRights,
  isBuiltIn,
  leavesNoAdministrator,
  offeredGroups,
  offeredToEveryone,
  type RoleRights,
  rightsBeyond,
} from '../role/role.rules.ts';

export const roleNotFound = () => new DomainError('role.not_found', 'No such role.', {});
const nameTaken = () => new DomainError('role.name_taken', 'Another role has this name.', {});
const beyondOwn = (permissions: string[]) =>
  new DomainError('role.beyond_own' satisfies ErrorCode, 'You cannot give rights that you do not have yourself.', { permissions });

/** The own role that every enterprise starts with (screens 9.3). */
export async function addReadyMadeRoles(tx: Tx, enterpriseId: string): Promise<void> {
  await insertRole(tx, {
    enterpriseId,
    code: firstOwnRoleCode,
    name: 'Chat Supervisor',
    description: 'Handles chats and watches over those of the department.',
    permissions: [...chatSupervisorPermissions],
    dataScope: 'department',
    updatedBy: null,
  });
}

export { listUserIdsWithRoles as listUsersWithRoles, lockRoles };

/** Changed rights apply to the next call by themselves; open sockets are closed, so that clients reconnect with their new topics. */
export function renewSockets(ctx: EnterpriseContext, userIds: readonly string[]): void {
  for (const userId of userIds) ctx.hub.closeAll(`user:${userId}`, live.goingAwayClose, 'Your rights have changed.');
}

/** Built-in and own roles of the enterprise. */
export async function listRights(tx: Tx, enterpriseId: string): Promise<RoleRights[]> {
  return [...builtInRights, ...(await listOwnRoles(tx, enterpriseId))];
}

/** Keeps the codes that are roles of the enterprise. */
export async function existingRoles(tx: Tx, enterpriseId: string, codes: readonly number[]): Promise<number[]> {
  const rights = await listRights(tx, enterpriseId);
  return codes.filter((code) => rights.some((role) => role.code === code));
}

export function readRoleConfiguration(ctx: Ctx): Promise<{ groups: PermissionGroup[]; everyone: string[]; roles: Role[] }> {
  return ctx.transaction(async (tx) => {
    const holders = await listRoleHolders(tx, ctx.enterpriseId);
    const countOf = (code: number) => holders.filter((holder) => holder.roleCode === code).length;
    const own = await listOwnRoles(tx, ctx.enterpriseId);
    return {
      groups: offeredGroups(ctx.flags),
      everyone: offeredToEveryone(ctx.flags),
      roles: [
        ...builtInRoles.map((role) => presentBuiltInRole(role, countOf(role.code))),
        ...own.map((role) => presentOwnRole(role, countOf(role.code))),
      ],
    };
  });
}

/** A role may keep what it has, but an editor adds only what they hold themselves. */
function assertWithinOwn(ctx: Ctx, role: RoleRights, before: RoleRights | undefined): void {
  const kept = new Set(before ? rightsBeyond(ctx.actor, before, ctx.flags) : []);
  const added = rightsBeyond(ctx.actor, role, ctx.flags).filter((right) => !kept.has(right));
  if (added.length > 0) throw beyondOwn(added);
}

type PlannedRole = RoleRights & { description: string; permissions: string[]; maskedFields: string[] };

/** The role as it would be, checked like a save; nothing is written. */
export async function planRole(ctx: Ctx, tx: Tx, input: RoleSave): Promise<{ before: OwnRole | undefined; after: PlannedRole }> {
  const before = input.code === undefined ? undefined : await findOwnRole(tx, ctx.enterpriseId, input.code);
  if (input.code !== undefined && !before) throw roleNotFound();
  const { name, description, dataScope } = input;
  const permissions = [...new Set(input.permissions)].sort();
  const maskedFields = [...new Set(input.maskedFields)].sort();
  const after = { code: before?.code ?? 0, name: name.trim(), description, permissions, dataScope, maskedFields };
  assertWithinOwn(ctx, after, before);
  return { before, after };
}

function assertNameIsFree(name: string): void {
  const lower = name.trim().toLowerCase();
  if (builtInRoles.some((role) => role.name.toLowerCase() === lower)) throw nameTaken();
}

/**
 * Creates an own role, or changes the one of the code.
 * @throws DomainError role.not_found, role.name_taken, role.beyond_own, record.changed, or 1403
 */
export async function saveRole(ctx: Ctx, input: RoleSave): Promise<Role> {
  const { enterpriseId, actor } = ctx;
  const wanted = input.code === undefined ? 'ROLES.CREATE' : 'ROLES.EDIT';
  if (!can(actor, wanted)) throw accessDenied([wanted]);
  assertNameIsFree(input.name);
  try {
    const { role, holderIds } = await ctx.transaction(async (tx) => {
      await lockRoles(tx, enterpriseId);
      const { before, after } = await planRole(ctx, tx, input);
      const change = { ...after, updatedBy: actor.userId, updatedAt: ctx.now() };
      if (before) {
        await assertVersion(ctx, tx, roleRecord, { id: String(before.code), version: before.version }, input.version);
        await changing(ctx, tx, roleRecord, String(before.code), 'edit', () =>
          updateRole(tx, enterpriseId, before.code, { ...change, version: before.version + 1 }),
        );
      } else {
        change.code = await nextRoleCode(tx, enterpriseId, firstOwnRoleCode);
        await creating(
          ctx,
          tx,
          roleRecord,
          () => String(change.code),
          () => insertRole(tx, { enterpriseId, ...change }),
        );
      }
      const holderIds = before ? await listUserIdsWithRoles(tx, enterpriseId, [before.code]) : [];
      await tellHolders(ctx, tx, holderIds, after.name);
      await tellRightsChanged(ctx, tx, holderIds);
      const saved = await findOwnRole(tx, enterpriseId, change.code);
      if (!saved) throw roleNotFound();
      return { role: presentOwnRole(saved, holderIds.length), holderIds };
    });
    renewSockets(ctx, holderIds);
    return role;
  } catch (error) {
    throw violatedConstraint(error) === 'roles_by_name' ? nameTaken() : error;
  }
}

/** Gives fields of an own role former values; what is left out stays. @throws DomainError as saveRole */
export async function putRoleBack(ctx: Ctx, code: string, values: Partial<RoleSave>): Promise<void> {
  if (!can(ctx.actor, 'ROLES.EDIT')) throw accessDenied(['ROLES.EDIT']);
  const role = await ctx.transaction((tx) => findOwnRole(tx, ctx.enterpriseId, Number(code)));
  if (!role) throw roleNotFound();
  const { name, description, permissions, dataScope, maskedFields, version } = role;
  await saveRole(ctx, { name, description, permissions, dataScope, maskedFields, ...values, code: role.code, version } as RoleSave);
}

const tellHolders = (ctx: Ctx, tx: Tx, holderIds: readonly string[], name: string) =>
  notify(
    ctx,
    tx,
    holderIds.filter((userId) => userId !== ctx.actor.userId),
    {
      kind: 'role_changed',
      code: 'role.changed',
      values: { role: name },
      link: '/details/myprofile',
      cause: `role ${name}`,
    },
  );

/** @throws DomainError role.built_in, role.not_found, or role.in_use with the names of its holders */
export function deleteRole(ctx: Ctx, code: number): Promise<void> {
  if (isBuiltIn(code)) throw new DomainError('role.built_in', 'Built-in roles cannot be changed. Clone the role instead.', {});
  return ctx.transaction(async (tx) => {
    await lockRoles(tx, ctx.enterpriseId);
    const role = await findOwnRole(tx, ctx.enterpriseId, code);
    if (!role) throw roleNotFound();
    const users = (await listRoleHolders(tx, ctx.enterpriseId)).filter((holder) => holder.roleCode === code).map((holder) => holder.name);
    if (users.length > 0) throw new DomainError('role.in_use', `The role is assigned to ${users.join(', ')}.`, { users });
    await changing(ctx, tx, roleRecord, String(code), 'delete', () => deleteRoleRow(tx, ctx.enterpriseId, code));
  });
}

/**
 * Tells whether the actor may give these roles to a user who has those; changes alone count, what stays is nobody's doing. Asked under
 * `lockRoles`, which the caller takes before it reads the user.
 * @throws DomainError role.not_found, role.beyond_own, or user.last_administrator
 */
export async function assertMayGiveRoles(
  ctx: Ctx,
  tx: Tx,
  user: { userId: string; roles: readonly number[] },
  newRoles: readonly number[],
): Promise<void> {
  const rights = await listRights(tx, ctx.enterpriseId);
  const changed = [...newRoles.filter((code) => !user.roles.includes(code)), ...user.roles.filter((code) => !newRoles.includes(code))];
  for (const code of changed) {
    const role = rights.find((candidate) => candidate.code === code);
    if (!role) throw roleNotFound();
    const beyond = rightsBeyond(ctx.actor, role, ctx.flags);
    if (beyond.length > 0) throw beyondOwn(beyond);
  }
  const administratorIds = await listUserIdsWithRoles(tx, ctx.enterpriseId, [administratorRole]);
  if (leavesNoAdministrator(administratorIds, user.userId, newRoles))
    throw new DomainError(
      'user.last_administrator',
      'An enterprise needs at least one administrator. Give somebody else this role first.',
      {},
    );
}
