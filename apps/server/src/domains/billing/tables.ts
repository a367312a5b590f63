import { ownTables } from '../domain.ts';

export const billingTables = ownTables({
  tables: ['billingRates', 'billingAccounts', 'billingMovements', 'walletGrants', 'recharges', 'billingAlerts', 'invoices'],
  grantedReads: {
    billingRates: { insight: 'reports find the messages behind a row of consumption by the properties of their rates' },
  },
});
