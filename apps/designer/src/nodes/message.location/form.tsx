import { SendingFields } from '../../fields/sending-fields.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'message.location'>) {
  const say = useFieldWords(nodeWords['message.location']);
  return (
    <>
      <SourceField label={say('latitude')} value={config.latitude} onChange={(latitude) => set({ latitude })} />
      <SourceField label={say('longitude')} value={config.longitude} onChange={(longitude) => set({ longitude })} />
      <TextField label={say('placeName')} isLine value={config.name} onChange={(name) => set({ name })} />
      <TextField label={say('placeAddress')} isLine maxLength={4096} value={config.address} onChange={(address) => set({ address })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
