/** Pieces of SQL of this domain; `doors.test.ts` says why each of them is one. */

export { holdsPermission } from './access/holders.ts';
