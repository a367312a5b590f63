import { MediaField } from '../../fields/media-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'message.media'>) {
  const say = useFieldWords(nodeWords['message.media']);
  return (
    <>
      <MediaField label={say('file')} value={config.media} onChange={(media) => media && set({ media })} />
      <TextField label={say('caption')} value={config.caption} onChange={(caption) => set({ caption })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
