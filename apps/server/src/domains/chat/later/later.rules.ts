import { chatStates, type LaterReason, type LaterState, laterMostLateMs } from '@parley/contract';
import type { LaterRow } from './later.repository.ts';

/** A chat as far as its planned messages ask. */
export type LaterChat = { state: number; handledBy: string; customerCount: number };

/** Tells whether the customer has written since a message was planned. */
export const hasWritten = ({ customerCount }: Pick<LaterRow, 'customerCount'>, chat: Pick<LaterChat, 'customerCount'>): boolean =>
  chat.customerCount > customerCount;

/** Nothing leaves in a chat that has ended. */
export const hasEnded = ({ state }: Pick<LaterChat, 'state'>): boolean => state === chatStates.closed || state === chatStates.missed;

/** Tells why a due message does not leave by itself, before the gate is asked; undefined: nothing speaks against it. */
export function judgeDue(
  row: Pick<LaterRow, 'customerCount' | 'onlyIfSilent' | 'dueAt'>,
  chat: LaterChat,
  { isWriterHere, now }: { isWriterHere: boolean; now: Date },
): { state: Exclude<LaterState, 'planned'>; reason: LaterReason } | undefined {
  if (hasEnded(chat)) return { state: 'cancelled', reason: 'chat_ended' };
  if (chat.handledBy !== 'agent') return { state: 'held', reason: 'no_agent' };
  if (!isWriterHere) return { state: 'held', reason: 'writer_left' };
  if (row.onlyIfSilent && hasWritten(row, chat)) return { state: 'held', reason: 'customer_wrote' };
  if (now.getTime() - row.dueAt.getTime() > laterMostLateMs) return { state: 'held', reason: 'too_late' };
  return undefined;
}
