import type { ActReason } from '@parley/contract';

/** Reasons why a walk holds or refuses an act, in words for callers; the console has its own in both languages. */
export const actWords: Record<ActReason, string> = {
  STREAM_PAUSED: 'Its stream is paused: it is done when the stream goes on.',
  SUSPENDED: 'Another stream or people talk with the customer: it is done after them.',
  WITH_PEOPLE: 'People have the chat: what it would say waits for them.',
  NOT_THERE: 'No such walk.',
  ENDED: 'It has ended.',
  NOT_FAILED: 'It has not failed.',
  NO_NODE: 'Choose the node to go on at.',
  NODE_MISSING: 'Its version has no such node.',
  NO_DEPARTMENT: 'No such department.',
  FORGOTTEN: 'What it knew of the person was erased.',
  LIFE_OVER: 'Its life is over.',
  CALL_UNKNOWN: 'Nobody knows what its call has done. Enter what happened, or repeat the call.',
  OTHER_TALKS: 'Another stream talks with this customer.',
  INSIDE_AGAIN: 'The customer is in this stream again.',
  FAULT: 'It could not be done.',
};
const holding: ReadonlySet<ActReason> = new Set(['STREAM_PAUSED', 'SUSPENDED', 'WITH_PEOPLE']);

export const outcomeOf = (code: ActReason | '') => (code === '' ? 'done' : holding.has(code) ? 'held' : 'refused');
