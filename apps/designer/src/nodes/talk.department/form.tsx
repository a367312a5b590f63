import { MultiSelect, Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { TimeoutField } from '../../fields/seconds-field.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'talk.department'>) {
  const say = useFieldWords(nodeWords['talk.department']);
  const { document, isReadOnly } = useForm();
  return (
    <>
      <RefField
        label={say('department')}
        kind="department"
        value={config.department}
        onChange={(department) => department && set({ department })}
      />
      <NumberField label={say('priority')} value={config.priority} least={0} most={9} onChange={(priority) => set({ priority })} />
      <TextField label={say('agentNote')} value={config.note} onChange={(note) => set({ note })} />
      <MultiSelect
        label={say('shows')}
        readOnly={isReadOnly}
        searchable
        data={document.variables.map(({ name }) => name)}
        value={config.shows}
        maxValues={30}
        onChange={(shows) => set({ shows })}
      />
      <Switch
        label={say('returns')}
        description={say('returnsWhy')}
        disabled={isReadOnly}
        checked={config.returns}
        onChange={(event) => set({ returns: event.currentTarget.checked })}
      />
      <TimeoutField value={config.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />
    </>
  );
}
