/** The door for sending to many: runs with their audience, content, holds and reports, and the gate that is asked before. */

export { readSendingSettings } from './blacklist/settings.service.ts';
export { type Addressee, type AudiencePage, type AudienceSource, audiences } from './freeze/audience.ts';
export { hasAllMedia } from './freeze/freeze.ts';
export { retryFailed } from './freeze/retry-run.ts';
export { previewUnknown, sendUnknownAgain } from './freeze/retry-unknown.ts';
export { judge, type Way } from './gate/judge.ts';
export { createLeaveClock, leavesEver, readOwnHours } from './gate/quiet-hours.ts';
export { zonesOf } from './gate/zones.ts';
export { type Held, runHolds } from './hold/hold.port.ts';
export { holdRun, isTooLate } from './hold/holds.ts';
export { cancelRun, cancelRuns, closeRun, growRun, runEnds, startRun } from './hold/runs.ts';
export { changeSpeed, pauseRun, releaseMore, resumeRun } from './hold/valve.ts';
export { countContents, countRuns } from './ledger/ledger.counts.ts';
export { findMessageDetail } from './ledger/message.detail.ts';
export { countLastMinute, countRefusals, findProgress, quietOf } from './report/run.progress.ts';
export { listDeliveries, listFailures, noCosts, type RecipientLine, sumCosts } from './report/run.report.ts';
export { type Columns, columnsOf, mayBeTooLong, needsOf, resolveValues } from './run/content.ts';
export type { RunContent } from './run/contents.ts';
export { findLastHeard, findReachedBy } from './run/reached.ts';
export { chooseContent, lockRun } from './run/run.repository.ts';
export { type ValueChange, valueChanges } from './run/values.ts';
export type { SendingWay } from './sending/reachable.ts';
export { isTooLong, unitsOf } from './sending/send.ts';
export { findSingleLine, type SingleLine, type SingleMessage, sendSingle } from './sending/single.ts';
