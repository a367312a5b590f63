import type { SsoConnection } from '@parley/contract';
import { userStates } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertMayGiveRoles, lockRoles } from '../access/role.service.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import { updateConnection } from '../connection/sso.repository.ts';
import { rolesIn } from '../connection/sso.rules.ts';
import { lockKnown, readBack } from '../sso/sso.settings.ts';
import { findUserRow } from '../user/user.repository.ts';

const shownLength = 4;

/**
 * Lets a provider manage users by a new key, which is shown once; the one before works no more. The user who makes it lends it their
 * rights.
 * @throws DomainError sso.not_found, record.changed, role.beyond_own for a map that they could not save, or user.heir_unfit
 */
export function makeScimKey(deps: Deps, ctx: Ctx, connectionId: string, { heir, version }: { heir: string; version: number }) {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx): Promise<{ connection: SsoConnection; key: string }> => {
    await lockRoles(tx, enterpriseId);
    const row = await lockKnown(ctx, tx, connectionId, version);
    await assertMayGiveRoles(ctx, tx, { userId: '', roles: [] }, rolesIn(row));
    const user = await findUserRow(tx, enterpriseId, heir);
    if (user?.state !== userStates.active)
      throw new DomainError('user.heir_unfit', 'Choose an active user who takes over.', { kind: 'departments' });
    const key = `scim_${makeToken().token}`;
    const columns = { scimKeyHash: hashToken(key), scimKeyEnding: key.slice(-shownLength), scimKeyMadeAt: ctx.now(), scimHeir: heir };
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { ...columns, editedBy: ctx.actor.userId, version: row.version + 1 }),
    );
    return { connection: await readBack(deps, tx, ctx, connectionId), key };
  });
}

/** Removes the key; users whom the provider has managed stay as they are. @throws DomainError sso.not_found */
export function removeScimKey(deps: Deps, ctx: Ctx, connectionId: string): Promise<SsoConnection> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await lockKnown(ctx, tx, connectionId);
    const none = { scimKeyHash: null, scimKeyEnding: '', scimKeyMadeAt: null, scimHeir: null };
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { ...none, version: row.version + 1 }),
    );
    return readBack(deps, tx, ctx, connectionId);
  });
}
