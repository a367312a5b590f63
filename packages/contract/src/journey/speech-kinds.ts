/** A recording that a speech service was asked to write down. `EMPTY`: it heard no words. */
export const speechStates = ['PENDING', 'DONE', 'FAILED', 'EMPTY'] as const;
export type SpeechState = (typeof speechStates)[number];

/** A stream asked for it, or an agent in a chat. */
export const speechSources = ['stream', 'chat'] as const;
export type SpeechSource = (typeof speechSources)[number];

/** Days that a report of speech spans at most. */
export const speechDaysMax = 366;
export const speechPage = 50;
/** A recording that is under way for so long was left by a process that has stopped, and may be tried again. */
export const speechLeftMinutes = 10;
/** Longest text of a recording. */
export const speechTextMax = 20_000;
