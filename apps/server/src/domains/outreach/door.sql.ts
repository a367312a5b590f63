/** Pieces of SQL of this domain, and what takes some; `doors.test.ts` says why each of them is one. */

// What walks of streams do is a milestone of campaigns too.

export { type MarkedStreams, markedStreams } from './milestone/milestone.streams.ts';
