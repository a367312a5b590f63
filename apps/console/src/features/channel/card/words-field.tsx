import { Textarea, TextInput } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import type { FaultOf, Words } from './card-draft.ts';

type WordsFieldProps = {
  label: string;
  description?: string;
  limit: number;
  rows?: number;
  field: string;
  language: string;
  words: Words;
  faultOf: FaultOf;
  onChange: (words: Words) => void;
};

/** A text in the language that is shown. It counts as vendors count, and is not cut: what is too long is said. */
export function WordsField({ label, description, limit, rows, field, language, words, faultOf, onChange }: WordsFieldProps) {
  const say = useWords(channelWords.card);
  const text = words[language] ?? '';
  const counter = say('counter', { count: text.length, limit });
  const shared = {
    label,
    description: description ? `${description} ${counter}` : counter,
    value: text,
    error: faultOf(`${field}.${language}`) ?? faultOf(field),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...words, [language]: event.currentTarget.value }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'description' | 'input' | 'error')[],
  };
  return rows ? <Textarea {...shared} autosize minRows={rows} maxRows={14} /> : <TextInput {...shared} />;
}
