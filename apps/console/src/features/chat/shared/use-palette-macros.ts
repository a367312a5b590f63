import type { Macro } from '@parley/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { macrosOfChat } from './macros-of-chat.ts';
import { useRunnableActs } from './use-runnable-acts.ts';

export type PaletteMacro = { macro: Macro; run: () => void };

/** Macros for the palette: those of the chat that keys act in, where its bar can show what they would do. */
export function usePaletteMacros(typed: string): PaletteMacro[] {
  const canHandle = useCan(['CHAT.HANDLE']);
  const client = useQueryClient();
  const chatId = useRunnableActs().find(({ id }) => id === 'macro')?.chatId;
  const isAsked = canHandle && chatId !== undefined && typed.trim() !== '';
  const { data } = useQuery({ ...macrosOfChat(chatId ?? ''), enabled: isAsked });
  if (!isAsked) return [];
  return (data ?? []).map((macro) => ({ macro, run: () => void run(client, chatId, macro) }));
}

/** The preview comes with the first macro that is called. */
async function run(client: QueryClient, chatId: string, macro: Macro): Promise<void> {
  const { startMacro } = await import('./start-macro.ts');
  await startMacro(client, chatId, macro);
}
