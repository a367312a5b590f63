import { Text } from '@mantine/core';
import type { ChatAction } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../lib/words.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { translationsQuery } from './assist.queries.ts';
import { languageName, readingLanguage, useTranslating } from './translate-choice.ts';

/** A message in the reader's language, below the message itself. The strip above the reply asks for it. */
export function TranslationText({ chatId, number }: { chatId: string; number: number }) {
  const say = useWords(chatAssistWords.strip);
  const { i18n } = useTranslation();
  const language = readingLanguage(i18n.language);
  const isOn = useTranslating();
  const { data } = useQuery({ ...translationsQuery(chatId, language), enabled: false });
  const found = isOn ? data?.find((known) => known.number === number) : undefined;
  if (!found) return null;
  const values = { language: languageName(language, language), text: found.text, interpolation: { escapeValue: false } };
  return <BelowText>{say('translated', values)}</BelowText>;
}

/** The words of a reply before it was translated, for agents alone. */
export function OriginalText({ original }: { original: ChatAction['detail'] }) {
  const say = useWords(chatAssistWords.strip);
  if (typeof original.text !== 'string') return null;
  return <BelowText>{say('original', { text: original.text, interpolation: { escapeValue: false } })}</BelowText>;
}

function BelowText({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" fs="italic" maw={420} mt={4} px={4} dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {children}
    </Text>
  );
}
