import { Email, type SsoTest, userStates } from '@parley/contract';
import { type Auditing, changing, creating, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { listRights, lockRoles } from '../access/role.service.ts';
import { ssoRefused } from '../connection/sso.errors.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import { findDomain, findIdentity, saveIdentity, updateConnection } from '../connection/sso.repository.ts';
import { keepAdministrator, readMap } from '../connection/sso.roles.ts';
import { domainOf, mapRoles, namesOf, readGroups, replaceGiven } from '../connection/sso.rules.ts';
import { listManaged, saveGivenRoles } from '../directory/scim.repository.ts';
import { takeInvitation } from '../invitation/invitation.accept.ts';
import { tellRightsChanged } from '../role/rights.changed.ts';
import { findLogin, lockUser, updateLogin } from '../session/identity.repository.ts';
import { describeDevice } from '../session/identity.rules.ts';
import { type Caller, openSession } from '../session/session.open.ts';
import { sessionRecord } from '../session/session.record.ts';
import { closeSessions } from '../session/session.service.ts';
import { replaceUserDepartments } from '../user/user.departments.ts';
import { userRecord } from '../user/user.record.ts';
import { findUserRow, replaceUserRoles } from '../user/user.repository.ts';
import { addUser } from '../user/user.service.ts';
import type { Arrival } from './sso.attempt.ts';

type Person = { subject: string; email: string; isUnverified: boolean; name: string; groups: string[] };
export type Entered = { token: string; routePath: string } | { test: SsoTest };

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function readPerson({ vouched, connection }: Arrival): Person {
  const { claims, subject } = vouched;
  const email = text(claims.email).toLowerCase();
  return {
    subject,
    email,
    isUnverified: claims.email_verified === false || claims.email_verified === 'false',
    name: (text(claims.name) || text(claims.preferred_username) || email).slice(0, 120),
    groups: readGroups(claims[connection.groupClaim]),
  };
}

const byProvider = (arrival: Arrival, address: string): EnterpriseContext & Auditing => ({
  ...arrival.ctx,
  address,
  by: { kind: 'provider', name: arrival.connection.name },
});

/**
 * Signs somebody in whom a provider vouches for, or tells an administrator who tests what came.
 * @throws DomainError sso.attempt_over, sso.provider_failed or sso.refused, which stands in the audit trail
 */
export async function enterByProvider(deps: Deps, arrival: Arrival, caller: Caller): Promise<Entered> {
  if (arrival.testedBy !== null) return { test: await finishTest(arrival) };
  try {
    return await enter(deps, arrival, caller);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'sso.refused') await noteRefusal(arrival, caller, error.data as { reason: string });
    throw error;
  }
}

async function enter(deps: Deps, arrival: Arrival, caller: Caller): Promise<Entered> {
  const { ctx, connection, vouched, routePath, kind } = arrival;
  const person = readPerson(arrival);
  const { token, ended } = await ctx.transaction(async (tx) => {
    await lockRoles(tx, ctx.enterpriseId);
    const user = await findOrMakeUser(deps, arrival, tx, person, caller.address);
    const provider = {
      kind,
      connectionId: connection.connectionId,
      providerSession: deps.secrets.encrypt(JSON.stringify(vouched.session)),
      providerSid: vouched.sid ? hashToken(vouched.sid) : null,
    };
    return openSession(ctx, tx, { user, caller, removeExisting: true, provider });
  });
  closeSessions(deps.hub, ended);
  return { token, routePath };
}

