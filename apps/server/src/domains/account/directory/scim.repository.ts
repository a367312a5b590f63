import { userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Filter, ScimPage, UserChange } from './scim.rules.ts';

export type ScimUserRow = {
  userId: string;
  email: string;
  name: string;
  state: number;
  externalId: string;
  /** The provider's spelling; '': not given. */
  givenName: string;
  familyName: string;
  isManaged: boolean;
  createdAt: Date;
  updatedAt: Date;
};
export type ScimGroupRow = { groupId: string; displayName: string; externalId: string; createdAt: Date; updatedAt: Date };
/** @property name in place of an id: what a group is shown as beside a user, or a user beside a group */
export type Beside = { of: string; value: string; display: string };

/**
 * The users that a provider sees: those it manages, and active users of the connection's proved domains, whom it may take over. `u` is the
 * user, `s` the provider's data about them.
 */
const seen = (enterpriseId: string, connectionId: string) => sql`
  from users u
    left join scim_users s on s.enterprise_id = u.enterprise_id and s.connection_id = ${connectionId} and s.user_id = u.user_id
  where u.enterprise_id = ${enterpriseId} and (s.user_id is not null or (u.state = ${sql.lit(userStates.active)} and exists (
    select from sso_domains d where d.enterprise_id = u.enterprise_id and d.connection_id = ${connectionId} and d.verified_at is not null
      and d.domain = split_part(lower(u.email), '@', 2))))`;
const columns = sql`u.user_id, u.email, u.name, u.state, coalesce(s.external_id, '') as external_id,
  coalesce(s.given_name, '') as given_name, coalesce(s.family_name, '') as family_name, s.user_id is not null as is_managed,
  coalesce(s.created_at, u.created_at) as created_at, coalesce(s.updated_at, u.created_at) as updated_at`;

const matching = (filter: Filter) => {
  if (!filter) return sql``;
  const { attribute, value } = filter;
  if (attribute === 'externalId') return sql`and s.external_id = ${value}`;
  if (attribute === 'id') return sql`and u.user_id::text = ${value.toLowerCase()}`;
  return sql`and lower(u.email) = ${value.toLowerCase()}`;
};

export async function listScimUsers(tx: Read, enterpriseId: string, connectionId: string, filter: Filter, { offset, count }: ScimPage) {
  const from = sql`${seen(enterpriseId, connectionId)} ${matching(filter)}`;
  const { rows } = await sql<ScimUserRow>`select ${columns} ${from} order by u.user_id limit ${count} offset ${offset}`.execute(tx);
  const total = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(tx);
  return { rows, total: total.rows[0]?.total ?? 0 };
}

export async function findScimUser(tx: Read, enterpriseId: string, connectionId: string, userId: string): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`select ${columns} ${seen(enterpriseId, connectionId)} and u.user_id = ${userId}`.execute(tx);
  return rows[0];
}

/** Updates only the given fields. */
export async function saveScimUser(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  { userId, at, ...said }: { userId: string; at: Date } & Pick<UserChange, 'externalId' | 'givenName' | 'familyName'>,
): Promise<void> {
  await tx
    .insertInto('scimUsers')
    .values({ enterpriseId, connectionId, userId, createdAt: at, updatedAt: at, ...said })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'connectionId', 'userId']).doUpdateSet({ updatedAt: at, ...said }))
    .execute();
}

export async function deleteScimUser(tx: Tx, enterpriseId: string, connectionId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('scimUsers')
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .where('userId', '=', userId)
    .execute();
}

/** Saves the provider's current roles of each person in one statement: a group may hold everybody. */
export async function saveGivenRoles(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  given: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  // A list of lists has no type of its own in PostgreSQL: each comes as its text.
  const roles = [...given.values()].map((codes) => `{${codes.join()}}`);
  await sql`
    update scim_users s set given_roles = g.roles::integer[] from unnest(${[...given.keys()]}::uuid[], ${roles}::text[]) as g(user_id, roles)
    where s.enterprise_id = ${enterpriseId} and s.connection_id = ${connectionId} and s.user_id = g.user_id`.execute(tx);
}

/** @property groups undefined where the provider manages none */
export type Managed = { groups: string[] | undefined; givenRoles: number[] };

/**
 * Lists the provider's groups of people, and the roles that these gave last. If the provider manages groups, they decide, and a sign-in's
 * claims do not.
 * @returns those of the people whom the provider manages
 */
