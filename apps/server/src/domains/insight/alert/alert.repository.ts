import type { AlertHold, AlertState, FigureFilter } from '@parley/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ReportAlertTable } from '#platform/db/schema.insight.ts';

export type AlertRow = Selectable<ReportAlertTable>;

const alerts = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('reportAlerts as a').selectAll('a').where('a.enterpriseId', '=', enterpriseId);

export const findAlert = (tx: Read, enterpriseId: string, alertId: string): Promise<AlertRow | undefined> =>
  alerts(tx, enterpriseId).where('a.reportAlertId', '=', alertId).executeTakeFirst();

export const lockAlert = (tx: Tx, enterpriseId: string, alertId: string): Promise<AlertRow | undefined> =>
  alerts(tx, enterpriseId).where('a.reportAlertId', '=', alertId).forUpdate('a').executeTakeFirst();

/** Somebody who sees what is their own and what names them; an administrator sees all. */
type Reader = { userId: string; isAdministrator: boolean };
export const listAlerts = (tx: Read, enterpriseId: string, { userId, isAdministrator }: Reader): Promise<AlertRow[]> =>
  alerts(tx, enterpriseId)
    .where(sql<boolean>`(${isAdministrator} or a.owner_id = ${userId} or ${userId}::uuid = any(a.user_ids))`)
    .orderBy(sql`lower(a.name)`)
    .orderBy('a.reportAlertId')
    .execute();

/** Alerts are added one after the other: their number has a limit. */
export async function countAlertsAlone(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report_alerts ${enterpriseId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('reportAlerts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return count;
}

type Given = Omit<Insertable<ReportAlertTable>, 'filter'> & { filter: FigureFilter };
export async function insertAlert(tx: Tx, { filter, ...row }: Given): Promise<void> {
  await tx
    .insertInto('reportAlerts')
    .values({ ...row, filter: JSON.stringify(filter) })
    .execute();
}

type AlertChange = Partial<Omit<AlertRow, 'enterpriseId' | 'reportAlertId' | 'filter'>> & { filter?: FigureFilter };
export async function updateAlert(tx: Tx, enterpriseId: string, alertId: string, { filter, ...change }: AlertChange): Promise<void> {
  await tx
    .updateTable('reportAlerts')
    .set({ ...change, ...(filter ? { filter: JSON.stringify(filter) } : {}) })
    .where('enterpriseId', '=', enterpriseId)
    .where('reportAlertId', '=', alertId)
    .execute();
}

export async function deleteAlert(tx: Tx, enterpriseId: string, alertId: string): Promise<void> {
  await tx.deleteFrom('reportAlerts').where('enterpriseId', '=', enterpriseId).where('reportAlertId', '=', alertId).execute();
}

export type Look = {
  lookedAt: Date;
  nextAt: Date;
  hold: Exclude<AlertHold, 'off'>;
  lastValue?: number | null;
  state?: AlertState;
  stateSince?: Date;
  backSince?: Date | null;
};

export async function listDueAlerts(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; reportAlertId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; reportAlertId: string }>`
    select * from due_report_alerts(${at}::timestamptz, ${most}::integer)`.execute(db);
  return rows;
}
