import { useWords } from '@parley/ui/words';
import { ItemsField } from '../../fields/items-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';
import { WaitingFields } from '../shared/waiting-fields.tsx';

export function Form({ config, set }: FormProps<'message.list'>) {
  const say = useWords(designerWords.field);
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
