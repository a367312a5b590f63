import { Textarea } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'mark.note'>) {
  const say = useWords(designerWords.field);
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
