/** What tests and the demo carry by themselves: nothing of it is for another domain. */

export { addNumbers } from './blacklist/blacklist.service.ts';
export { freezeRun } from './freeze/freeze.ts';
export { holdAfterOutage } from './hold/lateness.ts';
export { endRun } from './hold/runs.ts';
export { resumeUnpaid } from './hold/valve.ts';
export { mostTaken } from './pump/pump.ts';
export { recordAttempts } from './queue/attempts.repository.ts';
export { takeDue } from './queue/queue.repository.ts';
export { applyReceipts, type Receipt } from './receipt/receipts.ts';
export type { Person } from './sending/refusals.ts';
