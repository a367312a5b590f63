import { Stack } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'data.set'>) {
  const say = useFieldWords(nodeWords['data.set']);
  const { document } = useForm();
  return (
    <Rows
      label={say('assignments')}
      rows={config.assignments}
      least={1}
      most={20}
      canMove
      make={() => ({ variable: document.variables[0]?.name ?? 'value', value: '""' })}
      onChange={(assignments) => set({ assignments })}
      draw={(row, change) => (
        <Stack gap={4}>
          <VariableField
            isBare
            isOptional={false}
            label={say('variable')}
            value={row.variable}
            onChange={(variable) => variable !== '' && change({ ...row, variable })}
          />
          <SourceField
            isBare
            label={say('value')}
            placeholder={say('value')}
            value={row.value}
            onChange={(value) => change({ ...row, value })}
          />
        </Stack>
      )}
    />
  );
}
