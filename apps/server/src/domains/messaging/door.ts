/** The interface of receiving, sending and the ledger for other domains. */

// Messages of customers, for the modules that take them.

export {
  type InboundConcern,
  type InboundMessage,
  type InboundNote,
  inboundLocks,
  inboundNotes,
  inboundTakers,
} from './inbound-message/inbound.message.ts';
export { inboundSecrets, maskSecrets } from './inbound-message/inbound.secret.ts';
export { marketingStops } from './inbound-message/opt-out.ts';
export { inboundAddress } from './inbound-message/vendor-inbound.ts';

// A conversation's message on a vendor's channel: its line, the gate, the queue, and what came of it.

export { type Outcome, type OutcomeListener, outcomeListeners } from './ledger/outcome.ts';
export {
  type ChatLine,
  type ChatMessage,
  chatFailure,
  chatLine,
  toChatDraft,
  windowEnd,
} from './sending/chat-line.ts';
export { retryInChat } from './sending/retry-chat.ts';
export { isTooLong, send, unitsOf } from './sending/send.ts';

// One message of an own system to one person.

export { findSingleLine, type SingleLine, type SingleMessage, sendSingle } from './sending/single.ts';

// The gate's verdict on a message to a customer now, and to many.

export { judgeAll, type PeopleQuery } from './gate/judge.all.ts';
export { listReach } from './sending/reach.ts';
export { marketingSince, reachableAmong, reachableOf, type SendingWay } from './sending/reachable.ts';

// The ledger's rows of chats that are delivered by ourselves.

export { advanceLedger, findStates, type LedgerRow, ledgerInsert, moveLedger } from './ledger/ledger.chat.ts';

// Runs to many: whom, what, start and stop.

export { type Addressee, type AudiencePage, type AudienceSource, audiences } from './freeze/audience.ts';
export { retryFailed } from './freeze/retry-run.ts';
export { previewUnknown, sendUnknownAgain } from './freeze/retry-unknown.ts';
export { type Hold, holdRun, isTooLate, runHolds } from './hold/holds.ts';
export { holdAfterOutage } from './hold/lateness.ts';
export { cancelRun, cancelRuns, closeRun, growRun, runEnds, startRun } from './hold/runs.ts';
export { changeSpeed, moneyCame, pauseRun, releaseMore, resumeRun, resumeUnpaid } from './hold/valve.ts';
export { leftBetween } from './ledger/left.ts';
export { countRefusals, findProgress, quietOf } from './report/run.progress.ts';
export { listDeliveries, listFailures, listRecipients, noCosts, type RecipientLine, sumCosts } from './report/run.report.ts';
export { type Columns, columnsOf, mayBeTooLong, needsOf, type RunMessage, resolveValues, toOutgoing } from './run/content.ts';
export type { RunContent } from './run/contents.ts';
export { findLastHeard, findReachedBy } from './run/reached.ts';
export { chooseContent, lockRun } from './run/run.repository.ts';
export { type ValueChange, valueChanges } from './run/values.ts';

// The gate's verdict on messages of a stream, before there are any, and the runs that count them.

export { ensureStreamRun } from './hold/runs.ts';
export { type Person, type Refusals, readRefusals } from './sending/refusals.ts';

// The quiet hours that count, and their current end.

export { createQuietClock, readOwnHours } from './gate/quiet-hours.ts';
export { zonesOf } from './gate/zones.ts';

// The speeds of channels.

export { readSpeeds } from './sending/line.ts';

// The gate's verdict on a run's audience now.

export { hasAllMedia } from './freeze/freeze.ts';
export { judge, type Purpose, type Way } from './gate/judge.ts';

// Counts and single messages, as reports show them.

export { countContents, countMessages, countRuns } from './ledger/ledger.counts.ts';
export { findMessageDetail } from './ledger/message.detail.ts';
export { findEntriesOf, findHandedOver } from './receipt/receipts.ts';

// The number of messages of a day that one person may get before somebody is warned.

export { readSendingSettings } from './blacklist/settings.service.ts';

// Used by the test that kills a sender: the most messages that a worker has taken.

export { mostTaken } from './pump/pump.ts';

// Used by the demo's history: a run whose messages are carried, and confirmed, without a vendor.

export { addNumbers } from './blacklist/blacklist.service.ts';
export { freezeRun } from './freeze/freeze.ts';
export { endRun } from './hold/runs.ts';
export { recordAttempts } from './queue/attempts.repository.ts';
export { takeDue } from './queue/queue.repository.ts';
export { applyReceipts, type Receipt } from './receipt/receipts.ts';

// The costs of the ledger's rows, for the wallet's own statements.

export { costsByClass, takenRefunds, unitsOfMonth, waitingRefunds, writeOffUnknown } from './ledger/ledger.costs.ts';
