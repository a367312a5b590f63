import { Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { LocalText } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useRef } from 'react';
import { designerWords } from '../words.ts';
import { faultOfText } from './expression-fault.ts';
import { useForm } from './form-context.ts';
import { InsertMenu, insertAt } from './insert-menu.tsx';

/** Switches the language of the shown words, if a stream has several. */
export function LanguageSwitch() {
  const say = useWords(designerWords.field);
  const { document, language, setLanguage } = useForm();
  if (document.languages.length < 2) return null;
  return <SegmentedControl size="xs" aria-label={say('language')} data={[...document.languages]} value={language} onChange={setLanguage} />;
}

type Props = {
  label: string;
  value: LocalText;
  onChange: (value: LocalText) => void;
  isLine?: boolean;
  description?: string;
  maxLength?: number;
};

/** Words for people, in the language that is shown; placeholders stand in {{ }}. */
export function TextField({ label, value, onChange, isLine = false, description, maxLength }: Props) {
  const say = useWords(designerWords.field);
  const { document, language, isReadOnly, typeOf } = useForm();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const own = value[language];
  const words = own ?? '';
  const fallback = document.languages[0] === language ? '' : (value[document.languages[0] ?? ''] ?? '');
  const set = (next: string) => {
    const { [language]: _, ...others } = value;
    onChange(next === '' ? others : { ...others, [language]: next });
  };
  const isMissing = own === undefined && fallback !== '';
  const shared = {
    ref: field,
    description,
    label: (
      <Group component="span" gap={6}>
        {label}
        {document.languages.length > 1 && <span style={{ color: 'var(--mantine-color-dimmed)', fontWeight: 400 }}>{language}</span>}
      </Group>
    ),
    value: words,
    readOnly: isReadOnly,
    placeholder: isMissing ? fallback : undefined,
    error: words === '' ? (isMissing ? say('notTranslated') : undefined) : faultOfText(words, typeOf),
    maxLength: maxLength ?? (isLine ? 120 : 4096),
    rightSection: isReadOnly ? undefined : <InsertMenu onInsert={(name) => set(insertAt(field.current, words, `{{ ${name} }}`))} />,
  };
  if (isLine) return <TextInput {...shared} onChange={(event) => set(event.currentTarget.value)} />;
  return <Textarea {...shared} autosize minRows={2} maxRows={10} onChange={(event) => set(event.currentTarget.value)} />;
}
