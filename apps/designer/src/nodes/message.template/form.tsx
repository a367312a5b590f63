import { ItemsField } from '../../fields/items-field.tsx';
import { MapField } from '../../fields/map-field.tsx';
import { MediaField } from '../../fields/media-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { WaitingFields } from '../shared/waiting-fields.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'message.template'>) {
  const say = useFieldWords(nodeWords['message.template']);
  return (
    <>
      <RefField label={say('template')} kind="template" value={config.template} onChange={(template) => template && set({ template })} />
      <MapField label={say('templateValues')} nameLabel={say('placeholder')} value={config.values} onChange={(values) => set({ values })} />
      <MediaField label={say('headerMedia')} isOptional value={config.media} onChange={(media) => set({ media })} />
      <ItemsField
        label={say('quickReplies')}
        description={say('quickRepliesWhy')}
        items={config.items}
        least={0}
        most={13}
        hasActions={false}
        onChange={(items) => set({ items })}
      />
      <WaitingFields value={config} set={set} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}
