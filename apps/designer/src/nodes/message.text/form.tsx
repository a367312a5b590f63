import { Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'message.text'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <TextField label={say('text')} value={config.text} onChange={(text) => set({ text })} />
      <Switch
        label={say('showsLink')}
        disabled={isReadOnly}
        checked={config.showsLink}
        onChange={(event) => set({ showsLink: event.currentTarget.checked })}
      />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
