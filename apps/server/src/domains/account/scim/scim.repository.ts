import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Filter, ScimPage } from './scim.rules.ts';

export type ScimUserRow = {
  userId: string;
  email: string;
  name: string;
  state: number;
  externalId: string;
  isManaged: boolean;
  createdAt: Date;
  updatedAt: Date;
};
export type ScimGroupRow = { groupId: string; displayName: string; externalId: string; createdAt: Date; updatedAt: Date };
/** @property name in place of an id: what a group is shown as beside a user, or a user beside a group */
export type Beside = { of: string; value: string; display: string };

/**
 * Whom a provider sees: those it manages, and active people of the connection's proved domains, whom it may take over. `u` is the user, `s`
 * what the provider has said of them.
 */
const seen = (enterpriseId: string, connectionId: string) => sql`
  from users u
    left join scim_users s on s.enterprise_id = u.enterprise_id and s.connection_id = ${connectionId} and s.user_id = u.user_id
  where u.enterprise_id = ${enterpriseId} and (s.user_id is not null or (u.state = 1 and exists (
    select from sso_domains d where d.enterprise_id = u.enterprise_id and d.connection_id = ${connectionId} and d.verified_at is not null
      and d.domain = split_part(lower(u.email), '@', 2))))`;
const columns = sql`u.user_id, u.email, u.name, u.state, coalesce(s.external_id, '') as external_id, s.user_id is not null as is_managed,
  coalesce(s.created_at, u.created_at) as created_at, coalesce(s.updated_at, u.created_at) as updated_at`;

const matching = (filter: Filter) => {
  if (!filter) return sql``;
  const { attribute, value } = filter;
  if (attribute === 'externalId') return sql`and s.external_id = ${value}`;
  if (attribute === 'id') return sql`and u.user_id::text = ${value.toLowerCase()}`;
  return sql`and lower(u.email) = ${value.toLowerCase()}`;
};

export async function listScimUsers(tx: Tx, enterpriseId: string, connectionId: string, filter: Filter, { offset, count }: ScimPage) {
  const from = sql`${seen(enterpriseId, connectionId)} ${matching(filter)}`;
  const { rows } = await sql<ScimUserRow>`select ${columns} ${from} order by u.user_id limit ${count} offset ${offset}`.execute(tx);
  const total = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(tx);
  return { rows, total: total.rows[0]?.total ?? 0 };
}

export async function findScimUser(tx: Tx, enterpriseId: string, connectionId: string, userId: string): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`select ${columns} ${seen(enterpriseId, connectionId)} and u.user_id = ${userId}`.execute(tx);
  return rows[0];
}

/** @param externalId left out: what is kept stays */
export async function saveScimUser(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  { userId, externalId, at }: { userId: string; externalId: string | undefined; at: Date },
): Promise<void> {
  await tx
    .insertInto('scimUsers')
    .values({ enterpriseId, connectionId, userId, createdAt: at, updatedAt: at, ...(externalId === undefined ? {} : { externalId }) })
    .onConflict((conflict) =>
      conflict
        .columns(['enterpriseId', 'connectionId', 'userId'])
        .doUpdateSet({ updatedAt: at, ...(externalId === undefined ? {} : { externalId }) }),
    )
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

export async function saveGivenRoles(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  userId: string,
  givenRoles: number[],
): Promise<void> {
  await tx
    .updateTable('scimUsers')
    .set({ givenRoles })
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .where('userId', '=', userId)
    .execute();
}

/**
 * What the provider's groups say of a person, and the roles that they gave last. Where it manages groups, they decide, and what a sign-in
 * claims does not.
 * @returns undefined for whom the provider does not manage
 */
export async function findManaged(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  userId: string,
): Promise<{ groups: string[] | undefined; givenRoles: number[] } | undefined> {
  const { rows } = await sql<{ givenRoles: number[]; groups: string[]; hasGroups: boolean }>`
    select s.given_roles,
      exists (select from scim_groups g where g.enterprise_id = s.enterprise_id and g.connection_id = s.connection_id) as has_groups,
      array(select g.display_name from scim_group_members m
        join scim_groups g on g.enterprise_id = m.enterprise_id and g.group_id = m.group_id
        where m.enterprise_id = s.enterprise_id and m.user_id = s.user_id and g.connection_id = s.connection_id
        order by g.display_name) as groups
    from scim_users s where s.enterprise_id = ${enterpriseId} and s.connection_id = ${connectionId} and s.user_id = ${userId}`.execute(tx);
  const [row] = rows;
  return row && { groups: row.hasGroups ? row.groups : undefined, givenRoles: row.givenRoles };
}

/** Roles that sign-ins by the connection gave a person, under whichever name. */
export async function findIdentityRoles(tx: Tx, enterpriseId: string, connectionId: string, userId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('userIdentities')
    .select('givenRoles')
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .where('userId', '=', userId)
    .execute();
  return rows.flatMap(({ givenRoles }) => givenRoles);
}

export async function listGroupsOf(tx: Tx, enterpriseId: string, connectionId: string, userIds: readonly string[]): Promise<Beside[]> {
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

export async function listMembersOf(tx: Tx, enterpriseId: string, groupIds: readonly string[]): Promise<Beside[]> {
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

const ownGroups = (tx: Tx, enterpriseId: string, connectionId: string) =>
  tx.selectFrom('scimGroups').where('enterpriseId', '=', enterpriseId).where('connectionId', '=', connectionId);

export async function listScimGroups(tx: Tx, enterpriseId: string, connectionId: string, filter: Filter, { offset, count }: ScimPage) {
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

/** Those of the ids that the provider manages: nobody else becomes a member. */
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
