import type { ChatDetail } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../../lib/api.ts';
import { chatKeys, mentionsQuery } from '../shared/chat.queries.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Tells mentions as read whose notes are here, once the tab with the chat is looked at. */
export function useReadMentions({ chatId, lastSide }: Pick<ChatDetail, 'chatId' | 'lastSide'>): void {
  const client = useQueryClient();
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const { data } = useQuery(mentionsQuery);
  const { mutate } = useMutation({
    mutationFn: (upTo: number) => api.chatSides.readMentions({ params: { chatId }, body: { upTo } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: chatKeys.mentions() });
      // The bell has told of them as well.
      void client.invalidateQueries({ queryKey: ['product-notifications'] });
    },
    meta: { isQuiet: true },
  });
  const numbers = (data?.mentions ?? []).flatMap((mention) => (mention.chatId === chatId ? mention.sideNumber : []));
  const upTo = Math.max(0, ...numbers.filter((number) => number <= lastSide));
  useEffect(() => {
    if (isVisible && upTo > 0) mutate(upTo);
  }, [isVisible, upTo, mutate]);
}
