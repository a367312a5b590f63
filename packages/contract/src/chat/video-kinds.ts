/** A room is OPEN until both sides are in it, LIVE from then on. */
export const roomStates = ['OPEN', 'LIVE', 'ENDED'] as const;
export type RoomState = (typeof roomStates)[number];
/** Answers of the customer to the question whether a call is recorded. */
export const callConsents = ['none', 'asked', 'given', 'refused', 'withdrawn'] as const;
export type CallConsent = (typeof callConsents)[number];
/** BROKEN: its browser fell silent; what had arrived is kept. */
export const recordingStates = ['RECORDING', 'COMPLETE', 'BROKEN'] as const;
export type RecordingState = (typeof recordingStates)[number];

export const callLimits = {
  /** A recording is uploaded in parts of so many milliseconds while it runs. */
  partMs: 5_000,
  partBytes: 8 * 1024 * 1024,
  /** Four hours */
  parts: 2_880,
  ms: 4 * 3_600_000,
  /** Silence after which a recording is broken */
  silenceSeconds: 60,
  /** A call in which nobody is ends after so long, and any call after `mostHours`. */
  emptyMinutes: 15,
  mostHours: 8,
  /** Bits by five: the code of a link that nobody guesses */
  codeLength: 19,
} as const;

/** Events of a call that stand in the chat's record, in `detail.call` of an entry. */
export const callEntries = ['consentGiven', 'consentRefused', 'consentWithdrawn'] as const;
export type CallEntry = (typeof callEntries)[number];

/** A room's address on this installation. */
export const meetPath = (code: string): string => `/meet/${code}`;
