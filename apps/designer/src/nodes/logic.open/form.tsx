import { TextInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config }: FormProps<'logic.open'>) {
  const say = useWords(designerWords.field);
  return <TextInput label={say('calendar')} value={config.calendar.name || config.calendar.id} readOnly />;
}
