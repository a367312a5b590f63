import { Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { caseOperators } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'logic.switch'>) {
  const say = useFieldWords(nodeWords['logic.switch']);
  const sayOperator = useWords(designerWords.operator);
  const { isReadOnly } = useForm();
  return (
    <>
      <SourceField label={say('value')} value={config.value} onChange={(value) => set({ value })} />
      <Rows
        label={say('cases')}
        rows={config.cases}
        least={1}
        most={50}
        canMove
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), name: '', operator: 'is' as const, values: ['""'] })}
        onChange={(cases) => set({ cases })}
        draw={(one, change) => (
          <Paper withBorder p="xs" radius="md">
            <Stack gap={6}>
              <Group gap={6} wrap="nowrap" grow>
                <TextInput
                  aria-label={say('name')}
                  placeholder={say('name')}
                  value={one.name}
                  readOnly={isReadOnly}
                  maxLength={60}
                  onChange={(event) => change({ ...one, name: event.currentTarget.value })}
                />
                <Select
                  aria-label={say('operator')}
                  readOnly={isReadOnly}
                  data={caseOperators.map((operator) => ({ value: operator, label: sayOperator(operator) }))}
                  value={one.operator}
                  onChange={(next) => {
                    const operator = caseOperators.find((known) => known === next);
                    if (operator)
                      change({
                        ...one,
                        operator,
                        values: operator === 'between' ? [one.values[0] ?? '0', one.values[1] ?? '0'] : one.values.slice(0, 1),
                      });
                  }}
                />
              </Group>
              {one.values.map((source, place) => (
                <SourceField
                  // biome-ignore lint/suspicious/noArrayIndexKey: values have nothing else to be told apart by
                  key={place}
                  isBare
                  label={place === 0 ? say('value') : say('valueTo')}
                  value={source}
                  onChange={(next) => change({ ...one, values: one.values.with(place, next) })}
                />
              ))}
            </Stack>
          </Paper>
        )}
      />
    </>
  );
}
