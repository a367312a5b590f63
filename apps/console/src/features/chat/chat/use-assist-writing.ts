import { type AssistLanguage, type AssistText, type AssistWriteKind, assistLimits, cutText } from '@parley/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { writeFor } from './assist.queries.ts';

export type WritingKind = Exclude<AssistWriteKind, 'summary'> | 'translation';
type Wanted = { kind: AssistWriteKind | 'translation'; text: string; language: AssistLanguage };
/** @property text what is written so far @property written the whole of it @property from the words that it was made of */
export type Writing = { kind: Wanted['kind']; text: string; from: string; written?: AssistText; failure?: string };

/** Has the department's language model write, and shows its words as they come. Another wish, or a stop, ends the one before. */
export function useAssistWriting(chatId: string) {
  const [writing, setWriting] = useState<Writing>();
  const awaited = useRef('');
  useEffect(
    () =>
      liveClient.on('assistPartial', ({ key, text }) => {
        if (key === awaited.current) setWriting((now) => now && { ...now, text });
      }),
    [],
  );
  const end = useCallback(() => {
    awaited.current = '';
    setWriting(undefined);
  }, []);
  // Another chat is another conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the chat
  useEffect(() => end, [chatId, end]);
  const start = useCallback(
    async ({ kind, text, language }: Wanted): Promise<AssistText | undefined> => {
      const key = crypto.randomUUID();
      awaited.current = key;
      setWriting({ kind, text: '', from: text });
      const words = cutText(text, assistLimits.characters);
      try {
        const written =
          kind === 'translation'
            ? await api.assist.translateReply({ params: { chatId }, body: { text: words, language } })
            : await writeFor(chatId, { kind, text: words, language, key });
        if (awaited.current !== key) return undefined;
        setWriting({ kind, text: written.text, from: text, written });
        return written;
      } catch (error) {
        if (awaited.current === key) setWriting({ kind, text: '', from: text, failure: describeFailure(error).message });
        return undefined;
      } finally {
        if (awaited.current === key) awaited.current = '';
      }
    },
    [chatId],
  );
  return { writing, start, end };
}
