import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { InvoiceTable } from '#platform/db/schema.billing.ts';

export type InvoiceRow = Selectable<InvoiceTable>;

export const listInvoiceRows = (tx: Read, enterpriseId: string): Promise<InvoiceRow[]> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .orderBy('issuedAt', 'desc')
    .orderBy('invoiceId', 'desc')
    .limit(500)
    .execute();

export const findInvoiceRow = (tx: Read, enterpriseId: string, invoiceId: string): Promise<InvoiceRow | undefined> =>
  tx.selectFrom('invoices').selectAll().where('enterpriseId', '=', enterpriseId).where('invoiceId', '=', invoiceId).executeTakeFirst();

export const lockInvoiceRow = (tx: Tx, enterpriseId: string, invoiceId: string): Promise<InvoiceRow | undefined> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst();

export const findByPeriod = (tx: Tx, enterpriseId: string, period: string): Promise<InvoiceRow | undefined> =>
  tx
    .selectFrom('invoices')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('period', '=', period)
    .where('corrects', 'is', null)
    .executeTakeFirst();

export const listCredits = (tx: Tx, enterpriseId: string, invoiceId: string): Promise<InvoiceRow[]> =>
  tx.selectFrom('invoices').selectAll().where('enterpriseId', '=', enterpriseId).where('corrects', '=', invoiceId).execute();

export const insertInvoice = async (tx: Tx, row: Insertable<InvoiceTable>): Promise<void> =>
  void (await tx.insertInto('invoices').values(row).execute());

export const saveInvoiceFile = async (tx: Tx, enterpriseId: string, invoiceId: string, fileId: string): Promise<void> =>
  void (await tx
    .updateTable('invoices')
    .set({ fileId })
    .where('enterpriseId', '=', enterpriseId)
    .where('invoiceId', '=', invoiceId)
    .execute());

export async function nextSerial(tx: Tx, kind: InvoiceRow['kind'], financialYear: string): Promise<number> {
  const { rows } = await sql<{ serial: number }>`select next_invoice_serial(${kind}, ${financialYear}) as serial`.execute(tx);
  return rows[0]?.serial ?? 1;
}

/** Sums the charges and refunds of a month's movements. */
export async function sumMonth(
  tx: Tx,
  enterpriseId: string,
  { from, to }: { from: Date; to: Date },
): Promise<{ charged: number; refunded: number }> {
  const { rows } = await sql<{ charged: number; refunded: number }>`
    select coalesce(sum(amount) filter (where kind = 'charge'), 0) as charged, coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded
    from billing_movements where enterprise_id = ${enterpriseId} and at >= ${from} and at < ${to}`.execute(tx);
  return rows[0] as { charged: number; refunded: number };
}
