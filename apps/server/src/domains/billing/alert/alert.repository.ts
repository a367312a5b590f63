import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BillingAlertTable } from '#platform/db/schema.billing.ts';

export type AlertRow = Selectable<BillingAlertTable>;

export const listAlertRows = (tx: Read, enterpriseId: string): Promise<AlertRow[]> =>
  tx.selectFrom('billingAlerts').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('threshold', 'desc').execute();

/** The same, locked: of several that look at the balance one tells. */
export const lockAlertRows = (tx: Tx, enterpriseId: string): Promise<AlertRow[]> =>
  tx.selectFrom('billingAlerts').selectAll().where('enterpriseId', '=', enterpriseId).orderBy('alertId').forUpdate().execute();

export const findAlertRow = (tx: Read, enterpriseId: string, alertId: string): Promise<AlertRow | undefined> =>
  tx.selectFrom('billingAlerts').selectAll().where('enterpriseId', '=', enterpriseId).where('alertId', '=', alertId).executeTakeFirst();

export const insertAlert = async (tx: Tx, row: Insertable<BillingAlertTable>): Promise<void> =>
  void (await tx.insertInto('billingAlerts').values(row).execute());

export async function updateAlert(
  tx: Tx,
  { enterpriseId, alertId }: Pick<AlertRow, 'enterpriseId' | 'alertId'>,
  change: Partial<Pick<AlertRow, 'threshold' | 'userIds' | 'isBelow' | 'version'>>,
): Promise<void> {
  await tx.updateTable('billingAlerts').set(change).where('enterpriseId', '=', enterpriseId).where('alertId', '=', alertId).execute();
}

export const deleteAlert = async (tx: Tx, enterpriseId: string, alertId: string): Promise<void> =>
  void (await tx.deleteFrom('billingAlerts').where('enterpriseId', '=', enterpriseId).where('alertId', '=', alertId).execute());

/** The enterprises that have alerts. */
export async function listWithAlerts(db: Read): Promise<string[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from enterprises_with_alerts()`.execute(db);
  return rows.map(({ enterpriseId }) => enterpriseId);
}
