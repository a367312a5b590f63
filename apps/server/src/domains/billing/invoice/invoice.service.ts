import { Readable } from 'node:stream';
import { type Invoice, taxOf } from '@parley/contract';
import { type Auditing, creating, excuse } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readEnterpriseName, readPlace, readPostalAddress, readTaxId } from '../../account/door.ts';
import { insertFile, listFiles } from '../../file/door.ts';
import { sumServices } from '../consumption/consumption.repository.ts';
import { type Account, lockAccount } from '../wallet/account.repository.ts';
import { drawInvoice } from './invoice.pdf.ts';
import { invoiceRecord } from './invoice.record.ts';
import {
  findByPeriod,
  findInvoiceRow,
  type InvoiceRow,
  insertInvoice,
  listCredits,
  listInvoiceRows,
  lockInvoiceRow,
  nextSerial,
  saveInvoiceFile,
  sumMonth,
} from './invoice.repository.ts';
import { boundsOf, chargedLines, daysOf, financialYearOf, numberOf, roundedLines } from './invoice.rules.ts';

export const present = (row: InvoiceRow, numbers: ReadonlyMap<string, string>): Invoice => ({
  invoiceId: row.invoiceId,
  number: row.number,
  kind: row.kind,
  period: row.period,
  currency: row.currency,
  lines: row.lines,
  net: row.net,
  tax: row.tax,
  paid: row.paid,
  due: row.due,
  corrects: numbers.get(row.corrects ?? '') ?? '',
  reason: row.reason,
  issuedAt: row.issuedAt.toISOString(),
});

export async function listInvoices(ctx: EnterpriseContext): Promise<Invoice[]> {
  const rows = await ctx.read((tx) => listInvoiceRows(tx, ctx.enterpriseId));
  const numbers = new Map(rows.map(({ invoiceId, number }) => [invoiceId, number]));
  return rows.map((row) => present(row, numbers));
}

type NewDocument = Pick<InvoiceRow, 'kind' | 'period' | 'net'> & {
  lines: InvoiceRow['lines'];
  corrects?: string;
  reason?: string;
  requestKey?: string;
};

/** The number is taken in the transaction that writes the row, so the series has no gap. What a prepaid wallet has spent came in with its tax. */
async function issue(ctx: EnterpriseContext & Auditing, tx: Tx, account: Account, seller: string, made: NewDocument): Promise<InvoiceRow> {
  const { enterpriseId } = ctx;
  const invoiceId = newId();
  const issuedAt = ctx.now();
  const financialYear = financialYearOf(issuedAt.toISOString().slice(0, 10));
  const buyer = {
    name: await readEnterpriseName(tx, enterpriseId),
    address: await readPostalAddress(tx, enterpriseId),
    taxId: await readTaxId(tx, enterpriseId),
    // Digits are grouped as in the country of that day, so that the document stays the same.
    country: (await readPlace(tx, enterpriseId)).country,
  };
  const serial = await nextSerial(tx, made.kind, financialYear);
  const tax = taxOf(made.net, account.taxBasisPoints);
  const paid = account.plan === 'PREPAID' ? made.net + tax : 0;
  const { lines, ...fields } = made;
  await creating(
    ctx,
    tx,
    invoiceRecord,
    () => invoiceId,
    () =>
      insertInvoice(tx, {
        ...fields,
        enterpriseId,
        invoiceId,
        financialYear,
        serial,
        number: numberOf(made.kind, financialYear, serial),
        currency: account.currency,
        lines: JSON.stringify(lines),
        tax,
        paid,
        due: made.net + tax - paid,
        seller,
        buyer: JSON.stringify(buyer),
        issuedAt,
      }),
  );
  return (await findInvoiceRow(tx, enterpriseId, invoiceId)) as InvoiceRow;
}

/**
 * The invoice of a month that is over, from what was booked in it; refunds that came later are in the next one. A month that gave back more than
 * it charged gets a credit note, one without either gets nothing. Asked again it makes nothing new.
 */
