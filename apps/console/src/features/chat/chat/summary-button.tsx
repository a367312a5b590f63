import { Button, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../lib/words.ts';
import { chatAssistWords } from '../../../locales/chat-assist.ts';
import { readingLanguage } from './translate-choice.ts';
import { useAssistWriting } from './use-assist-writing.ts';

/** @property onBusy the note is not to be typed in while it is written */
type Props = { chatId: string; note: string; onNote: (note: string) => void; onBusy: (isBusy: boolean) => void };

/** Has the department's language model sum the chat up for the colleague; the words come behind what stands in the note, as they are written. */
export function SummaryButton({ chatId, note, onNote, onBusy }: Props) {
  const say = useWords(chatAssistWords.strip);
  const { i18n } = useTranslation();
  const { writing, start } = useAssistWriting(chatId);
  const told = useRef({ onNote, onBusy });
  told.current = { onNote, onBusy };
  /** The note as it stood before. */
  const former = useRef('');
  const text = writing?.text ?? '';
  const isBusy = writing !== undefined && !writing.written && writing.failure === undefined;
  const hasFailed = writing?.failure !== undefined;
  useEffect(() => {
    if (text !== '') told.current.onNote([former.current.trimEnd(), text].filter(Boolean).join('\n\n'));
    else if (hasFailed) told.current.onNote(former.current);
  }, [text, hasFailed]);
  useEffect(() => told.current.onBusy(isBusy), [isBusy]);
  const handleClick = () => {
    former.current = note;
    void start({ kind: 'summary', text: '', language: readingLanguage(i18n.language) });
  };
  return (
    <>
      <Button
        variant="light"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconSparkles size={15} aria-hidden />}
        loading={isBusy}
        onClick={handleClick}
      >
        {say(isBusy ? 'summaryWriting' : 'summary')}
      </Button>
      {writing?.failure ? (
        <Text size="sm" c="red" role="alert">
          {say('writeFailed', { reason: writing.failure, interpolation: { escapeValue: false } })}
        </Text>
      ) : null}
    </>
  );
}
