import { defineRecord } from '#platform/audit/record.ts';
import { findInvoiceRow } from './invoice.repository.ts';

/** An invoice or a credit note: made once, and never changed. */
export const invoiceRecord = defineRecord({
  kind: 'invoice',
  module: 'billing',
  tables: ['invoices'],
  fields: { number: 'plain', kind: 'plain', period: 'plain', net: 'plain', tax: 'plain', corrects: 'plain' },
  async read(tx, enterpriseId, invoiceId) {
    const row = await findInvoiceRow(tx, enterpriseId, invoiceId);
    if (!row) return undefined;
    const { number, kind, period, net, tax, corrects } = row;
    const corrected = corrects ? await findInvoiceRow(tx, enterpriseId, corrects) : undefined;
    return { number, kind, period, net, tax, corrects: corrected?.number ?? '' };
  },
  nameOf: ({ number }) => String(number ?? ''),
  link: () => '/billing',
});
