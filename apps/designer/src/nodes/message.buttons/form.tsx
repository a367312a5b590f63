import { useWords } from '@parley/ui/words';
import { ItemsField } from '../../fields/items-field.tsx';
import { MediaField } from '../../fields/media-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';
import { WaitingFields } from '../shared/waiting-fields.tsx';

export function Form({ config, set }: FormProps<'message.buttons'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <TextField label={say('text')} value={config.text} onChange={(text) => set({ text })} />
      <ItemsField label={say('buttons')} items={config.items} onChange={(items) => set({ items })} />
      <MediaField label={say('picture')} isOptional value={config.media} onChange={(media) => set({ media })} />
      <WaitingFields value={config} set={set} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
