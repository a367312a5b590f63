import type { LaterMessage } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** Planned messages of a chat; live events keep them fresh. */
export const laterQuery = (chatId: string) =>
  queryOptions({
    queryKey: chatKeys.later(chatId),
    queryFn: ({ signal }) => api.chatLater.list({ params: { chatId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  });

/** @property attachmentId '': a file that was there goes */
export type LaterPlan = Pick<LaterMessage, 'text' | 'dueAt' | 'zone' | 'onlyIfSilent'> & { attachmentId?: string; isVoice?: boolean };

function useLaterMutation<I, A>(chatId: string, mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: chatKeys.later(chatId) }),
  });
}

/** @property seen the highest number on the screen: what the customer has written behind it was not read */
type Seen = { seen: number };

/** @property requestKey the same over tries of one press, so that it is planned once */
export const usePlanLater = (chatId: string) =>
  useLaterMutation(chatId, (plan: LaterPlan & Seen & { requestKey: string }) => api.chatLater.plan({ params: { chatId }, body: plan }));

export const useChangeLater = (chatId: string) =>
  useLaterMutation(chatId, ({ id: laterId, ...body }: LaterPlan & Seen & { id: string; version: number }) =>
    api.chatLater.update({ params: { chatId, laterId }, body }),
  );

export const useSendLater = (chatId: string) =>
  useLaterMutation(chatId, ({ id: laterId, ...body }: Seen & { id: string; version: number; force: boolean }) =>
    api.chatLater.send({ params: { chatId, laterId }, body }),
  );

export const useCancelLater = (chatId: string) =>
  useLaterMutation(chatId, (laterId: string) => api.chatLater.cancel({ params: { chatId, laterId } }));
