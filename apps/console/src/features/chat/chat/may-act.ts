import { type ChatAction, type ChatDetail, type MessageActKind, refusalOfAct } from '@parley/contract';

/** The part of a chat that its messages need. It stays the same object while others write, so that each message is drawn once. */
export type MessageChat = Pick<
  ChatDetail,
  'chatId' | 'acts' | 'ownerId' | 'customerName' | 'customerNumber' | 'channelId' | 'channelName' | 'channelType'
>;

/** Tells whether a user who takes part may do this with a message. The server has the last word. */
export function mayAct(
  kind: MessageActKind,
  action: ChatAction,
  { acts, ownerId }: Pick<ChatDetail, 'acts' | 'ownerId'>,
  userId: string,
): boolean {
  const entry = { ...action, isEmpty: action.message === '' && !action.attachment, sentAt: Date.parse(action.actedOn) };
  return refusalOfAct(kind, entry, acts, { userId, isOwner: ownerId === userId }, Date.now()) === undefined;
}

/** The last message that the user has written and whose words may still be changed. */
export const findLastOwn = (chat: ChatDetail, userId: string): ChatAction | undefined =>
  chat.messages.findLast((action) => action.actionBy === userId && mayAct('edit', action, chat, userId));
