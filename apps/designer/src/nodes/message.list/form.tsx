import { ItemsField } from '../../fields/items-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { WaitingFields } from '../shared/waiting-fields.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'message.list'>) {
  const say = useFieldWords(nodeWords['message.list']);
  return (
    <>
      <TextField label={say('text')} value={config.text} onChange={(text) => set({ text })} />
      <TextField label={say('listButton')} isLine value={config.button} onChange={(button) => set({ button })} />
      <ItemsField label={say('items')} items={config.items} onChange={(items) => set({ items })} />
      <WaitingFields value={config} set={set} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
