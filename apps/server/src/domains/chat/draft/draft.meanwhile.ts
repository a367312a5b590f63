import { type MeanwhileEntry, meanwhileMax } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { withoutAddresses } from '../mail-thread/addresses.ts';
import { type ActionRow, type LockedChat, listAnswersAfter, listWrittenAfter } from '../record/chat.repository.ts';
import { isOfStream } from '../record/chat.rules.ts';

/** Answers of ours by chat, for the chats whose writers have not seen all of them. */
export type AnswersSince = Map<string, ActionRow[]>;

/** Newest answers that are read of one chat */
const mostRead = 50;

/** A reply, as far as it can be overtaken. @property agentId its writer: an agent or a key */
type Asked = { chatId: string; agentId: string; seen?: number | undefined; force?: boolean };

/**
 * Reads the answers that the writers of these replies may not have seen. Most replies follow the newest entry, and cost no statement. A chat of
 * several writers has an empty list, so that the second of them meets what the first writes in the same batch.
 */
export async function findAnswersSince(
  tx: Tx,
  enterpriseId: string,
  replies: readonly Asked[],
  chats: ReadonlyMap<string, LockedChat>,
): Promise<AnswersSince> {
  const lowest = new Map<string, number>();
  for (const { chatId, seen, force } of replies)
    if (seen !== undefined && !force) lowest.set(chatId, Math.min(seen, lowest.get(chatId) ?? seen));
  const behind = [...lowest].flatMap(([chatId, after]) => ((chats.get(chatId)?.lastNumber ?? 0) > after ? [{ chatId, after }] : []));
  const rows = await listAnswersAfter(tx, enterpriseId, behind, mostRead);
  const answers: AnswersSince = new Map([...lowest.keys()].map((chatId) => [chatId, []]));
  for (const row of rows.reverse()) answers.get(row.chatId)?.push(row);
  return answers;
}

/** Own answers hold nobody up: their writer knows them, on whatever device they were written. */
const isOfOthers = ({ authorId }: ActionRow, writerId: string): boolean => authorId !== writerId;

/** The refusal of a reply over answers that its writer has not seen; undefined: there are none. */
export function refuseMeanwhile({ chatId, agentId, seen, force }: Asked, answers: AnswersSince, now: Date): DomainError | undefined {
  if (seen === undefined || force) return undefined;
  const newer = (answers.get(chatId) ?? []).filter((row) => row.number > seen && isOfOthers(row, agentId));
  return overtakenBy(newer, 'Somebody else has answered since you began this reply.', now);
}

function overtakenBy(newer: readonly ActionRow[], message: string, now: Date): DomainError | undefined {
  if (newer.length === 0) return undefined;
  const entries = newer.slice(-meanwhileMax).map((row) => presentEntry(row, now));
  return new DomainError('chat.answered_meanwhile', message, { entries });
}

/** The same of what takes a chat away, over words of the customer that were not read. */
export async function refuseUnread(tx: Tx, chat: LockedChat, { seen, force }: Asked, now: Date): Promise<DomainError | undefined> {
  if (seen === undefined || force || chat.lastNumber <= seen) return undefined;
  const rows = await listWrittenAfter(tx, chat, seen, meanwhileMax);
  return overtakenBy(rows.reverse(), 'The customer has written since.', now);
}

const presentEntry = (row: ActionRow, now: Date): MeanwhileEntry => ({
  actionId: row.actionId,
  number: row.number,
  authorKind: row.authorKind === 'customer' ? 'system' : row.authorKind,
  name: isOfStream(row) && !row.detail.apiKey ? '' : row.authorName,
  // The whole stands in the thread, as its reader may see it.
  message: row.detail.mail ? withoutAddresses(row.message) : row.message,
  attachmentName: row.attachment?.name ?? '',
  secondsAgo: Math.max(0, Math.round((now.getTime() - row.actedOn.getTime()) / 1000)),
});