export async function listManaged(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  userIds: readonly string[],
): Promise<Map<string, Managed>> {
  const { rows } = await sql<{ userId: string; givenRoles: number[]; groups: string[]; hasGroups: boolean }>`
    select s.user_id, s.given_roles,
      exists (select from scim_groups g where g.enterprise_id = s.enterprise_id and g.connection_id = s.connection_id) as has_groups,
      array(select g.display_name from scim_group_members m
        join scim_groups g on g.enterprise_id = m.enterprise_id and g.group_id = m.group_id
        where m.enterprise_id = s.enterprise_id and m.user_id = s.user_id and g.connection_id = s.connection_id
        order by g.display_name) as groups
    from scim_users s where s.enterprise_id = ${enterpriseId} and s.connection_id = ${connectionId}
      and s.user_id = any(${[...userIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ userId, groups, givenRoles, hasGroups }) => [userId, { groups: hasGroups ? groups : undefined, givenRoles }]));
}

/** Roles that sign-ins by the connection gave people, under whichever name. */
export async function listIdentityRoles(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  userIds: readonly string[],
): Promise<Map<string, number[]>> {
  const rows = await tx
    .selectFrom('userIdentities')
    .select(['userId', 'givenRoles'])
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .where('userId', 'in', [...userIds])
    .execute();
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.flatMap(({ givenRoles }) => givenRoles)]));
}

export async function listGroupsOf(tx: Read, enterpriseId: string, connectionId: string, userIds: readonly string[]): Promise<Beside[]> {
  if (userIds.length === 0) return [];
  return tx
    .selectFrom('scimGroupMembers as m')
    .innerJoin('scimGroups as g', (join) => join.onRef('g.enterpriseId', '=', 'm.enterpriseId').onRef('g.groupId', '=', 'm.groupId'))
    .select(['m.userId as of', 'g.groupId as value', 'g.displayName as display'])
    .where('m.enterpriseId', '=', enterpriseId)
    .where('g.connectionId', '=', connectionId)
    .where('m.userId', 'in', [...userIds])
    .orderBy('g.displayName')
    .execute();
}

export async function listMembersOf(tx: Read, enterpriseId: string, groupIds: readonly string[]): Promise<Beside[]> {
  if (groupIds.length === 0) return [];
  return tx
    .selectFrom('scimGroupMembers as m')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'm.enterpriseId').onRef('u.userId', '=', 'm.userId'))
    .select(['m.groupId as of', 'm.userId as value', 'u.name as display'])
    .where('m.enterpriseId', '=', enterpriseId)
    .where('m.groupId', 'in', [...groupIds])
    .orderBy('m.userId')
    .execute();
}

const ownGroups = (tx: Read, enterpriseId: string, connectionId: string) =>
  tx.selectFrom('scimGroups').where('enterpriseId', '=', enterpriseId).where('connectionId', '=', connectionId);

export async function listScimGroups(tx: Read, enterpriseId: string, connectionId: string, filter: Filter, { offset, count }: ScimPage) {
  const found = ownGroups(tx, enterpriseId, connectionId)
    .$if(filter?.attribute === 'displayName', (query) => query.where(sql`lower(display_name)`, '=', filter?.value.toLowerCase() ?? ''))
    .$if(filter?.attribute === 'externalId', (query) => query.where('externalId', '=', filter?.value ?? ''))
    .$if(filter?.attribute === 'id', (query) => query.where(sql`group_id::text`, '=', filter?.value.toLowerCase() ?? ''));
  const rows = await found.selectAll().orderBy('groupId').limit(count).offset(offset).execute();
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const lockScimGroup = (tx: Tx, enterpriseId: string, connectionId: string, groupId: string): Promise<ScimGroupRow | undefined> =>
  ownGroups(tx, enterpriseId, connectionId).selectAll().where('groupId', '=', groupId).forUpdate().executeTakeFirst();

export async function insertScimGroup(tx: Tx, row: ScimGroupRow & { enterpriseId: string; connectionId: string }): Promise<void> {
  await tx.insertInto('scimGroups').values(row).execute();
}

export async function updateScimGroup(
  tx: Tx,
  enterpriseId: string,
  groupId: string,
  change: { displayName?: string; externalId?: string; updatedAt: Date },
): Promise<void> {
  await tx.updateTable('scimGroups').set(change).where('enterpriseId', '=', enterpriseId).where('groupId', '=', groupId).execute();
}

export async function deleteScimGroup(tx: Tx, enterpriseId: string, groupId: string): Promise<void> {
  await tx.deleteFrom('scimGroups').where('enterpriseId', '=', enterpriseId).where('groupId', '=', groupId).execute();
}

/** Keeps the ids that the provider manages: nobody else becomes a member. */
export async function managedAmong(tx: Tx, enterpriseId: string, connectionId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from scim_users where enterprise_id = ${enterpriseId} and connection_id = ${connectionId}
      and user_id::text = any(${[...userIds]}::text[])`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export async function addMembers(tx: Tx, enterpriseId: string, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('scimGroupMembers')
    .values(userIds.map((userId) => ({ enterpriseId, groupId, userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMembers(tx: Tx, enterpriseId: string, groupId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('scimGroupMembers')
    .where('enterpriseId', '=', enterpriseId)
    .where('groupId', '=', groupId)
    .where('userId', 'in', [...userIds])
    .execute();
}
