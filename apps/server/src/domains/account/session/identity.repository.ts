import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AccountLinkTable } from '#platform/db/schema.account.ts';
import type { SessionTable } from '#platform/db/schema.ts';

export type LoginRow = {
  enterpriseId: string;
  userId: string;
  name: string;
  email: string;
  passwordHash: string;
  state: number;
  activatedAt: Date | null;
};

/** The user of an e-mail, in whichever enterprise: asked before anybody has signed in. */
export async function findLogin(db: Db, email: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`select * from find_login(${email})`.execute(db);
  return rows[0];
}

/** Counts an attempt. @returns until when it is locked, undefined to go on */
export async function beginLogin(
  db: Db,
  account: Buffer,
  address: string,
  now: Date,
  limit: { within: string; atMost: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ lockedUntil: Date | null }>`
    select begin_login(${account}, ${address}, ${now}, ${limit.within}::interval, ${limit.atMost}) as locked_until`.execute(db);
  return rows[0]?.lockedUntil ?? undefined;
}

/** Tells whether the user of an e-mail has signed in from a place before; false for an e-mail that nobody has. */
export async function isKnownPlace(db: Db, email: string, place: Buffer): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select is_known_sign_in(${email}, ${place}) as is_known`.execute(db);
  return rows[0]?.isKnown ?? false;
}

/** Counts a sign-in from an unknown place. @returns how many there were within the window, this one included */
export async function countStrangeSignIn(db: Db, account: Buffer, now: Date, limit: { within: string; most: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count_sign_in(${account}, ${now}, ${limit.within}::interval, ${limit.most}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function forgetLoginAttempts(db: Db, account: Buffer, address: string): Promise<void> {
  await sql`select forget_login_attempts(${account}, ${address})`.execute(db);
}

/** One at a time: two logins, or a login and a reset, of one user would otherwise not see each other's sessions. */
export async function lockUser(tx: Tx, enterpriseId: string, userId: string) {
  return tx
    .selectFrom('users')
    .select(['userId', 'name', 'email', 'passwordHash', 'passwordChangedAt', 'state', 'activatedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateLogin(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  change: { passwordHash?: string; activatedAt?: Date; lastLoginAt?: Date },
): Promise<void> {
  const age = change.passwordHash === undefined ? {} : { passwordChangedAt: sql<Date>`now()` };
  await tx
    .updateTable('users')
    .set({ ...change, ...age })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .execute();
}

export async function insertSession(tx: Tx, session: Insertable<SessionTable>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function updateSession(
  tx: Tx,
  enterpriseId: string,
  sessionId: string,
  change: Pick<Updateable<SessionTable>, 'tokenHash' | 'provedAt'>,
): Promise<void> {
  await tx.updateTable('sessions').set(change).where('enterpriseId', '=', enterpriseId).where('sessionId', '=', sessionId).execute();
}

/** Open sessions, the one seen last first. */
export function listOpenSessions(tx: Tx, enterpriseId: string, userId: string, now: Date) {
  return tx
    .selectFrom('sessions')
    .select(['sessionId', 'address', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .execute();
}

/** @returns the ids that were really deleted, since their sockets are to be closed */
export async function deleteSessions(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const { only, except } = which;
  const rows = await tx
    .deleteFrom('sessions')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .$if(only !== undefined, (query) => query.where('sessionId', '=', only as string))
    .$if(except !== undefined, (query) => query.where('sessionId', '!=', except as string))
    .returning('sessionId')
    .execute();
  return rows.map((row) => row.sessionId);
}

/**
 * @param fingerprint of the device and its network
 * @returns whether the user has signed in before, and from this device and network
 */
export async function rememberSignIn(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  fingerprint: Buffer,
  lastSeenAt: Date,
): Promise<{ isFirst: boolean; isKnown: boolean }> {
  const known = await tx
    .selectFrom('knownSignIns')
    .select('fingerprint')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .execute();
  await tx
    .insertInto('knownSignIns')
    .values({ enterpriseId, userId, fingerprint, lastSeenAt })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'userId', 'fingerprint']).doUpdateSet({ lastSeenAt }))
    .execute();
  return { isFirst: known.length === 0, isKnown: known.some((row) => row.fingerprint.equals(fingerprint)) };
}

/** A place that counts as the user's own from now on. */
export async function rememberPlace(tx: Tx, enterpriseId: string, userId: string, place: Buffer, lastSeenAt: Date): Promise<void> {
  await tx
    .insertInto('knownSignIns')
    .values({ enterpriseId, userId, fingerprint: place, lastSeenAt })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'userId', 'fingerprint']).doUpdateSet({ lastSeenAt }))
    .execute();
}

export async function insertAccountLink(tx: Tx, link: Insertable<AccountLinkTable>): Promise<void> {
  await tx.insertInto('accountLinks').values(link).execute();
}

export async function countAccountLinks(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  kind: AccountLinkTable['kind'],
  since: Date,
): Promise<number> {
  const row = await tx
    .selectFrom('accountLinks')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.links);
}

export type AccountLink = { enterpriseId: string; linkId: string; userId: string; kind: string; expiresAt: Date; usedAt: Date | null };

export async function findAccountLink(db: Db, tokenHash: Buffer): Promise<AccountLink | undefined> {
  const { rows } = await sql<AccountLink>`select * from find_account_link(${tokenHash})`.execute(db);
  return rows[0];
}

/** Redeems the link for the first caller. @returns whether that was us */
export async function redeemAccountLink(tx: Tx, enterpriseId: string, linkId: string, usedAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('accountLinks')
    .set({ usedAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('linkId', '=', linkId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', usedAt)
    .returning('linkId')
    .executeTakeFirst();
  return row !== undefined;
}

/** The other links of the kind end with the one that was used. */
export async function endAccountLinks(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  kind: AccountLinkTable['kind'],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('accountLinks')
    .set({ usedAt: at })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .execute();
}

/** Sessions, links and remembered devices of every enterprise that ended long ago. */
export async function deleteEndedRows(db: Db, now: Date): Promise<void> {
  await sql`select delete_ended_account_rows(${now})`.execute(db);
}
