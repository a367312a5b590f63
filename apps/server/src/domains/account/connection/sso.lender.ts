import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listRights } from '../access/role.service.ts';
import { listAdministrators, tellAdministrators } from '../notification/administrators.ts';
import type { RightsListener } from '../role/rights.changed.ts';
import { rightsBeyond } from '../role/role.rules.ts';
import { findUserNames } from '../user/user.names.ts';
import { heirUnfit, reportWork, workShown } from '../user/user.work.ts';
import { ssoRecord } from './sso.record.ts';
import { type ConnectionRow, listConnections, updateConnection } from './sso.repository.ts';
import { rightsOfEditor } from './sso.roles.ts';
import { rolesIn } from './sso.rules.ts';

/** Tells whether a user may stand for a connection: they may save it, and give every role of its map. */
async function mayStand(ctx: EnterpriseContext, tx: Tx, connection: ConnectionRow, userId: string): Promise<boolean> {
  const held = await rightsOfEditor(ctx, tx, { enterpriseId: ctx.enterpriseId, editedBy: userId });
  if (!held.permissions.has('ENTERPRISE.EDIT')) return false;
  const mapped = rolesIn(connection);
  const rights = await listRights(tx, ctx.enterpriseId);
  return rights.filter(({ code }) => mapped.includes(code)).every((role) => rightsBeyond(held, role, ctx.flags).length === 0);
}

/**
 * Somebody who stood for a connection may not any more: the user who has changed that takes it over, or an administrator. People go on
 * signing in, and nothing is given in the name of somebody who could not give it. Administrators are told.
 */
export const findLender: RightsListener = async (ctx, tx, userIds) => {
  for (const connection of await listConnections(tx, ctx.enterpriseId)) {
    const { connectionId, editedBy, version } = connection;
    if (!userIds.includes(editedBy) || (await mayStand(ctx, tx, connection, editedBy))) continue;
    const acting = ctx.by || !ctx.actor || ctx.actor.key ? [] : [ctx.actor.userId];
    const candidates = [...acting, ...(await listAdministrators(tx, ctx.enterpriseId)).sort()];
    const lender = await firstWho(candidates, (userId) => mayStand(ctx, tx, connection, userId));
    if (!lender) continue;
    await changing(ctx, tx, ssoRecord, connectionId, 'move', () =>
      updateConnection(tx, ctx.enterpriseId, connectionId, { editedBy: lender, version: version + 1 }),
    );
    const [user = '', former = ''] = await findUserNames(tx, ctx.enterpriseId, [lender, editedBy]);
    const values = { connection: connection.name, user, former };
    await tellAdministrators(ctx, tx, { code: 'sso.taken_over', values, link: '/admin/sso', cause: `sso ${connectionId} ${lender}` });
  }
};

async function firstWho<T>(list: readonly T[], fits: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of list) if (await fits(one)) return one;
  return undefined;
}

const lentBy = async (tx: Tx, enterpriseId: string, userId: string) =>
  (await listConnections(tx, enterpriseId)).filter(({ editedBy }) => editedBy === userId);
const inheritedBy = async (tx: Tx, enterpriseId: string, userId: string) =>
  (await listConnections(tx, enterpriseId)).filter(({ scimHeir }) => scimHeir === userId);
const shown = (rows: readonly ConnectionRow[]) => ({
  count: rows.length,
  first: rows.slice(0, workShown).map(({ connectionId, name }) => ({ id: connectionId, name })),
});

/** Connections that have the rights of a user. */
export const connectionsLeft = reportWork({
  kind: 'connections',
  isMoved: true,
  find: async (tx, enterpriseId, userId) => shown(await lentBy(tx, enterpriseId, userId)),
  async move(ctx, tx, fromUserId, toUserId) {
    const rows = await lentBy(tx, ctx.enterpriseId, fromUserId);
    const fits = (row: ConnectionRow) => (toUserId === undefined ? Promise.resolve(false) : mayStand(ctx, tx, row, toUserId));
    for (const row of rows)
      if (!(await fits(row))) throw heirUnfit('connections', 'Choose somebody who may edit the company and give the roles of the map.');
    for (const { connectionId, version } of rows)
      await changing(ctx, tx, ssoRecord, connectionId, 'move', () =>
        updateConnection(tx, ctx.enterpriseId, connectionId, { editedBy: toUserId as string, version: version + 1 }),
      );
  },
});

/** Connections whose leavers leave their work to a user. */
export const heirsLeft = reportWork({
  kind: 'heirs',
  isMoved: true,
  find: async (tx, enterpriseId, userId) => shown(await inheritedBy(tx, enterpriseId, userId)),
  async move(ctx, tx, fromUserId, toUserId) {
    if (toUserId === undefined) return;
    for (const { connectionId, version } of await inheritedBy(tx, ctx.enterpriseId, fromUserId))
      await changing(ctx, tx, ssoRecord, connectionId, 'move', () =>
        updateConnection(tx, ctx.enterpriseId, connectionId, { scimHeir: toUserId, version: version + 1 }),
      );
  },
});
