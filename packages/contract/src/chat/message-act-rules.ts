import { chatActionTypes } from './chat-kinds.ts';
import type { ChatAction, ChatActs } from './chat-record.ts';
import type { EntryMarks } from './entry-marks.ts';
import type { MessageActKind, MessageActReason } from './message-act-kinds.ts';

/** @property isOwner the chat is theirs: they may take back what any agent wrote in it */
export type ActingAgent = { userId: string; isOwner: boolean };

type ActedOn = Pick<ChatAction, 'actionType' | 'authorKind' | 'message' | 'detail'> & {
  actionBy: string;
  /** Words and file are gone, or there were none */
  isEmpty: boolean;
  sentAt: number;
};

const isLate = (seconds: number, { sentAt }: ActedOn, now: number): boolean => seconds > 0 && now - sentAt > seconds * 1000;

/** The emoji without its variation selector, by which vendors spell it in two ways. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\u{fe0f}', '');

/**
 * The reason that refuses an act on an entry, for the server and for screens, which offer no act that has one.
 * @returns undefined: it may be done
 */
export function refusalOfAct(
  kind: MessageActKind,
  entry: ActedOn,
  acts: ChatActs | undefined,
  by: ActingAgent,
  now: number,
): MessageActReason | undefined {
  const marks = entry.detail as EntryMarks;
  if (kind === 'reaction') {
    if (!acts?.reactions) return 'channel';
    if (entry.actionType !== chatActionTypes.customerReply || entry.isEmpty) return 'entry';
    return marks.revoked ? 'taken_back' : undefined;
  }
  const seconds = kind === 'edit' ? acts?.editSeconds : acts?.revokeSeconds;
  if (seconds === undefined || seconds === null) return 'channel';
  if (entry.actionType !== chatActionTypes.agentReply || entry.authorKind !== 'agent' || entry.isEmpty) return 'entry';
  if (marks.revoked || (kind === 'edit' && isBeingTakenBack(marks))) return 'taken_back';
  if (isOfOthers(kind, entry, by)) return 'others';
  // A place or people have no words to change, and words whose file has gone are no caption any more.
  if (kind === 'edit' && (entry.detail.card !== undefined || entry.detail.isFileGone !== undefined)) return 'entry';
  if (entry.detail.template !== undefined) return 'template';
  if (entry.detail.failure !== undefined || marks.unknown !== undefined) return 'unsent';
  return isLate(seconds, entry, now) ? 'late' : undefined;
}

/** Tells whether an act on a message is another agent's to do, and so to drop. */
export const isOfOthers = (kind: MessageActKind, { actionBy }: { actionBy: string }, by: ActingAgent): boolean =>
  kind !== 'reaction' && actionBy !== by.userId && !(kind === 'revoke' && by.isOwner);

const isBeingTakenBack = ({ act }: EntryMarks): boolean => act?.kind === 'revoke' && act.state === 'queued';
