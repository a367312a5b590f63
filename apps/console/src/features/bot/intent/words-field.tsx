import { TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { tidyRange, type WordRange } from './phrase-segments.ts';

export type WordsFieldProps = { text: string; range: WordRange | undefined; hasFocusFirst: boolean; onRange: (range: WordRange) => void };

/** A phrase to select words of, by mouse or by keyboard; nothing can be written into it. */
export function WordsField({ text, range, hasFocusFirst, onRange }: WordsFieldProps) {
  const say = useWords(botWords.intent);
  const input = useRef<HTMLInputElement>(null);
  // Chromium moves no caret in a field that is readonly, and without a caret no key selects: it refuses every change instead.
  useEffect(() => {
    const field = input.current;
    const refuse = (event: Event) => event.preventDefault();
    field?.addEventListener('beforeinput', refuse);
    return () => field?.removeEventListener('beforeinput', refuse);
  }, []);

  const handleSelect = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = currentTarget;
    const next = tidyRange(text, selectionStart ?? 0, selectionEnd ?? 0);
    // The caret alone, as when the field is entered, chooses nothing and forgets nothing.
    if (next && (next.start !== range?.start || next.end !== range.end)) onRange(next);
  };

  return (
    <TextInput
      ref={input}
      size="xs"
      label={say('words')}
      description={range ? undefined : say('wordsHint')}
      aria-readonly
      // No keyboard of a phone for what takes no letters.
      inputMode="none"
      autoComplete="off"
      spellCheck={false}
      value={text}
      // The value above reverts text that an input method writes in spite of the refusal.
      onChange={() => {}}
      data-autofocus={hasFocusFirst || undefined}
      onSelect={handleSelect}
    />
  );
}
