import { TextInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'mark.end'>) {
  const say = useFieldWords(nodeWords['mark.end']);
  const { isReadOnly } = useForm();
  return (
    <TextInput
      label={say('outcome')}
      description={say('outcomeWhy')}
      value={config.outcome}
      readOnly={isReadOnly}
      maxLength={60}
      onChange={(event) => set({ outcome: event.currentTarget.value })}
    />
  );
}
