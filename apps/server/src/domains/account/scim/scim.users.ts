import { Email, userStates } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { lockRoles } from '../access/role.service.ts';
import { findDomain } from '../connection/sso.repository.ts';
import { domainOf } from '../connection/sso.rules.ts';
import { noSuch, taken, unfit } from '../directory/scim.errors.ts';
import { presentList, presentScimUser } from '../directory/scim.present.ts';
import { deleteScimUser, findScimUser, listGroupsOf, listScimUsers, saveScimUser } from '../directory/scim.repository.ts';
import { type Filter, nameAfter, readBody, readUser, readUserPatch, type ScimPage, type UserChange } from '../directory/scim.rules.ts';
import { takeInvitation } from '../invitation/invitation.accept.ts';
import { findLogin } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { replaceUserDepartments } from '../user/user.departments.ts';
import { userRecord } from '../user/user.record.ts';
import { updateUser } from '../user/user.repository.ts';
import { accessUser, addUser } from '../user/user.service.ts';
import type { Scim } from './scim.access.ts';
import { noteStaying, setActive } from './scim.leave.ts';
import { applyGroups } from './scim.roles.ts';

type Resource = ReturnType<typeof presentScimUser>;

export function listUsers(scim: Scim, filter: Filter, page: ScimPage) {
  const { enterpriseId, connectionId } = scim.connection;
  return scim.ctx.read(async (tx) => {
    const { rows, total } = await listScimUsers(tx, enterpriseId, connectionId, filter, page);
    const ids = rows.map(({ userId }) => userId);
    const groups = await listGroupsOf(tx, enterpriseId, connectionId, ids);
    return presentList(
      rows.map((row) => presentScimUser(row, groups, scim.base)),
      total,
      page.offset,
    );
  });
}

/** @throws ScimError 404 */
async function access({ connection: { enterpriseId, connectionId } }: Scim, tx: Read, userId: string) {
  const row = isUuid(userId) ? await findScimUser(tx, enterpriseId, connectionId, userId) : undefined;
  if (!row) throw noSuch();
  return row;
}

/** @throws ScimError 404 */
export const getUser = (scim: Scim, userId: string): Promise<Resource> =>
  scim.ctx.read(async (tx) => {
    const row = await access(scim, tx, userId);
    const { enterpriseId, connectionId } = scim.connection;
    return presentScimUser(row, await listGroupsOf(tx, enterpriseId, connectionId, [row.userId]), scim.base);
  });

/** An address that may sign in by the connection. @throws ScimError 400 */
async function assertOwnDomain({ connection: { enterpriseId, connectionId } }: Scim, tx: Tx, email: string): Promise<void> {
  const domain = Email.safeParse(email).success ? await findDomain(tx, enterpriseId, domainOf(email)) : undefined;
  if (!domain?.verifiedAt || domain.connectionId !== connectionId)
    throw unfit('userName is an e-mail address of a domain that is verified for this connection.');
}

async function uniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email_key') throw taken('userName');
    if (constraint === 'scim_users_by_external_id') throw taken('externalId');
    throw error;
  }
}

/**
 * Makes a user without a password, who signs in by the provider; a deactivated one of the same address is activated, a pending invitation
 * gives its roles.
 * @throws ScimError 400 or 409
 */
export async function createUser(scim: Scim, body: unknown): Promise<Resource> {
  const said = readUser(readBody(body));
  const { userName, active = true } = said;
  if (!userName) throw unfit('userName is needed.');
  const email = userName.toLowerCase();
  const name = nameAfter(said, { name: '', givenName: '', familyName: '' });
  const { ctx, deps, connection } = scim;
  const { enterpriseId, connectionId } = connection;
  const login = await findLogin(deps.db, email);
  const isBack = login?.enterpriseId === enterpriseId && login.state !== userStates.active;
  if (login && !isBack) throw taken('userName');
  const { userId, ended } = await uniquely(() =>
    ctx.transaction(async (tx) => {
      await lockRoles(tx, enterpriseId);
      await assertOwnDomain(scim, tx, email);
      if (login && (await findScimUser(tx, enterpriseId, connectionId, login.userId))) throw taken('userName');
      const id = login?.userId ?? (await makeUser(scim, tx, { name: name ?? email, email }));
      await saveScimUser(tx, enterpriseId, connectionId, { userId: id, ...partsOf(said), at: ctx.now() });
      await applyGroups(scim, tx, [id]);
      return { userId: id, ended: await setActive(scim, tx, await access(scim, tx, id), active) };
    }),
  );
  closeSessions(ctx.hub, ended);
  return getUser(scim, userId);
}

