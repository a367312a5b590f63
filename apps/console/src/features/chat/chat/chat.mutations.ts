import type { ChatDetail, ChatMark, ChatSummary } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys, ownStatusQuery } from '../shared/chat.queries.ts';
import { mergeActions, mergeSides } from '../shared/chat.rules.ts';
import { settleReplies } from '../shared/outbox.ts';

/** The page above the oldest entry that is loaded. */
export function useOlderMessages(chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: { before: number; sidesBefore: number | undefined; perPage?: number }) =>
      api.chats.get({ params: { chatId }, query }),
    onSuccess: (page) =>
      client.setQueryData<ChatDetail>(chatKeys.detail(chatId), (known) =>
        known
          ? {
              ...known,
              messages: mergeActions(known.messages, page.messages),
              sides: mergeSides(known.sides, page.sides),
              hasOlder: page.hasOlder,
            }
          : known,
      ),
  });
}

/** Changes a chat where it is shown before the server has answered, and takes it back when the server refuses. */
function useChatChange<Input>(chatId: string, work: (input: Input) => Promise<unknown>, change: (input: Input) => Partial<ChatSummary>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: work,
    onMutate: (input: Input) => {
      const list = client.getQueryData<ChatSummary[]>(chatKeys.list());
      const detail = client.getQueryData<ChatDetail>(chatKeys.detail(chatId));
      client.setQueryData<ChatSummary[]>(chatKeys.list(), (chats) =>
        chats?.map((chat) => (chat.chatId === chatId ? { ...chat, ...change(input) } : chat)),
      );
      client.setQueryData<ChatDetail>(chatKeys.detail(chatId), (known) => (known ? { ...known, ...change(input) } : known));
      return { list, detail };
    },
    onError: (_error, _input, before) => {
      client.setQueryData(chatKeys.list(), before?.list);
      client.setQueryData(chatKeys.detail(chatId), before?.detail);
    },
  });
}

export const usePinChat = (chatId: string) =>
  useChatChange<boolean>(
    chatId,
    (isPinned) => api.chats.pin({ params: { chatId, pin: isPinned ? 'pin' : 'unpin' } }),
    (isPinned) => ({ isPinned }),
  );

export const useLabelChat = (chatId: string) =>
  useChatChange<{ tag: string; tagColour: string; note: string }>(
    chatId,
    ({ tag, note }) => api.chats.updateTag({ params: { chatId }, body: { tag, note } }),
    (change) => change,
  );

/** The chat has exactly these labels. */
export const useSaveLabels = (chatId: string) =>
  useChatChange<readonly ChatMark[]>(
    chatId,
    (labels) => api.chatSides.saveLabels({ params: { chatId }, body: { labelIds: labels.map(({ id }) => id) } }),
    (labels) => ({ labels: [...labels], tag: labels[0]?.name ?? '', tagColour: labels[0]?.colour ?? '' }),
  );

export const useSavePriority = (chatId: string) =>
  useChatChange<number>(
    chatId,
    (priority) => api.chatSides.savePriority({ params: { chatId }, body: { priority } }),
    (priority) => ({ priority }),
  );

/** Suspending waits for the server: its event then moves the chat for everybody alike. */
export function useSuspendChat(chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ isSuspended, wakeAt }: { isSuspended: boolean; wakeAt?: string | undefined }) =>
      isSuspended ? api.chats.suspend({ params: { chatId }, query: { wakeAt } }) : api.chats.resume({ params: { chatId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: chatKeys.list() }),
  });
}

/** Its event takes the chat out of the own list. @returns false: a reply that was written before has not left, and nothing was done */
export function useHandBack(chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (taker: NonNullable<ChatDetail['returnsTo']>): Promise<boolean> => {
      if (!(await settleReplies(chatId))) return false;
      await api.chats.handBack({ params: { chatId }, body: taker });
      return true;
    },
    // Something else may take it by now.
    onError: () => client.invalidateQueries({ queryKey: chatKeys.detail(chatId) }),
  });
}

export const useSendTranscript = (chatId: string) =>
  useMutation({ mutationFn: (emailId: string) => api.chats.sendTranscript({ body: { chatId, emailId } }) });

export function useOwnStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { agentStatus: number; reason: string; statusId?: string }) => api.chats.updateAgentStatus({ body }),
    // The load stays what it was.
    onSuccess: (answer) => client.setQueryData(ownStatusQuery.queryKey, (known) => known && { ...known, ...answer }),
  });
}

export function useUpdateCustomer(chatId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.customers.updateProfile>[0]) => api.customers.updateProfile(input),
    onSuccess: (customer) => {
      client.setQueryData<ChatDetail>(chatKeys.detail(chatId), (known) =>
        known ? { ...known, customer, customerName: customer.name, customerNumber: customer.number } : known,
      );
      client.setQueryData<ChatSummary[]>(chatKeys.list(), (chats) =>
        chats?.map((chat) =>
          chat.customerId === customer.customerId ? { ...chat, customerName: customer.name, customerNumber: customer.number } : chat,
        ),
      );
    },
    meta: { isQuiet: true },
  });
}

/** Blocks the customer; the server's events take the closed chat off the lists. */
export const useBlockCustomer = (chatId: string) =>
  useMutation({
    mutationFn: (reason: string) => api.chatContacts.block({ params: { chatId }, body: { reason } }),
    meta: { isQuiet: true },
  });

/**
 * Opens a video call: its address is sent as the agent's message, which arrives like every other. A call that is open is joined again, without a
 * second message. @returns whether this page holds it: a room on a meeting server is another page's
 */
export const useOpenCall = (chatId: string) =>
  useMutation({
    mutationFn: async (kind: 'own' | 'outside') => {
      if (kind === 'own' && (await api.video.current()).some((call) => call.chatId === chatId)) return true;
      return (await api.video.createRoom({ body: { chatId } })).id !== '';
    },
  });
