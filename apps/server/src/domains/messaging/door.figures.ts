/** The door for bills and reports: costs and counts of the ledger. */

export { moneyCame } from './hold/valve.ts';
export { writeOffUnknown } from './ledger/ledger.costs.ts';
export { countMessages, countUnreceipted } from './ledger/ledger.counts.ts';
export { findHandedOver } from './receipt/receipts.ts';