function makeUser({ ctx }: Scim, tx: Tx, { name, email }: { name: string; email: string }): Promise<string> {
  const { enterpriseId } = ctx;
  return creating(
    ctx,
    tx,
    userRecord,
    (userId) => userId,
    async () => {
      const invited = await takeInvitation(ctx, tx, email);
      const userId = await addUser(tx, enterpriseId, {
        name,
        email,
        passwordHash: '',
        roles: invited?.roles ?? [],
        activatedAt: ctx.now(),
      });
      await replaceUserDepartments(tx, enterpriseId, userId, invited?.departments ?? []);
      return userId;
    },
  );
}

/** The fields of a change that are stored beside the user. */
const partsOf = ({ externalId, givenName, familyName }: UserChange) => ({
  ...(externalId === undefined ? {} : { externalId }),
  ...(givenName === undefined ? {} : { givenName }),
  ...(familyName === undefined ? {} : { familyName }),
});

/** All of it or nothing, in one transaction: a provider that is refused asks again for the whole. */
async function change(scim: Scim, userId: string, read: () => UserChange): Promise<Resource> {
  const { ctx, connection } = scim;
  const { enterpriseId, connectionId } = connection;
  await leaving(scim, userId, async (tx, note) => {
    await lockRoles(tx, enterpriseId);
    const row = await access(scim, tx, userId);
    const said = read();
    const { userName, active } = said;
    const name = nameAfter(said, row);
    note(active === false);
    const email = userName?.toLowerCase();
    if (email !== undefined && email !== row.email) await assertOwnDomain(scim, tx, email);
    const changed = { ...(name && name !== row.name ? { name } : {}), ...(email && email !== row.email ? { email } : {}) };
    if (Object.keys(changed).length > 0) {
      // A changed address allows a password reset, so this needs the same guard as a deactivation: the rights of the connection's editor
      // bound it.
      await accessUser(ctx, tx, userId);
      await changing(ctx, tx, userRecord, userId, 'edit', () => updateUser(tx, enterpriseId, userId, changed));
    }
    await saveScimUser(tx, enterpriseId, connectionId, { userId, ...partsOf(said), at: ctx.now() });
    // A user whom the provider has just begun to manage has the roles of its groups from now on.
    if (!row.isManaged) await applyGroups(scim, tx, [userId]);
    return active === undefined ? [] : setActive(scim, tx, row, active);
  });
  return getUser(scim, userId);
}

/**
 * A change that may end somebody's work here. Where it is refused, the leaver keeps no session of the provider all the same.
 * @param work gives the sessions that have ended, and notes whether somebody is to leave
 */
async function leaving(
  scim: Scim,
  userId: string,
  work: (tx: Tx, note: (isLeaving: boolean) => void) => Promise<readonly string[]>,
): Promise<void> {
  let isLeaving = false;
  try {
    const ended = await uniquely(() =>
      scim.ctx.transaction((tx) =>
        work(tx, (wanted) => {
          isLeaving = wanted;
        }),
      ),
    );
    closeSessions(scim.ctx.hub, ended);
  } catch (error) {
    if (isLeaving) await noteStaying(scim, userId, error);
    throw error;
  }
}

/** Replaces a user; attributes that are left out stay: providers that replace send all that they know. @throws ScimError 400, 404 or 409 */
export const replaceUser = (scim: Scim, userId: string, body: unknown): Promise<Resource> =>
  change(scim, userId, () => readUser(readBody(body)));

/** @throws ScimError 400, 404 or 409 */
export const patchUser = (scim: Scim, userId: string, body: unknown): Promise<Resource> => change(scim, userId, () => readUserPatch(body));

/** Deactivates, and forgets what the provider said: users are kept, since what they did names them. @throws ScimError 404 or 409 */
export async function removeUser(scim: Scim, userId: string): Promise<void> {
  const { enterpriseId, connectionId } = scim.connection;
  await leaving(scim, userId, async (tx, note) => {
    await lockRoles(tx, enterpriseId);
    const row = await access(scim, tx, userId);
    note(true);
    const ended = await setActive(scim, tx, row, false);
    await deleteScimUser(tx, enterpriseId, connectionId, userId);
    return ended;
  });
}
