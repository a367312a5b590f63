import { useWords } from '@parley/ui/words';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

/** Form of a node from an imported stream: forms cannot be built here yet, so its settings are shown and can be removed. */
export function Form({ config, set }: FormProps<'input.form'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <TextField label={say('question')} value={config.text} onChange={(text) => set({ text })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
