/** Ways in which figures of a stream tell walks apart. ABANDONED timed out by inactivity, TIMEDOUT by anything else. */
export const walkEndings = ['UNDER_WAY', 'COMPLETED', 'ABANDONED', 'TIMEDOUT', 'HANDED_OVER', 'FAILED', 'STOPPED'] as const;
export type WalkEnding = (typeof walkEndings)[number];
/** Results of walks at one node. `finished`: completed or handed over there; `dropped`: ended there in any other way. */
export const nodePassages = ['entered', 'left', 'waiting', 'finished', 'dropped'] as const;
export type NodePassage = (typeof nodePassages)[number];

export const streamReportDays = 366;
/** Days of a report by hours. */
export const hourReportDays = 31;
/** Ended walks whose times are looked at, the newest of a period. */
export const mostTimed = 100_000;
/** Walks whose refused answers are looked at, the newest of a period. */
export const mostRefusing = 20_000;
/** Different refused answers of one node. */
export const mostRefused = 50;
/** Rows of one file. */
export const mostExportedRows = 10_000;
export const reportEnvironments = ['production', 'sandbox'] as const;
export type ReportEnvironment = (typeof reportEnvironments)[number];
/** Any milestone, in a filter on walks. */
export const anyMilestone = '*';
