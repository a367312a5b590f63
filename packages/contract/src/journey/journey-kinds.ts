/** Constants of streams that screens and route searches need without the schemas. */
export const journeyStates = ['DRAFT', 'PUBLISHED', 'PAUSED'] as const;
export type JourneyState = (typeof journeyStates)[number];

/** Why a stream cannot send by a template any more. MOVED: it is in another category, at another price and under other rules. */
export const templateLosses = ['PAUSED', 'DISABLED', 'REJECTED', 'UNAPPROVED', 'MOVED'] as const;
export type TemplateLoss = (typeof templateLosses)[number];

export const journeyInstanceStates = ['RUNNING', 'WAITING', 'COMPLETED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED'] as const;
export type JourneyInstanceState = (typeof journeyInstanceStates)[number];

export const journeyMoves = ['edit', 'publish', 'pause', 'resume', 'clone', 'export', 'delete'] as const;
export const monitorActs = ['retry', 'continue', 'handOver', 'stop'] as const;
export type MonitorAct = (typeof monitorActs)[number];
/** What an operator can say that a call has done. */
export const toldOutcomes = ['DONE', 'FAILED'] as const;
export type ToldOutcome = (typeof toldOutcomes)[number];
export const mostToldLength = 20_000;
/** An instance that a bulk act takes at most; a larger selection is narrowed first. */
export const mostActed = 1000;
export const journeyPage = 24;

/** How far the forecast of streams looks; waits that it counts at most, the earliest; and from when on an hour is a peak. */
export const forecast = { days: 7, mostCounted: 1_000_000, peakSeconds: 300 } as const;

/** The header by which a designer's frame says which document it was opened for. */
export const designerAccessHeader = 'x-designer-access';

/** What came in to walks is kept this long, for replays alone. */
export const replayDays = { least: 1, most: 7 } as const;
/**
 * Why a walk cannot be compared. NOT_KEPT: what came in is not kept (any more); TOO_LONG: too much came in; MOVED: it changed its version on its
 * way; ACTED: an operator has retried it or put it elsewhere; PERSON_GONE: the person was deleted; UNLIKE: in its own version it would not come
 * out as it did, since what the stream knew then has changed.
 */
export const replayGaps = ['NOT_KEPT', 'TOO_LONG', 'MOVED', 'ACTED', 'PERSON_GONE', 'UNLIKE'] as const;
export type ReplayGap = (typeof replayGaps)[number];
