import { Group, TextInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { Rows } from './rows.tsx';
import { SourceField } from './source-field.tsx';
import { VariableField } from './variable-field.tsx';

type Props = {
  label: string;
  nameLabel: string;
  value: Record<string, string>;
  onChange: (value: Record<string, string>) => void;
  description?: string;
  of?: 'sources' | 'variables' | 'names';
};

type Row = { name: string; source: string };

/**
 * Expressions, or variables, by a name. A row whose name is taken or empty stays in the form until it has one; placeholders of the node are there
 * without anybody typing their names.
 */
export function MapField({ label, nameLabel, value, onChange, description, of = 'sources' }: Props) {
  const say = useWords(designerWords.field);
  const { isReadOnly, placeholders } = useForm();
  const samples = new Map(of === 'sources' ? placeholders.map(({ key, sample }) => [key, sample]) : []);
  const recordOf = (given: readonly Row[]) =>
    Object.fromEntries(
      given
        .filter(({ name, source }) => name !== '' && (source !== '' || (of === 'sources' && !samples.has(name))))
        .map(({ name, source }) => [name, source]),
    );
  const rowsOf = () => Object.entries(value).map(([name, source]) => ({ name, source }));
  const [typed, setTyped] = useState<Row[]>(rowsOf);
  // A value changed by undo or from elsewhere replaces the typed one.
  const rows = JSON.stringify(recordOf(typed)) === JSON.stringify(value) ? typed : rowsOf();
  const missing = [...samples.keys()].filter((key) => !rows.some(({ name }) => name === key));
  const set = (next: Row[]) => {
    setTyped(next);
    onChange(recordOf(next));
  };
  return (
    <Rows
      label={label}
      description={description}
      rows={[...rows, ...missing.map((name) => ({ name, source: '' }))]}
      onChange={set}
      make={() => ({ name: '', source: of === 'sources' ? '""' : '' })}
      draw={(row, setRow) => (
        <Group gap={6} wrap="nowrap" align="flex-start" grow>
          <TextInput
            aria-label={nameLabel}
            placeholder={nameLabel}
            value={row.name}
            description={samples.get(row.name)}
            inputWrapperOrder={['input', 'description']}
            readOnly={isReadOnly || samples.has(row.name)}
            maxLength={60}
            onChange={(event) => setRow({ ...row, name: event.currentTarget.value })}
          />
          {of === 'variables' ? (
            <VariableField
              isBare
              label={say('variable')}
              value={row.source}
              isOptional={false}
              onChange={(source) => setRow({ ...row, source })}
            />
          ) : of === 'names' ? (
            <TextInput
              aria-label={say('itsVariable')}
              placeholder={say('itsVariable')}
              value={row.source}
              readOnly={isReadOnly}
              maxLength={60}
              onChange={(event) => setRow({ ...row, source: event.currentTarget.value })}
            />
          ) : (
            <SourceField isBare label={say('value')} value={row.source} onChange={(source) => setRow({ ...row, source })} />
          )}
        </Group>
      )}
    />
  );
}
