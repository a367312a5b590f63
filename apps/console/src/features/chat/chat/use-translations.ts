import type { AssistLanguage } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { translationsQuery } from './assist.queries.ts';

/**
 * Reads the translations of a chat while its reader wants them, and asks once for each of these messages that has none: the model costs money,
 * and messages in the reader's language never get one.
 */
export function useTranslations(chatId: string, numbers: readonly number[], language: AssistLanguage, isOn: boolean): void {
  const client = useQueryClient();
  const query = translationsQuery(chatId, language);
  const { data } = useQuery({ ...query, enabled: isOn });
  const asked = useRef(new Set<string>());
  const wanted = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are new in each drawing; `wanted` says when they are others
  useEffect(() => {
    if (!isOn || !data) return;
    const keyOf = (number: number) => `${chatId} ${language} ${number}`;
    // One that goes again was of former words: it is asked for anew.
    for (const { number } of data) asked.current.delete(keyOf(number));
    const missing = numbers.filter((number) => !data.some((known) => known.number === number) && !asked.current.has(keyOf(number)));
    if (missing.length === 0) return;
    for (const number of missing) asked.current.add(keyOf(number));
    api.assist
      .translate({ params: { chatId }, body: { numbers: missing, language } })
      .then((found) => {
        client.setQueryData(query.queryKey, (known = []) => [
          ...known.filter(({ number }) => !found.some((other) => other.number === number)),
          ...found,
        ]);
      })
      .catch((error: unknown) => {
        const { message: reason } = describeFailure(error);
        showToast('error', chatAssistWords.strip('translateFailed', { reason, interpolation: { escapeValue: false } }));
      });
  }, [chatId, language, isOn, data, wanted, client]);
}
