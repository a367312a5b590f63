import { defineRecord } from '#platform/audit/record.ts';
import { readAccount } from './account.repository.ts';

/** The account of an enterprise. Its balances change by movements, which are a record of their own; the trail keeps what people change. */
export const walletRecord = defineRecord({
  kind: 'wallet',
  module: 'billing',
  tables: [],
  fields: {
    plan: 'plain',
    status: 'plain',
    currency: 'plain',
    overdraft: 'plain',
    credit: 'plain',
    taxBasisPoints: 'plain',
    amount: 'plain',
    fromDate: 'plain',
    toDate: 'plain',
    kind: 'plain',
  },
  async read(tx, enterpriseId) {
    const { plan, status, currency, overdraft, credit, taxBasisPoints } = await readAccount(tx, enterpriseId);
    return { plan, status, currency, overdraft, credit, taxBasisPoints };
  },
  nameOf: ({ plan }) => String(plan ?? ''),
  link: () => '/billing',
});
