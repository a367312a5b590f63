import type { AssistLanguage, AssistWriteKind } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

const freshMs = 5 * 60_000;

/** Drafts for a customer's message. A silent call: without them the agent writes on. */
export const assistQuery = (chatId: string, number: number) =>
  queryOptions({
    queryKey: ['chats', 'assist', chatId, number],
    queryFn: ({ signal }) => api.assist.suggest({ params: { chatId }, query: { number } }, { signal }),
    staleTime: freshMs,
    retry: false,
    meta: { isQuiet: true },
  });

/** Translations of a chat's messages that are there. */
export const translationsQuery = (chatId: string, language: AssistLanguage) =>
  queryOptions({
    queryKey: [...chatKeys.translations(chatId), language],
    queryFn: ({ signal }) => api.assist.translations({ params: { chatId }, query: { language } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isQuiet: true },
  });

export const writeFor = (chatId: string, body: { kind: AssistWriteKind; text: string; language: AssistLanguage; key: string }) =>
  api.assist.write({ params: { chatId }, body });
