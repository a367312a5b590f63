import { userStates } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type {
  SsoArrivalTable,
  SsoAttemptTable,
  SsoConnectionTable,
  SsoDomainTable,
  UserIdentityTable,
} from '#platform/db/schema.account.ts';

export type ConnectionRow = Selectable<SsoConnectionTable>;
export type DomainRow = Selectable<SsoDomainTable>;
export type AttemptRow = Selectable<SsoAttemptTable>;
export type IdentityRow = Selectable<UserIdentityTable>;

export const listConnections = (tx: Tx, enterpriseId: string): Promise<ConnectionRow[]> =>
  tx.selectFrom('ssoConnections').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('connectionId').execute();

export const findConnection = (tx: Read, enterpriseId: string, connectionId: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('ssoConnections')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .executeTakeFirst();

export const lockConnection = (tx: Tx, enterpriseId: string, connectionId: string): Promise<ConnectionRow | undefined> =>
  tx
    .selectFrom('ssoConnections')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();

export async function insertConnection(tx: Tx, row: Insertable<SsoConnectionTable>): Promise<void> {
  await tx.insertInto('ssoConnections').values(row).execute();
}

export async function updateConnection(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  change: Updateable<SsoConnectionTable>,
): Promise<void> {
  await tx
    .updateTable('ssoConnections')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .execute();
}

export async function deleteConnection(tx: Tx, enterpriseId: string, connectionId: string): Promise<void> {
  await tx.deleteFrom('ssoConnections').where('enterpriseId', '=', enterpriseId).where('connectionId', '=', connectionId).execute();
}

export const listDomains = (tx: Read, enterpriseId: string): Promise<DomainRow[]> =>
  tx.selectFrom('ssoDomains').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('domain').execute();

export const findDomain = (tx: Tx, enterpriseId: string, domain: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('ssoDomains').selectAll().where('enterpriseId', '=', enterpriseId).where('domain', '=', domain).executeTakeFirst();

export async function insertDomain(tx: Tx, row: Insertable<SsoDomainTable>): Promise<void> {
  await tx.insertInto('ssoDomains').values(row).execute();
}

export async function updateDomain(tx: Tx, enterpriseId: string, domain: string, change: Updateable<SsoDomainTable>): Promise<void> {
  await tx.updateTable('ssoDomains').set(change).where('enterpriseId', '=', enterpriseId).where('domain', '=', domain).execute();
}

export async function deleteDomain(tx: Tx, enterpriseId: string, domain: string): Promise<void> {
  await tx.deleteFrom('ssoDomains').where('enterpriseId', '=', enterpriseId).where('domain', '=', domain).execute();
}

/** Tells whether another enterprise has proved that the domain is theirs. */
export async function isDomainTaken(db: Db | Tx, domain: string, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`select is_sso_domain_taken(${domain}, ${enterpriseId}) as is_taken`.execute(db);
  return rows[0]?.isTaken ?? false;
}

/** Finds the connection of a domain in any enterprise, before anybody has signed in. */
export async function findConnectionOfDomain(db: Db, domain: string): Promise<{ enterpriseId: string; connectionId: string } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; connectionId: string }>`select * from find_sso_domain(${domain})`.execute(db);
  return rows[0];
}

export async function findEnterpriseOfConnection(db: Db, connectionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ enterpriseId: string | null }>`select find_sso_connection(${connectionId}) as enterprise_id`.execute(db);
  return rows[0]?.enterpriseId ?? undefined;
}

/** Domains whose record was not looked at since then. */
export async function listStaleDomains(db: Db, before: Date, most: number): Promise<{ enterpriseId: string; domain: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; domain: string }>`select * from list_sso_domains(${before}, ${most})`.execute(db);
  return rows;
}