/** Finds the user by connection and subject; the first time by an e-mail address whose domain is proved to be this enterprise's. */
async function findOrMakeUser(deps: Deps, arrival: Arrival, tx: Tx, person: Person, address: string) {
  const { ctx, connection } = arrival;
  const { enterpriseId } = ctx;
  const { connectionId } = connection;
  const identity = await findIdentity(tx, enterpriseId, connectionId, person.subject);
  const userId = identity?.userId ?? (await findUserOfMail(deps, arrival, tx, person));
  const managed = userId ? (await listManaged(tx, enterpriseId, connectionId, [userId])).get(userId) : undefined;
  const mapped = (await readMap(deps, tx, connection))(managed?.groups ?? person.groups);
  const current = userId ? ((await findUserRow(tx, enterpriseId, userId))?.roles ?? []) : [];
  const invited = userId ? undefined : await takeInvitation(byProvider(arrival, address), tx, person.email);
  const held = invited?.roles ?? current;
  const roles = await keepAdministrator(
    tx,
    enterpriseId,
    userId,
    current,
    replaceGiven(held, [...(identity?.givenRoles ?? []), ...(managed?.givenRoles ?? [])], mapped),
  );
  if (roles.length === 0) throw ssoRefused('no_role');
  const id = userId ?? (await makeUser(arrival, tx, person, { roles, departments: invited?.departments ?? [] }, address));
  const user = await lockUser(tx, enterpriseId, id);
  if (user?.state !== userStates.active) throw ssoRefused('account_deactivated');
  if (roles.join() !== current.join() && userId) {
    const acting = byProvider(arrival, address);
    await changing(acting, tx, userRecord, id, 'give_roles', () => replaceUserRoles(tx, enterpriseId, id, roles));
    await tellRightsChanged(acting, tx, [id]);
  }
  // The provider has proved the address, which is what activation asks for.
  if (!user.activatedAt)
    await changing(byProvider(arrival, address), tx, userRecord, id, 'activate', () =>
      updateLogin(tx, enterpriseId, id, { activatedAt: ctx.now() }),
    );
  if (managed) await saveGivenRoles(tx, enterpriseId, connectionId, new Map([[id, mapped]]));
  await saveIdentity(tx, { enterpriseId, connectionId, subject: person.subject, userId: id, givenRoles: mapped, lastLoginAt: ctx.now() });
  return user;
}

/** @returns undefined for an address that nobody has yet. @throws DomainError sso.refused */
async function findUserOfMail(
  deps: Deps,
  { ctx, connection }: Arrival,
  tx: Tx,
  { email, isUnverified }: Person,
): Promise<string | undefined> {
  if (!Email.safeParse(email).success) throw ssoRefused('email_missing');
  if (isUnverified) throw ssoRefused('email_unverified');
  const domain = await findDomain(tx, ctx.enterpriseId, domainOf(email));
  if (!domain?.verifiedAt || domain.connectionId !== connection.connectionId) throw ssoRefused('domain_foreign');
  const login = await findLogin(deps.db, email);
  if (login && login.enterpriseId !== ctx.enterpriseId) throw ssoRefused('account_elsewhere');
  if (login && login.state !== userStates.active) throw ssoRefused('account_deactivated');
  return login?.userId;
}

type Place = { roles: readonly number[]; departments: readonly string[] };

/** A user without a password: the provider alone lets them in, until they ask for one where that is allowed. */
function makeUser(arrival: Arrival, tx: Tx, { name, email }: Person, { roles, departments }: Place, address: string): Promise<string> {
  const { ctx } = arrival;
  return creating(
    byProvider(arrival, address),
    tx,
    userRecord,
    (userId) => userId,
    async () => {
      const userId = await addUser(tx, ctx.enterpriseId, { name, email, passwordHash: '', roles, activatedAt: ctx.now() });
      await replaceUserDepartments(tx, ctx.enterpriseId, userId, departments);
      return userId;
    },
  );
}

/** A success makes a draft switchable, and enforcing possible for an hour. */
function finishTest(arrival: Arrival): Promise<SsoTest> {
  const { ctx, connection, testedBy } = arrival;
  const person = readPerson(arrival);
  return ctx.transaction(async (tx) => {
    const rights = await listRights(tx, ctx.enterpriseId);
    const roles = namesOf(rights, mapRoles(connection, person.groups));
    const actor = { userId: testedBy ?? '', name: (await findUserRow(tx, ctx.enterpriseId, testedBy ?? ''))?.name ?? '' };
    await changing({ ...ctx, actor }, tx, ssoRecord, connection.connectionId, 'test', () =>
      updateConnection(tx, ctx.enterpriseId, connection.connectionId, {
        testedAt: ctx.now(),
        ...(connection.state === 'draft' ? { state: 'tested' as const } : {}),
      }),
    );
    return { connection: connection.name, subject: person.subject, email: person.email, groups: person.groups, roles };
  });
}

/** Records a refused sign-in in the trail of the enterprise, with the address that the provider told. */
async function noteRefusal(arrival: Arrival, { address, userAgent }: Caller, { reason }: { reason: string }): Promise<void> {
  await arrival.ctx.transaction((tx) => {
    recordChange(byProvider(arrival, address), tx, {
      record: sessionRecord,
      id: arrival.connection.connectionId,
      action: 'login_failed',
      name: `${readPerson(arrival).email} ${describeDevice(userAgent)}`.trim(),
      result: 'refused',
      reason: `sso.refused ${reason}`,
    });
    return Promise.resolve();
  });
}
