/** What other domains use of the roads in and out, and of the ledger. */

// Messages of customers, for whoever takes them.

export { type InboundConcern, type InboundMessage, inboundLocks, inboundTakers } from './inbound/inbound.message.ts';
export { marketingStops } from './inbound/opt-out.ts';

// A conversation's message on a vendor's channel: its line, the gate, the queue, and what came of it.

export {
  type ChatLine,
  type ChatMessage,
  chatFailure,
  chatLine,
  toChatDraft,
  windowEnd,
} from './sending/chat-line.ts';
export { type Outcome, type OutcomeListener, outcomeListeners } from './sending/outcome.ts';
export { send, toPricedLine, unitsOf } from './sending/send.ts';

// One message of an own system to one person.

export { findSingleLine, type SingleLine, type SingleMessage, sendSingle } from './sending/single.ts';

// What the gate would say of a message to a customer now, and to many.

export { judgeAll, type PeopleQuery } from './sending/judge.all.ts';
export { listReach } from './sending/reach.ts';
export { marketingSince, reachableAmong, reachableOf, type SendingWay } from './sending/reachable.ts';

// The ledger's rows of chats that are delivered by ourselves.

export { advanceLedger, findStates, type LedgerRow, ledgerInsert, moveLedger } from './sending/ledger.chat.ts';

// Runs to many: whom, what, start and stop.

export { type Addressee, type AudiencePage, type AudienceSource, audiences } from './sending/audience.ts';
export { type Columns, columnsOf, type RunMessage, resolveValues, toOutgoing } from './sending/content.ts';
export type { RunContent } from './sending/contents.ts';
export { leftBetween } from './sending/left.ts';
export { findLastHeard, findReachedBy } from './sending/reached.ts';
export { retryFailed } from './sending/retry-run.ts';
export { countRefusals, findProgress } from './sending/run.progress.ts';
export { listDeliveries, listFailures, listRecipients, type RecipientLine, sumCosts } from './sending/run.report.ts';
export { chooseContent, lockRun } from './sending/run.repository.ts';
export { cancelRun, cancelRuns, closeRun, growRun, runEnds, startRun } from './sending/runs.ts';
export { type ValueChange, valueChanges } from './sending/values.ts';
export { changeSpeed, pauseRun, releaseMore, resumeRun, resumeUnpaid } from './sending/valve.ts';

// What the gate would say of messages of a stream, before there are any, and the runs that count them.

export { type Person, type Refusals, readRefusals } from './sending/refusals.ts';
export { ensureStreamRun } from './sending/runs.ts';

// How fast channels send.

export { readSpeeds } from './sending/line.ts';

// What the gate would say of a run's audience now.

export { hasAllMedia } from './sending/freeze.ts';
export { judge, type Purpose, type Way } from './sending/judge.ts';

// Counts and single messages, as reports show them.

export { countContents, countMessages, countRuns } from './sending/ledger.counts.ts';
export { findMessageDetail } from './sending/message.detail.ts';
export { findHandedOver } from './sending/receipts.ts';

// How many messages of a day one person may get before somebody is warned.

export { readSendingSettings } from './blacklist/settings.service.ts';

// For the test that kills a sender: how much a worker has taken at most.

export { mostTaken } from './sending/pump.ts';

// For the demo's history: a run whose messages are carried, and confirmed, without a vendor.

export { addNumbers } from './blacklist/blacklist.service.ts';
export { recordAttempts } from './sending/attempts.repository.ts';
export { freezeRun } from './sending/freeze.ts';
export { takeDue } from './sending/queue.repository.ts';
export { applyReceipts, type Receipt } from './sending/receipts.ts';
export { endRun } from './sending/runs.ts';

// What the ledger's rows cost, for the wallet's own statements.

export { costsByClass, takenRefunds, unitsOfMonth, waitingRefunds, writeOffUnknown } from './sending/ledger.costs.ts';
