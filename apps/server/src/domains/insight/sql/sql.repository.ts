import { sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';

export type Readiness = { hasViews: boolean; mayMakeRoles: boolean; database: string; owner: string };

export async function findReadiness(tx: Read): Promise<Readiness> {
  const { rows } = await sql<Readiness>`select * from reporting_readiness()`.execute(tx);
  return rows[0] as Readiness;
}

/** The one in use first. */
export const listLogins = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('reportingLogins as l')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'l.enterpriseId').onRef('u.userId', '=', 'l.createdBy'))
    .select(['l.login', 'l.createdAt', 'l.validUntil', 'u.name as createdByName'])
    .where('l.enterpriseId', '=', enterpriseId)
    .orderBy('l.validUntil', (order) => order.desc().nullsFirst())
    .execute();

/** Those who switch on, renew and switch off at one moment come one after the other. The key of the enterprise is the one row that they share. */
export async function lockAccess(tx: Tx, enterpriseId: string): Promise<void> {
  await tx.selectFrom('reportingKeys').select('enterpriseId').where('enterpriseId', '=', enterpriseId).forUpdate().execute();
}

/** The key stays when the access is switched off: the customers of before are recognised again. */
export async function ensureKey(tx: Tx, enterpriseId: string, secret: Buffer): Promise<void> {
  await tx
    .insertInto('reportingKeys')
    .values({ enterpriseId, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type NewLogin = { enterpriseId: string; login: string; verifier: string; createdBy: string; createdAt: Date };

/** The row, and the role of the server with its name. */
export async function insertLogin(tx: Tx, { verifier, ...row }: NewLogin): Promise<void> {
  await tx
    .insertInto('reportingLogins')
    .values({ ...row, validUntil: null })
    .execute();
  await sql`select make_reporting_login(${row.login}, ${verifier})`.execute(tx);
}

export async function limitLogin(tx: Tx, enterpriseId: string, login: string, validUntil: Date): Promise<void> {
  await sql`select limit_reporting_login(${login}, ${validUntil})`.execute(tx);
  await tx.updateTable('reportingLogins').set({ validUntil }).where('enterpriseId', '=', enterpriseId).where('login', '=', login).execute();
}

export async function deleteLogin(tx: Tx, enterpriseId: string, login: string): Promise<void> {
  await sql`select end_reporting_login(${login})`.execute(tx);
  await tx.deleteFrom('reportingLogins').where('enterpriseId', '=', enterpriseId).where('login', '=', login).execute();
}

export type Watched = { enterpriseId: string; hasExpired: boolean };
export const listWatched = async (db: Db): Promise<Watched[]> =>
  (await sql<Watched>`select * from watched_reporting_logins()`.execute(db)).rows;

export type Seen = {
  enterpriseId: string;
  login: string;
  backend: string;
  beganAt: Date;
  tookMs: number;
  application: string;
  address: string;
  statement: string;
  isRunning: boolean;
  act: '' | 'cancelled' | 'terminated';
};
/** Looks at the sessions of all logins, and ends what is beyond its limits. */
export const watchLogins = async (db: Db, mostMs: number): Promise<Seen[]> =>
  (await sql<Seen>`select * from watch_reporting_logins(${mostMs}::integer)`.execute(db)).rows;
