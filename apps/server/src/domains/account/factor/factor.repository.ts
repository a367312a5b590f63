import { type FactorKind, factorKinds } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { LoginChallengeTable, UserFactorTable } from '#platform/db/schema.account.ts';

export type FactorRow = Selectable<UserFactorTable>;
export type ChallengeRow = Selectable<LoginChallengeTable>;

/** The factors that count, the oldest first. */
export function listFactors(tx: Read, enterpriseId: string, userId: string): Promise<FactorRow[]> {
  return tx
    .selectFrom('userFactors')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .orderBy('createdAt')
    .orderBy('factorId')
    .execute();
}

/** The user's app, one that is only being set up too; its row is locked, so that each step counts once. */
export function lockApp(tx: Tx, enterpriseId: string, userId: string): Promise<FactorRow | undefined> {
  return tx
    .selectFrom('userFactors')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('kind', '=', factorKinds.app)
    .forUpdate()
    .executeTakeFirst();
}

export function lockPasskey(tx: Tx, enterpriseId: string, userId: string, credentialId: Buffer): Promise<FactorRow | undefined> {
  return tx
    .selectFrom('userFactors')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('kind', '=', factorKinds.passkey)
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertFactor(tx: Tx, factor: Insertable<UserFactorTable>): Promise<void> {
  await tx.insertInto('userFactors').values(factor).execute();
}

export async function updateFactor(tx: Tx, enterpriseId: string, factorId: string, change: Updateable<UserFactorTable>): Promise<void> {
  await tx.updateTable('userFactors').set(change).where('enterpriseId', '=', enterpriseId).where('factorId', '=', factorId).execute();
}

/** @param which all of the user's, without it */
export async function deleteFactors(tx: Tx, enterpriseId: string, userId: string, which?: { factorId: string }): Promise<void> {
  await tx
    .deleteFrom('userFactors')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .$if(which !== undefined, (query) => query.where('factorId', '=', which?.factorId ?? ''))
    .execute();
}

export async function insertRecoveryCodes(tx: Tx, enterpriseId: string, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ enterpriseId, userId, codeHash })))
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, enterpriseId: string, userId: string): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();
}

export async function countRecoveryCodes(tx: Read, enterpriseId: string, userId: string): Promise<{ made: number; left: number }> {
  const row = await tx
    .selectFrom('recoveryCodes')
    .select((eb) => [eb.fn.countAll<number>().as('made'), sql<number>`count(*) filter (where used_at is null)`.as('left')])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { made: Number(row.made), left: Number(row.left) };
}

/** Redeems the code for the first caller. @returns whether that was us */
export async function redeemRecoveryCode(tx: Tx, enterpriseId: string, userId: string, codeHash: Buffer, usedAt: Date): Promise<boolean> {
  const row = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertChallenge(tx: Tx, challenge: Insertable<LoginChallengeTable>): Promise<void> {
  await tx.insertInto('loginChallenges').values(challenge).execute();
}

/** Finds the owner of the challenge in any enterprise, before anybody has signed in. */
export async function findChallengeOwner(
  db: Db,
  tokenHash: Buffer,
): Promise<{ enterpriseId: string; challengeId: string; userId: string } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; challengeId: string; userId: string }>`
    select * from find_login_challenge(${tokenHash})`.execute(db);
  return rows[0];
}

export function lockChallenge(tx: Tx, enterpriseId: string, challengeId: string): Promise<ChallengeRow | undefined> {
  return tx
    .selectFrom('loginChallenges')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('challengeId', '=', challengeId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateChallenge(
  tx: Tx,
  enterpriseId: string,
  challengeId: string,
  change: Updateable<LoginChallengeTable>,
): Promise<void> {
  await tx
    .updateTable('loginChallenges')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('challengeId', '=', challengeId)
    .execute();
}

/** @param which all of the user's, without it */
export async function deleteChallenges(tx: Tx, enterpriseId: string, userId: string, which?: { challengeId: string }): Promise<void> {
  await tx
    .deleteFrom('loginChallenges')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .$if(which !== undefined, (query) => query.where('challengeId', '=', which?.challengeId ?? ''))
    .execute();
}

/** Codes that were mailed to a user, over all attempts. */
export async function countCodeMails(tx: Tx, enterpriseId: string, userId: string, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('loginChallenges')
    .select((eb) => eb.fn.sum<number | null>('mails').as('mails'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return Number(row.mails ?? 0);
}

export async function listFailures(tx: Tx, enterpriseId: string, userId: string): Promise<Date[]> {
  const row = await tx
    .selectFrom('factorFailures')
    .select('failedAt')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.failedAt ?? [];
}

export async function saveFailures(tx: Tx, enterpriseId: string, userId: string, failedAt: Date[]): Promise<void> {
  await tx
    .insertInto('factorFailures')
    .values({ enterpriseId, userId, failedAt })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'userId']).doUpdateSet({ failedAt }))
    .execute();
}

/** The kinds with which somebody can prove themselves now: recovery codes while some are left and another factor is there. */
export async function listKinds(tx: Tx, enterpriseId: string, userId: string): Promise<FactorKind[]> {
  const factors = await listFactors(tx, enterpriseId, userId);
  if (factors.length === 0) return [];
  const { left } = await countRecoveryCodes(tx, enterpriseId, userId);
  return [...factors.map(({ kind }) => kind as FactorKind), ...(left > 0 ? [factorKinds.recovery] : [])];
}
