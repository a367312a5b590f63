/** Exports of billing for the program around the domains. */

export { createWalletBill } from './wallet/wallet.bill.ts';

// The messages behind a row of consumption, for reports.

export { consumedRows } from './consumption/consumption.rows.ts';

// Recharges and bookings, for the seed and tests.

export { addRates } from './rate/rate.service.ts';
export { bookCorrection } from './wallet/correction.ts';
export { reconcile } from './wallet/reconcile.ts';
export { settle } from './wallet/settle.ts';

// Extension point for the names of runs that money is paid for.

export { type PaidRun, paidRuns } from './wallet/movement.runs.ts';
