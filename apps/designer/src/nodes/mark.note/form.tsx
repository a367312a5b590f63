import { Textarea } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'mark.note'>) {
  const say = useFieldWords(nodeWords['mark.note']);
  const { isReadOnly } = useForm();
  return (
    <Textarea
      label={say('noteText')}
      autosize
      minRows={3}
      value={config.text}
      readOnly={isReadOnly}
      maxLength={4096}
      onChange={(event) => set({ text: event.currentTarget.value })}
    />
  );
}
