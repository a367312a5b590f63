/** Pieces of SQL of this domain, and what takes some; `doors.test.ts` says why each of them is one. */

// Sending to many: people who are judged and counted where they are.

export { judgeAll, type PeopleQuery } from './gate/judge.all.ts';
export { listRecipients } from './report/run.report.ts';
export { marketingSince, reachableAmong, reachableOf } from './sending/reachable.ts';

// Conversations: a chat is read and written by one statement.

export { ledgerInsert } from './ledger/ledger.chat.ts';
export { chatLine } from './sending/chat-line.ts';

// Bills: the ledger is summed at one moment.

export { takenRefunds } from './ledger/ledger.costs.ts';
