/** What the program around the domains uses of billing. */

export { createWalletBill } from './wallet/wallet.bill.ts';

// The messages behind a row of consumption, for reports.

export { consumedRows } from './consumption/consumption.rows.ts';

// For the seed and tests: money comes in, and what has become of messages is booked.

export { addRates } from './rate/rate.service.ts';
export { bookCorrection } from './wallet/correction.ts';
export { reconcile } from './wallet/reconcile.ts';
export { settle } from './wallet/settle.ts';
