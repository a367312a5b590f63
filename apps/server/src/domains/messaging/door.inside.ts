/** The door for tests and the demo alone: steps that no other domain takes by itself. */

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
