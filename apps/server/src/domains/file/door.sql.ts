/** Pieces of SQL of this domain, and what takes some; `doors.test.ts` says why each of them is one. */

// Extension point for what holds a file for good.

export { fileHolds } from './artifact/artifact.uses.ts';
