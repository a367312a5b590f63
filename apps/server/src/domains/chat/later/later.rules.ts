import {
  channelTypes,
  chatStates,
  faultOfReplyFile,
  type LaterReason,
  type LaterState,
  laterMostLateMs,
  takesCaption,
} from '@parley/contract';
import type { LaterRow } from './later.repository.ts';

/** A chat as far as its planned messages ask. */
export type LaterChat = { state: number; handledBy: string; customerCount: number };

/** Tells whether the customer has written since a message was planned. */
export const hasWritten = ({ customerCount }: Pick<LaterRow, 'customerCount'>, chat: Pick<LaterChat, 'customerCount'>): boolean =>
  chat.customerCount > customerCount;

/** Nothing leaves in a chat that has ended. */
export const hasEnded = ({ state }: Pick<LaterChat, 'state'>): boolean => state === chatStates.closed || state === chatStates.missed;

/** A chat's channel, as files ask for it: the widget's own has no line. */
const typeOf = ({ line }: { line: { type: number } | null }): number => line?.type ?? channelTypes.WEB;

/** Tells why the channel of a chat does not take a file; '': it does, or there is none. */
export const faultOfFile = ({ attachment }: Pick<LaterRow, 'attachment'>, chat: { line: { type: number } | null }) =>
  attachment ? faultOfReplyFile(attachment, typeOf(chat)) : '';

/** The replies that a message leaves as: one, or its words before its file where the channel would lose them below it. */
export function repliesOf(
  { scheduledId, text, attachment }: Pick<LaterRow, 'scheduledId' | 'text' | 'attachment'>,
  chat: { line: { type: number } | null },
) {
  const key = `later:${scheduledId}`;
  if (!attachment || text === '' || takesCaption(attachment, typeOf(chat))) return [{ key, message: text, attachment }];
  return [
    { key, message: text, attachment: null },
    { key: `${key}:file`, message: '', attachment },
  ];
}

/** Tells why a due message does not leave by itself, before the gate is asked; undefined: nothing speaks against it. */
export function judgeDue(
  row: Pick<LaterRow, 'customerCount' | 'onlyIfSilent' | 'dueAt' | 'attachment'>,
  chat: LaterChat & { line: { type: number } | null },
  { isWriterHere, hasFile, now }: { isWriterHere: boolean; hasFile: boolean; now: Date },
): { state: Exclude<LaterState, 'planned'>; reason: LaterReason } | undefined {
  if (hasEnded(chat)) return { state: 'cancelled', reason: 'chat_ended' };
  if (chat.handledBy !== 'agent') return { state: 'held', reason: 'no_agent' };
  if (!isWriterHere) return { state: 'held', reason: 'writer_left' };
  if (row.onlyIfSilent && hasWritten(row, chat)) return { state: 'held', reason: 'customer_wrote' };
  if (now.getTime() - row.dueAt.getTime() > laterMostLateMs) return { state: 'held', reason: 'too_late' };
  if (!hasFile || faultOfFile(row, chat) !== '') return { state: 'refused', reason: 'file_refused' };
  return undefined;
}
