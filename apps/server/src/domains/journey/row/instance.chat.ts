import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { isOpen, type LockedChat, openStreamChat, type StreamPartner } from '../../chat/door.ts';

/**
 * The chat in which a walk speaks now: its own, or where that has been closed the open one of the same person, or a new one.
 * @param chats locked, the walk's own among them; a new one is added
 */
export async function currentChat(
  ctx: EnterpriseContext,
  tx: Tx,
  { chatId, channelId, customerId, address }: StreamPartner & { chatId: string },
  chats: LockedChat[],
): Promise<LockedChat> {
  const open = chats.filter(isOpen);
  const own = open.find((chat) => chat.chatId === chatId);
  const held = own ?? open.find((chat) => chat.channelId === channelId && chat.customerId === customerId);
  if (held) return held;
  const chat = await openStreamChat(ctx, tx, { channelId, customerId, address });
  chats.push(chat);
  return chat;
}
