import type { ChatAction, ChatDetail } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/**
 * Shows the answered entry, unless its live event has come first: that one may be newer.
 * @param onSettled called even where the row has left the page
 */
function useActMutation<I>(
  chatId: string,
  action: ChatAction,
  mutationFn: (input: I) => Promise<ChatAction>,
  onSettled: () => void = () => {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // A pending call gets the options of each later render: the entry that it was made for is kept with it.
    onMutate: () => ({ asked: action }),
    onSettled,
    onSuccess: (answered, _input, { asked }) =>
      client.setQueryData<ChatDetail>(chatKeys.detail(chatId), (known) =>
        known ? { ...known, messages: known.messages.map((one) => (one === asked ? answered : one)) } : known,
      ),
  });
}

const at = (chatId: string, { number }: ChatAction) => ({ params: { chatId, number } });

/** @param emoji '' takes the reaction back */
export const useReact = (chatId: string, action: ChatAction) =>
  useActMutation(chatId, action, (emoji: string) => api.messageActs.react({ ...at(chatId, action), body: { emoji } }));

/** @property was the words that were seen */
export type NewWords = { text: string; was: string };
export const useEditMessage = (chatId: string, action: ChatAction) =>
  useActMutation(chatId, action, (body: NewWords) => api.messageActs.edit({ ...at(chatId, action), body }));

export const useTakeBack = (chatId: string, action: ChatAction, onSettled?: () => void) =>
  useActMutation(chatId, action, () => api.messageActs.takeBack(at(chatId, action)), onSettled);

export const useDropAct = (chatId: string, action: ChatAction) =>
  useActMutation(chatId, action, () => api.messageActs.drop(at(chatId, action)));
