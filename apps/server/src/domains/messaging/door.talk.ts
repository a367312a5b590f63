/** The door for conversations: messages of customers, the line that answers them, and the outcome of each message. */

export { type ActOutcome, actListeners } from './act/act.port.ts';
export { forgetActs, type MessageAct, queueAct } from './act/act.repository.ts';
export { addMovedRefusals, liftMovedRefusals, type MovedRefusal } from './blacklist/blacklist.moved.repository.ts';
export { blockAddress } from './blacklist/blacklist.service.ts';
export { findListed } from './gate/gate.facts.ts';
export type { Purpose } from './gate/judge.ts';
export { ensureStreamRun } from './hold/runs.ts';
export { findHookChannel } from './inbound/hook.channel.ts';
export {
  type FlowReport,
  type FormTaken,
  flowReports,
  type HeardForm,
  type InboundConcern,
  type InboundForm,
  type InboundMessage,
  type InboundNote,
  inboundForms,
  inboundLocks,
  inboundNotes,
  inboundTakers,
} from './inbound-message/inbound.message.ts';
export { inboundSecrets, maskSecrets } from './inbound-message/inbound.secret.ts';
export { marketingStops } from './inbound-message/opt-out.ts';
export { inboundAddress } from './inbound-message/vendor-inbound.ts';
export { advanceLedger, findMessageOfEntry, findStates, type LedgerRow, moveLedger } from './ledger/ledger.chat.ts';
export { type Outcome, type OutcomeListener, outcomeListeners } from './ledger/outcome.ts';
export { remotePicturesOf, withOwnPictures, withRemotePictures } from './mail-page/page.clean.ts';
export { findEntriesOf } from './receipt/receipts.ts';
export { type RunMessage, toOutgoing } from './run/content.ts';
export { type ChatLine, type ChatMessage, chatFailure, findLine, toChatDraft, windowEnd } from './sending/chat-line.ts';
export { readSpeeds } from './sending/line.ts';
export { listReach } from './sending/reach.ts';
export { type Refusals, readRefusals } from './sending/refusals.ts';
export { retryInChat } from './sending/retry-chat.ts';
export { send } from './sending/send.ts';
