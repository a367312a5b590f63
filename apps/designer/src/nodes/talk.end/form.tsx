import { Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'talk.end'>) {
  const say = useFieldWords(nodeWords['talk.end']);
  const { isReadOnly } = useForm();
  return (
    <>
      <TextField label={say('farewell')} value={config.text} onChange={(text) => set({ text })} />
      <Switch
        label={say('asksRating')}
        disabled={isReadOnly}
        checked={config.asksRating}
        onChange={(event) => set({ asksRating: event.currentTarget.checked })}
      />
    </>
  );
}