export function issueMonth(ctx: EnterpriseContext & Auditing, seller: string, period: string): Promise<InvoiceRow | undefined> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const account = await lockAccount(tx, enterpriseId);
    if (await findByPeriod(tx, enterpriseId, period)) return undefined;
    const { charged, refunded } = await sumMonth(tx, enterpriseId, boundsOf(period));
    if (charged === 0 && refunded === 0) return undefined;
    const sign = charged >= refunded ? 1 : -1;
    const services = sign > 0 ? await sumServices(tx, enterpriseId, daysOf(period)) : [];
    const { lines, net } = roundedLines([
      ...chargedLines(sign * charged, services),
      ...(refunded === 0 ? [] : [{ name: 'Refunds of messages that failed later', units: null, amount: -sign * refunded }]),
    ]);
    return issue(ctx, tx, account, seller, { kind: sign > 0 ? 'invoice' : 'credit_note', period, lines, net });
  });
}

/** @throws DomainError invoice.not_found, invoice.exceeded */
export async function creditInvoice(
  ctx: EnterpriseContext & Auditing,
  seller: string,
  invoiceId: string,
  { net, reason, requestKey }: { net: number; reason: string; requestKey: string },
): Promise<Invoice> {
  const { enterpriseId } = ctx;
  const credit = async (tx: Tx): Promise<InvoiceRow> => {
    const account = await lockAccount(tx, enterpriseId);
    const invoice = await lockInvoiceRow(tx, enterpriseId, invoiceId);
    if (invoice?.kind !== 'invoice') throw new DomainError('invoice.not_found', 'There is no such invoice.', {});
    const credits = await listCredits(tx, enterpriseId, invoiceId);
    const known = credits.find((one) => one.requestKey === requestKey);
    if (known) {
      excuse(tx, 'the same call a moment ago has made it');
      return known;
    }
    const most = invoice.net - credits.reduce((sum, one) => sum + one.net, 0);
    if (net > most) throw new DomainError('invoice.exceeded', 'More than the invoice cannot be credited.', { most });
    const lines = [{ name: `Credit for ${invoice.number}`, units: null, amount: net }];
    return issue(ctx, tx, account, seller, {
      kind: 'credit_note',
      period: invoice.period,
      lines,
      net,
      corrects: invoiceId,
      reason,
      requestKey,
    });
  };
  const row = await ctx.transaction(credit);
  const invoice = await ctx.read((tx) => findInvoiceRow(tx, enterpriseId, invoiceId));
  return present(row, new Map([[invoiceId, invoice?.number ?? '']]));
}

/** The document as it was made: drawn when it is first asked for, and stored; of two who ask at once the file of the first stays. */
export async function openInvoice(ctx: EnterpriseContext, invoiceId: string): Promise<{ name: string; bytes: Readable }> {
  const { enterpriseId } = ctx;
  const row = await ctx.read((tx) => findInvoiceRow(tx, enterpriseId, invoiceId));
  if (!row) throw new DomainError('invoice.not_found', 'There is no such invoice.', {});
  const fileId = row.fileId ?? (await storeInvoice(ctx, row));
  const [file] = await ctx.read((tx) => listFiles(tx, enterpriseId, [fileId]));
  if (!file) throw new DomainError('invoice.not_found', 'There is no such invoice.', {});
  return { name: file.name, bytes: await ctx.files.open(file.sha256) };
}

async function storeInvoice(ctx: EnterpriseContext, row: InvoiceRow): Promise<string> {
  const { enterpriseId } = ctx;
  const corrected = row.corrects === null ? undefined : await ctx.read((tx) => findInvoiceRow(tx, enterpriseId, row.corrects ?? ''));
  const received = await ctx.files.receive(Readable.from([await drawInvoice(row, corrected?.number ?? '')]));
  await received.keep();
  const { sha256, sizeBytes } = received;
  return ctx.transaction(async (tx) => {
    const now = await lockInvoiceRow(tx, enterpriseId, row.invoiceId);
    if (now?.fileId) return now.fileId;
    excuse(tx, 'the picture of an invoice that is there');
    const fileId = newId();
    const name = `${row.number}.pdf`;
    await insertFile(tx, {
      enterpriseId,
      fileId,
      sha256,
      name,
      type: 'application/pdf',
      kind: 'document',
      sizeBytes,
      createdBy: null,
      visitorAddress: null,
    });
    await saveInvoiceFile(tx, enterpriseId, row.invoiceId, fileId);
    return fileId;
  });
}

/** Tells whether an error says that another worker has made the month's invoice at the same moment. */
export const isDoubled = (error: unknown): boolean => violatedConstraint(error) === 'invoices_by_period';
