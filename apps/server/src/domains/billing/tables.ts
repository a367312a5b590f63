import { ownTables } from '../domain.ts';

export const billingTables = ownTables({
  tables: ['billingRates', 'billingAccounts', 'billingMovements', 'walletGrants', 'recharges', 'billingAlerts', 'invoices'],
  grantedReads: {},
});
