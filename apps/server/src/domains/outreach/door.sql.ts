/** Pieces of SQL of this domain, and what takes some; `doors.test.ts` says why each of them is one. */

// Walks of streams reach milestones of campaigns too.

export { type MarkedStreams, markedStreams } from './milestone/milestone.streams.ts';
