import { TextInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'mark.end'>) {
  const say = useWords(designerWords.field);
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
