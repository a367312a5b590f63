import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { newId } from '#platform/ids.ts';
import { lockRoles } from '../access/role.service.ts';
import { noSuch, ScimError, taken, unfit } from '../directory/scim.errors.ts';
import { presentList, presentScimGroup } from '../directory/scim.present.ts';
import {
  addMembers,
  deleteScimGroup,
  insertScimGroup,
  listMembersOf,
  listScimGroups,
  lockScimGroup,
  managedAmong,
  removeMembers,
  type ScimGroupRow,
  updateScimGroup,
} from '../directory/scim.repository.ts';
import { type Filter, type GroupChange, readBody, readGroup, readGroupPatch, type ScimPage, scimLimits } from '../directory/scim.rules.ts';
import type { Scim } from './scim.access.ts';
import { scimGroupRecord } from './scim.record.ts';
import { applyGroups } from './scim.roles.ts';

type Resource = ReturnType<typeof presentScimGroup>;
type Shown = { withMembers: boolean };

export function listGroups(scim: Scim, filter: Filter, page: ScimPage, { withMembers }: Shown) {
  const { enterpriseId, connectionId } = scim.connection;
  return scim.ctx.read(async (tx) => {
    const { rows, total } = await listScimGroups(tx, enterpriseId, connectionId, filter, page);
    const ids = rows.map(({ groupId }) => groupId);
    const members = withMembers ? await listMembersOf(tx, enterpriseId, ids) : undefined;
    return presentList(
      rows.map((row) => presentScimGroup(row, members, scim.base)),
      total,
      page.offset,
    );
  });
}

/** @throws ScimError 404 */
async function lock({ connection: { enterpriseId, connectionId } }: Scim, tx: Tx, groupId: string): Promise<ScimGroupRow> {
  const row = isUuid(groupId) ? await lockScimGroup(tx, enterpriseId, connectionId, groupId) : undefined;
  if (!row) throw noSuch();
  return row;
}

/** @throws ScimError 404 */
export const getGroup = (scim: Scim, groupId: string, { withMembers }: Shown = { withMembers: true }): Promise<Resource> =>
  scim.ctx.transaction(async (tx) => {
    const row = await lock(scim, tx, groupId);
    const members = withMembers ? await listMembersOf(tx, scim.connection.enterpriseId, [groupId]) : undefined;
    return presentScimGroup(row, members, scim.base);
  });

async function uniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw violatedConstraint(error) === 'scim_groups_by_name' ? taken('displayName') : error;
  }
}

/** @throws ScimError 400 or 409 */
export async function createGroup(scim: Scim, body: unknown): Promise<Resource> {
  const { displayName, externalId = '', members } = readGroup(readBody(body));
  if (!displayName) throw unfit('displayName is needed.');
  const { ctx, connection } = scim;
  const { enterpriseId, connectionId } = connection;
  const groupId = newId();
  await uniquely(() =>
    ctx.transaction(async (tx) => {
      await lockRoles(tx, enterpriseId);
      const { total } = await listScimGroups(tx, enterpriseId, connectionId, undefined, { offset: 0, count: 0 });
      if (total >= scimLimits.groups) throw new ScimError(400, `There are ${scimLimits.groups} groups already.`, 'invalidValue');
      const at = ctx.now();
      const joined = await creating(
        ctx,
        tx,
        scimGroupRecord,
        () => groupId,
        async () => {
          await insertScimGroup(tx, { enterpriseId, connectionId, groupId, displayName, externalId, createdAt: at, updatedAt: at });
          return changeMembers(scim, tx, groupId, members);
        },
      );
      await applyGroups(scim, tx, joined);
    }),
  );
  return getGroup(scim, groupId);
}

/** @returns whose groups have changed */
async function changeMembers(
  { connection }: Scim,
  tx: Tx,
  groupId: string,
  { set, add, remove }: GroupChange['members'],
): Promise<string[]> {
  const { enterpriseId, connectionId } = connection;
  const present = (await listMembersOf(tx, enterpriseId, [groupId])).map(({ value }) => value);
  const gone = new Set(remove);
  const here = new Set(present);
  const wanted = new Set([...(set ?? present), ...add].filter((id) => !gone.has(id)));
  const leaving = present.filter((id) => !wanted.has(id));
  const coming = [...wanted].filter((id) => !here.has(id));
  const managed = await managedAmong(tx, enterpriseId, connectionId, coming);
  const known = new Set(managed);
  const unknown = coming.find((id) => !known.has(id.toLowerCase()));
  if (unknown !== undefined) throw unfit(`The member ${unknown.slice(0, 100)} is no user of this connection.`);
  await removeMembers(tx, enterpriseId, groupId, leaving);
  await addMembers(tx, enterpriseId, groupId, managed);
  return [...leaving, ...managed];
}

async function change(scim: Scim, groupId: string, { displayName, externalId, members }: GroupChange): Promise<Resource> {
  const { ctx, connection } = scim;
  const { enterpriseId } = connection;
  if (displayName === '') throw unfit('displayName is needed.');
  await uniquely(() =>
    ctx.transaction(async (tx) => {
      await lockRoles(tx, enterpriseId);
      const row = await lock(scim, tx, groupId);
      const named = { ...(displayName === undefined ? {} : { displayName }), ...(externalId === undefined ? {} : { externalId }) };
      const changed = await changing(ctx, tx, scimGroupRecord, groupId, 'edit', async () => {
        await updateScimGroup(tx, enterpriseId, groupId, { ...named, updatedAt: ctx.now() });
        return changeMembers(scim, tx, groupId, members);
      });
      const isRenamed = displayName !== undefined && displayName !== row.displayName;
      const stayed = isRenamed ? (await listMembersOf(tx, enterpriseId, [groupId])).map(({ value }) => value) : [];
      await applyGroups(scim, tx, [...changed, ...stayed]);
    }),
  );
  return getGroup(scim, groupId);
}

/** @throws ScimError 400, 404 or 409 */
export const replaceGroup = (scim: Scim, groupId: string, body: unknown): Promise<Resource> =>
  change(scim, groupId, readGroup(readBody(body)));

/** @throws ScimError 400, 404 or 409 */
export const patchGroup = (scim: Scim, groupId: string, body: unknown): Promise<Resource> => change(scim, groupId, readGroupPatch(body));

/** Its members lose what it gave. @throws ScimError 404 */
export async function removeGroup(scim: Scim, groupId: string): Promise<void> {
  const { enterpriseId } = scim.connection;
  await scim.ctx.transaction(async (tx) => {
    await lockRoles(tx, enterpriseId);
    await lock(scim, tx, groupId);
    const members = (await listMembersOf(tx, enterpriseId, [groupId])).map(({ value }) => value);
    await changing(scim.ctx, tx, scimGroupRecord, groupId, 'delete', () => deleteScimGroup(tx, enterpriseId, groupId));
    await applyGroups(scim, tx, members);
  });
}
