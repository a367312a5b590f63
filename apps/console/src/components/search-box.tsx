import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { searchDelayMs } from '../lib/search.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

export type SearchBoxProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  onSearch: (text: string) => void;
  /** A screen's own pause; 500 ms when it names none. */
  delayMs?: number;
};

/** A search field that tells its text once typing has paused; Enter tells it at once. */
export function SearchBox({ value, onSearch, delayMs = searchDelayMs, ...props }: SearchBoxProps) {
  const say = useWords(commonWords.ui);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Texts that were told, of which the first is the one that the screen shows: it may show what was told last a moment later. */
  const told = useRef([value]);

  useEffect(() => {
    // The address may change the text from outside, on "back" for one; what we told ourselves is no news.
    const place = told.current.indexOf(value);
    if (place >= 0) told.current = told.current.slice(place);
    else {
      told.current = [value];
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (next: string) => {
    clearTimeout(timer.current);
    if (next === told.current.at(-1)) return;
    told.current.push(next);
    onSearch(next);
  };
  const handleChange = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => tell(next), delayMs);
  };
  const handleClear = () => {
    setText('');
    tell('');
  };

  return (
    <TextInput
      type="search"
      aria-label={say('search')}
      placeholder={say('search')}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label={say('clear')} onClick={handleClear} /> : null}
      {...props}
      value={text}
      onChange={(event) => handleChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) tell(text);
      }}
    />
  );
}
