import { type ChatDetail, type ChatSummary, chatActionTypes, messageStatuses } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { liveClient } from '../../../lib/live.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { isUnreadOfCustomer } from '../shared/chat.rules.ts';
import { beginReading } from '../shared/reading.ts';

/**
 * Tells messages as read that were on the screen of a visible tab, also where a colleague has read them before. Nothing else is told as read.
 * @param seen the highest number that was on the screen; 0 for whoever only looks
 */
export function useReading(chat: ChatDetail, seen: number): void {
  const client = useQueryClient();
  const { chatId } = chat;
  const isVisible = useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
  const isLineOpen = useSyncExternalStore(subscribeLine, liveClient.state).kind === 'open';
  const said = chat.messages.filter((action) => action.actionType === chatActionTypes.customerReply);
  const newest = isVisible ? said.findLast(({ number }) => number <= seen)?.actionId : undefined;
  const isReading = isVisible && seen > 0 && said.every(({ number }) => number <= seen);
  useEffect(() => {
    if (!isReading) return;
    return beginReading(chatId);
  }, [chatId, isReading]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message that was seen decides; the list is another array each time
  useEffect(() => {
    if (!isLineOpen || !newest) return;
    const read = said.filter(({ number }) => number <= seen);
    const unread = read.filter(isUnreadOfCustomer).map((action) => action.actionId);
    liveClient.tell('chatMessageStatus', {
      chatId,
      actionIds: [...new Set([...unread.slice(-199), newest])],
      from: '',
      state: messageStatuses.read,
    });
    const left = said.length - read.length;
    client.setQueryData<ChatSummary[]>(chatKeys.list(), (chats) =>
      chats?.map((known) => (known.chatId === chatId && known.newMsgCount > left ? { ...known, newMsgCount: left } : known)),
    );
  }, [chatId, newest, isLineOpen]);
}

const subscribeLine = (listener: () => void) => liveClient.onState(listener);
