import type { MailboxSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

const keyOf = (channelId: string) => ['mailbox', channelId] as const;

/** The mailbox of a channel; its state changes by itself. */
export const mailboxQuery = (channelId: string) =>
  queryOptions({
    queryKey: keyOf(channelId),
    queryFn: ({ signal }) => api.mailboxes.get({ params: { channelId } }, { signal }),
    refetchInterval: 5000,
    meta: { isQuiet: true },
  });

function useMailboxCall<I, A>(channelId: string, mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(channelId) }),
  });
}

export const useSaveMailbox = (channelId: string) =>
  useMailboxCall(channelId, (body: MailboxSave & { version: number }) => api.mailboxes.save({ params: { channelId }, body }));
export const useActOnMailbox = (channelId: string) =>
  useMailboxCall(channelId, (act: 'off' | 'read') => api.mailboxes[act]({ params: { channelId } }));
export const useTestMailbox = (channelId: string) =>
  useMutation({ meta: { isQuiet: true }, mutationFn: (body: MailboxSave) => api.mailboxes.test({ params: { channelId }, body }) });
