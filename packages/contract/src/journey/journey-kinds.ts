/** Constants of streams that screens and route searches need without the schemas. */
export const journeyStates = ['DRAFT', 'PUBLISHED', 'PAUSED'] as const;
export type JourneyState = (typeof journeyStates)[number];

/** Reasons why a stream cannot send by a template any more. MOVED: it is in another category, at another price and under other rules. */
export const templateLosses = ['PAUSED', 'DISABLED', 'REJECTED', 'UNAPPROVED', 'MOVED'] as const;
export type TemplateLoss = (typeof templateLosses)[number];

export const journeyInstanceStates = ['RUNNING', 'WAITING', 'COMPLETED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED'] as const;
export type JourneyInstanceState = (typeof journeyInstanceStates)[number];

export const journeyMoves = ['edit', 'publish', 'pause', 'resume', 'clone', 'export', 'delete'] as const;
export const monitorActs = ['retry', 'continue', 'handOver', 'stop'] as const;
export type MonitorAct = (typeof monitorActs)[number];
/** Outcomes that an operator can report for a call. */
export const toldOutcomes = ['DONE', 'FAILED'] as const;
export type ToldOutcome = (typeof toldOutcomes)[number];
export const mostToldLength = 20_000;
/** Walks that an act takes at once, within its call; more of them are a job. */
export const mostActed = 1000;
/** Walks that one job takes at most; a larger selection is narrowed first. */
export const mostActedByJob = 100_000;
/**
 * Outcome of an act for one person. `held`: it is kept, and done as soon as the walk may go on; `refused`: nothing of it has happened, nor
 * will.
 */
export const actOutcomes = ['done', 'held', 'refused'] as const;
export type ActOutcome = (typeof actOutcomes)[number];
/**
 * Reasons why a walk holds or refuses an act. Held: STREAM_PAUSED, SUSPENDED (another stream or people talk with the customer), WITH_PEOPLE
 * (people have the chat: what it would say waits for them). Refused are the others; FAULT: the server could not do it.
 */
export const actReasons = [
  'STREAM_PAUSED',
  'SUSPENDED',
  'WITH_PEOPLE',
  'NOT_THERE',
  'ENDED',
  'NOT_FAILED',
  'NO_NODE',
  'NODE_MISSING',
  'NO_DEPARTMENT',
  'FORGOTTEN',
  'LIFE_OVER',
  'CALL_UNKNOWN',
  'OTHER_TALKS',
  'INSIDE_AGAIN',
  'FAULT',
] as const;
export type ActReason = (typeof actReasons)[number];
export const journeyPage = 24;

/** Limits of the forecast of streams: days ahead; waits counted at most, the earliest; and the load from which on an hour is a peak. */
export const forecast = { days: 7, mostCounted: 1_000_000, peakSeconds: 300 } as const;

/** The header by which a frame of the designer says which document it was opened for. */
export const designerAccessHeader = 'x-designer-access';

/** Days that input of walks is kept, for replays alone. */
export const replayDays = { least: 1, most: 7 } as const;
/**
 * Reasons why a walk cannot be compared. NOT_KEPT: what came in is not kept (any more); TOO_LONG: too much came in; MOVED: it changed its
 * version on its way; ACTED: an operator has retried it or put it elsewhere; PERSON_GONE: the person was deleted. UNLIKE: in its own
 * version it would not come out as it did, since what the stream knew then has changed.
 */
export const replayGaps = ['NOT_KEPT', 'TOO_LONG', 'MOVED', 'ACTED', 'PERSON_GONE', 'UNLIKE'] as const;
export type ReplayGap = (typeof replayGaps)[number];
