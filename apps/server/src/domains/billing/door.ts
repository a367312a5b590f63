/** Exports of billing for the program around the domains. */

export { createWalletBill } from './settlement/wallet.bill.ts';

// Recharges and bookings, for the seed and tests.

export { addRates } from './rate/rate.service.ts';
export { reconcile } from './settlement/reconcile.repository.ts';
export { settle } from './settlement/settle.ts';
export { bookCorrection } from './wallet/correction.ts';

// Extension point for the names of runs that money is paid for.

export { type PaidRun, paidRuns } from './wallet/movement.runs.ts';
