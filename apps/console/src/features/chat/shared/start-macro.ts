import { type ChatDetail, chatActionTypes, type Macro } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import { chatKeys } from './chat.queries.ts';
import { marksOf } from './chat.rules.ts';
import { macroHold } from './macro-hold.ts';

/**
 * Calls a macro in a chat: the server says what is known of the chat, and the preview of it stands above the reply. Where the chat was left
 * meanwhile nobody would see the preview, so nothing is done.
 */
export async function startMacro(client: QueryClient, chatId: string, { id: macroId }: Pick<Macro, 'id'>): Promise<void> {
  // Entries that come while the preview is on its way were not seen.
  const messagesNow = () => client.getQueryData<ChatDetail>(chatKeys.detail(chatId))?.messages ?? [];
  const seen = messagesNow().at(-1)?.number ?? 0;
  const store = getOwnStore();
  try {
    const { macro, facts } = await api.macros.preview({ params: { chatId, macroId } });
    if (getOwnStore() !== store) return;
    if (!macroHold.isShown(chatId)) {
      showToast('error', chatMacroWords.hold('left', { name: macro.name }));
      return;
    }
    const wrote = messagesNow().findLast(
      (action) => action.number > seen && action.actionType === chatActionTypes.customerReply && !marksOf(action).isAutomatic,
    );
    macroHold.call({ chatId, macro, facts, seen, wrote: wrote?.userName });
  } catch (error) {
    if (getOwnStore() === store) tellFailure(error);
  }
}
