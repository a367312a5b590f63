import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { RechargeTable } from '#platform/db/schema.billing.ts';

export type RechargeRow = Selectable<RechargeTable>;
export type RechargeRef = { enterpriseId: string; rechargeId: string };

const one = (tx: Read, { enterpriseId, rechargeId }: RechargeRef) =>
  tx.selectFrom('recharges').selectAll().where('enterpriseId', '=', enterpriseId).where('rechargeId', '=', rechargeId);

export const findRechargeRow = (tx: Read, ref: RechargeRef): Promise<RechargeRow | undefined> => one(tx, ref).executeTakeFirst();
export const lockRechargeRow = (tx: Tx, ref: RechargeRef): Promise<RechargeRow> => one(tx, ref).forUpdate().executeTakeFirstOrThrow();

export const insertRecharge = async (tx: Tx, row: Insertable<RechargeTable>): Promise<void> =>
  void (await tx.insertInto('recharges').values(row).execute());

export const findByRequestKey = (tx: Read, enterpriseId: string, createdBy: string, requestKey: string): Promise<RechargeRow | undefined> =>
  tx
    .selectFrom('recharges')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', createdBy)
    .where('requestKey', '=', requestKey)
    .where('requestKey', '<>', '')
    .executeTakeFirst();

export async function updateRecharge(tx: Tx, { enterpriseId, rechargeId }: RechargeRef, change: Updateable<RechargeTable>): Promise<void> {
  await tx.updateTable('recharges').set(change).where('enterpriseId', '=', enterpriseId).where('rechargeId', '=', rechargeId).execute();
}

export const listRechargeRows = (tx: Read, enterpriseId: string, page: { from: number; limit: number }): Promise<RechargeRow[]> =>
  tx
    .selectFrom('recharges')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('createdAt', 'desc')
    .orderBy('rechargeId', 'desc')
    .$call(pageOf(page))
    .execute();

/** Finds the enterprise and recharge of a link, before the enterprise is known. */
export async function findByLink(db: Db, linkId: string): Promise<RechargeRef | undefined> {
  const { rows } = await sql<RechargeRef>`select enterprise_id, recharge_id from find_recharge(${linkId})`.execute(db);
  return rows[0];
}

/** The same, while the answer to the making of the link is on its way: only the reference is known. */
export async function findByReference(db: Db, reference: string): Promise<RechargeRef | undefined> {
  const { rows } = await sql<RechargeRef>`select enterprise_id, recharge_id from find_recharge_by_reference(${reference})`.execute(db);
  return rows[0];
}

export async function listDue(db: Db, at: Date): Promise<RechargeRef[]> {
  const { rows } = await sql<RechargeRef>`select enterprise_id, recharge_id from recharges_to_check(${at})`.execute(db);
  return rows;
}

type Paid = RechargeRef & { paymentId: string; asked: number; paidAt: Date };

/** Payments of all enterprises that came in since then. */
export async function listPaidSince(db: Db, since: Date): Promise<Paid[]> {
  const { rows } = await sql<Paid>`select * from recharges_paid_since(${since})`.execute(db);
  return rows;
}
