import { TextInput } from '@mantine/core';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config }: FormProps<'logic.open'>) {
  const say = useFieldWords(nodeWords['logic.open']);
  return <TextInput label={say('calendar')} value={config.calendar.name || config.calendar.id} readOnly />;
}
