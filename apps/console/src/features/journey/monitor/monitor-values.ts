/** Codes of the server that the console has words for; anything else is shown as it came. */
export const reasons = [
  'INACTIVE',
  'LIFE',
  'ERROR',
  'NO_EXIT',
  'LIMIT',
  'OPTED_OUT',
  'BLOCKED',
  'WORD',
  'OPERATOR',
  'RESTARTED',
  'AGENT',
  'ERASED',
  'MERGED',
] as const;
export const inputKinds = [
  'start',
  'message',
  'press',
  'timer',
  'hours',
  'call',
  'agent',
  'event',
  'form',
  'receipt',
  'optOut',
  'stop',
  'continue',
] as const;
export const callKinds = ['http', 'query', 'speech', 'knowledge', 'skill'] as const;
export const callStates = ['READY', 'TAKEN', 'SENT', 'DONE', 'FAILED', 'UNKNOWN'] as const;

export const knownAmong = <T extends string>(list: readonly T[], value: string): T | undefined => list.find((known) => known === value);
