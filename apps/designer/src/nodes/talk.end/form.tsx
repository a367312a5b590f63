import { Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'talk.end'>) {
  const say = useWords(designerWords.field);
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
