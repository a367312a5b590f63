import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { charactersOf, variablesOf } from '@parley/contract';
import { IconVariable } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './template.module.css';
import type { FaultOf } from './template-draft.ts';
import { clamp } from './template-draft.ts';

type LimitedTextProps = {
  label: string;
  hint?: string;
  limit: number;
  rows?: number;
  text: string;
  /** Absent: the text takes no variables */
  samples?: Readonly<Record<string, string>>;
  field: string;
  faultOf: FaultOf;
  onChange: (part: { text?: string; samples?: Record<string, string> }) => void;
};

/** A text that stops at its limit and counts what is typed, with a sample for each variable. */
export function LimitedText({ label, hint, limit, rows, text, samples, field, faultOf, onChange }: LimitedTextProps) {
  const say = useWords(channelWords.template);
  const names = samples ? variablesOf(text) : [];
  const handleText = (next: string) => onChange({ text: clamp(next, limit) });
  const addVariable = () => {
    const number = names.filter((name) => /^\d+$/.test(name)).length + 1;
    handleText(`${text}{{${number}}}`);
  };
  const shared = {
    label,
    description: hint,
    value: text,
    error: faultOf(field),
    inputWrapperOrder: ['label', 'description', 'input', 'error'] as ('label' | 'description' | 'input' | 'error')[],
  };
  return (
    <div className={classes.form}>
      {rows ? (
        <Textarea {...shared} autosize minRows={rows} maxRows={16} onChange={(event) => handleText(event.currentTarget.value)} />
      ) : (
        <TextInput {...shared} onChange={(event) => handleText(event.currentTarget.value)} />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" className="tabular">
          {say('counter', { count: charactersOf(text), limit })}
        </Text>
        {samples ? (
          <Button size="compact-xs" variant="subtle" leftSection={<IconVariable size={14} aria-hidden />} onClick={addVariable}>
            {say('addVariable')}
          </Button>
        ) : null}
      </Group>
      {names.length > 0 ? (
        <fieldset className={classes.item}>
          <legend>{say('samples')}</legend>
          {names.map((name) => (
            <TextInput
              key={name}
              label={say('sampleOf', { name: `{{${name}}}`, interpolation: { escapeValue: false } })}
              maxLength={1024}
              value={samples?.[name] ?? ''}
              error={faultOf(`${field}.samples.${name}`)}
              onChange={(event) => onChange({ samples: { ...samples, [name]: event.currentTarget.value } })}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
