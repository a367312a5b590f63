import { Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'message.text'>) {
  const say = useFieldWords(nodeWords['message.text']);
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