/** Tells whether anybody of the installation can sign in by single sign-on. */
export async function hasSingleSignOn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_single_sign_on() as has`.execute(db);
  return rows[0]?.has ?? false;
}

export async function insertAttempt(tx: Tx, row: Insertable<SsoAttemptTable>): Promise<void> {
  await tx.insertInto('ssoAttempts').values(row).execute();
}

export async function findAttemptOwner(db: Db, stateHash: Buffer): Promise<{ enterpriseId: string; attemptId: string } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; attemptId: string }>`select * from find_sso_attempt(${stateHash})`.execute(db);
  return rows[0];
}

/** Redeems the attempt for the first caller. @returns undefined for everybody else, and when it is over */
export function redeemAttempt(tx: Tx, enterpriseId: string, attemptId: string, at: Date): Promise<AttemptRow | undefined> {
  return tx
    .updateTable('ssoAttempts')
    .set({ usedAt: at })
    .where('enterpriseId', '=', enterpriseId)
    .where('attemptId', '=', attemptId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst();
}

export async function insertArrival(tx: Tx, row: Insertable<SsoArrivalTable>): Promise<void> {
  await tx.insertInto('ssoArrivals').values(row).execute();
}

export async function findArrivalOwner(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ enterpriseId: string | null }>`select find_sso_arrival(${tokenHash}) as enterprise_id`.execute(db);
  return rows[0]?.enterpriseId ?? undefined;
}

/** Takes the arrival for the first caller. @returns undefined for everybody else, and when it is over */
export const takeArrival = (tx: Tx, enterpriseId: string, tokenHash: Buffer, at: Date) =>
  tx
    .deleteFrom('ssoArrivals')
    .where('enterpriseId', '=', enterpriseId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', at)
    .returningAll()
    .executeTakeFirst();

export const findIdentity = (tx: Tx, enterpriseId: string, connectionId: string, subject: string): Promise<IdentityRow | undefined> =>
  tx
    .selectFrom('userIdentities')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .where('subject', '=', subject)
    .executeTakeFirst();

export async function saveIdentity(tx: Tx, row: Insertable<UserIdentityTable>): Promise<void> {
  const { userId, givenRoles, lastLoginAt } = row;
  await tx
    .insertInto('userIdentities')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['enterpriseId', 'connectionId', 'subject'])
        .doUpdateSet({ userId, ...(givenRoles ? { givenRoles } : {}), lastLoginAt }),
    )
    .execute();
}

/** A logout token or an assertion counts once. @returns false for one that was there before */
export async function spendToken(
  tx: Tx,
  row: { enterpriseId: string; connectionId: string; tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('ssoSpentTokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('tokenHash')
    .executeTakeFirst();
  return added !== undefined;
}

/** Ends sessions that came by a connection: all of them, those of a user, or those of one name that the provider gave. */
export async function deleteProviderSessions(
  tx: Tx,
  enterpriseId: string,
  connectionId: string,
  which: { userId?: string; providerSid?: Buffer } = {},
): Promise<{ sessionId: string; userId: string }[]> {
  const { userId, providerSid } = which;
  return tx
    .deleteFrom('sessions')
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', '=', connectionId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
    .$if(providerSid !== undefined, (query) => query.where('providerSid', '=', providerSid as Buffer))
    .returning(['sessionId', 'userId'])
    .execute();
}

/** Ends sessions by password of everybody but these. */
export async function deletePasswordSessions(
  tx: Tx,
  enterpriseId: string,
  except: { userIds: readonly string[]; sessionId: string },
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('sessions')
    .where('enterpriseId', '=', enterpriseId)
    .where('connectionId', 'is', null)
    .where('sessionId', '!=', except.sessionId)
    .$if(except.userIds.length > 0, (query) => query.where('userId', 'not in', [...except.userIds]))
    .returning('sessionId')
    .execute();
  return rows.map(({ sessionId }) => sessionId);
}

export function findProviderSession(tx: Tx, enterpriseId: string, sessionId: string) {
  return tx
    .selectFrom('sessions')
    .select(['connectionId', 'providerSession'])
    .where('enterpriseId', '=', enterpriseId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
}

/** The connections that alone let people in; none where passwords do. */
export const listEnforced = (tx: Tx, enterpriseId: string): Promise<ConnectionRow[]> =>
  tx.selectFrom('ssoConnections').selectAll().where('enterpriseId', '=', enterpriseId).where('isEnforced', '=', true).execute();

/** Active administrators of these users who have a password and a second factor. */
export async function listExemptible(
  tx: Tx,
  enterpriseId: string,
  userIds: readonly string[],
  administratorRole: number,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: string }>`
    select u.user_id from users u
    where u.enterprise_id = ${enterpriseId} and u.user_id = any (${[...userIds]}::uuid[]) and u.state = ${sql.lit(userStates.active)} and u.activated_at is not null
      and u.password_hash <> ''
      and exists (select from user_roles r where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id and r.role_code = ${administratorRole})
      and exists (select from user_factors f where f.enterprise_id = u.enterprise_id and f.user_id = u.user_id and f.confirmed_at is not null)`.execute(
    tx,
  );
  return rows.map(({ userId }) => userId);
}
