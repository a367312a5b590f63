import type { MacroScope } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const macroKeys = {
  all: ['macros'] as const,
  ofScope: (scope: MacroScope, deptId: string) => [...macroKeys.all, scope, deptId] as const,
  ofChat: (chatId: string) => [...macroKeys.all, 'chat', chatId] as const,
  one: (macroId: string) => [...macroKeys.all, 'one', macroId] as const,
};

/** Macros that may be run in a chat, the own ones first. */
export const macrosOfChat = (chatId: string) =>
  queryOptions({
    queryKey: macroKeys.ofChat(chatId),
    queryFn: ({ signal }) => api.macros.list({ query: { chatId: chatId as '' } }, { signal }),
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
