import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import type { VariableMapping } from '@parley/contract';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from './broadcast.module.css';
import type { Column } from './send-draft.ts';

type Part = VariableMapping['mappings'][number];
type ExpressionDialogProps = {
  variables: readonly string[];
  columns: readonly Column[];
  mappings: readonly Part[];
  onClose: () => void;
  onSave: (mappings: Part[]) => void;
};

/** Values of the variables in an address. */
export function ExpressionDialog({ variables, columns, mappings, onClose, onSave }: ExpressionDialogProps) {
  const say = useWords(outreachWords.broadcast);
  const [parts, setParts] = useState<Part[]>(() =>
    variables.map((variable) => mappings.find((part) => part.variable === variable) ?? { variable, type: 'static', value: '' }),
  );
  const [isTried, setTried] = useState(false);
  const set = (variable: string, change: Partial<Part>) =>
    setParts((old) => old.map((part) => (part.variable === variable ? { ...part, ...change } : part)));
  const handleSave = () => {
    setTried(true);
    if (parts.every(({ value }) => value.trim() !== '')) onSave(parts);
  };
  return (
    <Modal opened onClose={onClose} title={say('urlVariables')} size="lg">
      <Stack gap="md">
        {parts.map(({ variable, type, value }) => {
          const fault = isTried && value.trim() === '' ? outreachWords.broadcastTexts('mandatory') : undefined;
          return (
            <div key={variable} className={classes.mapping}>
              <Text size="sm" fw={550}>{`{{${variable}}}`}</Text>
              <Select
                aria-label={say('typeOf', { name: variable })}
                allowDeselect={false}
                data={(columns.length > 0 ? (['static', 'column'] as const) : (['static'] as const)).map((one) => ({
                  value: one,
                  label: say(one),
                }))}
                value={type}
                onChange={(next) => set(variable, { type: next === 'column' ? 'column' : 'static', value: '' })}
              />
              {type === 'column' ? (
                <Select
                  aria-label={say('sourceValue', { name: variable })}
                  placeholder={say('chooseColumn')}
                  searchable
                  data={columns.map((column) => ({ value: column.name, label: column.label }))}
                  value={value === '' ? null : value}
                  error={fault}
                  onChange={(column) => set(variable, { value: column ?? '' })}
                />
              ) : (
                <TextInput
                  aria-label={say('sourceValue', { name: variable })}
                  maxLength={2000}
                  value={value}
                  error={fault}
                  onChange={(event) => set(variable, { value: event.currentTarget.value })}
                />
              )}
            </div>
          );
        })}
        <DialogActions submit={say('map')} onCancel={onClose} onSubmit={handleSave} />
      </Stack>
    </Modal>
  );
}
