import { Paper, Stack, Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../fields/form-context.ts';
import { ItemsField } from '../fields/items-field.tsx';
import { MapField } from '../fields/map-field.tsx';
import { MediaField } from '../fields/media-field.tsx';
import { RefField } from '../fields/ref-field.tsx';
import { Rows } from '../fields/rows.tsx';
import { TimeoutField } from '../fields/seconds-field.tsx';
import { SendingFields } from '../fields/sending-fields.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { designerWords } from '../words.ts';
import type { FormProps } from './form.types.ts';

export function TextForm({ config, set }: FormProps<'message.text'>) {
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

export function MediaForm({ config, set }: FormProps<'message.media'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <MediaField label={say('file')} value={config.media} onChange={(media) => media && set({ media })} />
      <TextField label={say('caption')} value={config.caption} onChange={(caption) => set({ caption })} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}

type Waiting = { waits: boolean; timeoutSeconds: number | null };
function WaitingFields({ value, set }: { value: Waiting; set: (changes: Partial<Waiting>) => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <Switch
        label={say('waits')}
        description={say('waitsWhy')}
        disabled={isReadOnly}
        checked={value.waits}
        onChange={(event) => set({ waits: event.currentTarget.checked })}
      />
      {value.waits && <TimeoutField value={value.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />}
    </>
  );
}

export function ButtonsForm({ config, set }: FormProps<'message.buttons'>) {
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

export function ListForm({ config, set }: FormProps<'message.list'>) {
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

export function TemplateForm({ config, set }: FormProps<'message.template'>) {
  const say = useWords(designerWords.field);
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

export function CardForm({ config, set }: FormProps<'message.card'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <Rows
        label={say('cards')}
        description={say('cardsWhy')}
        rows={config.cards}
        least={1}
        most={10}
        canMove
        make={() => ({ media: null, title: {}, text: {}, items: [] })}
        onChange={(cards) => set({ cards })}
        draw={(card, change) => (
          <Paper withBorder p="xs" radius="md">
            <Stack gap="xs">
              <TextField label={say('title')} isLine value={card.title} onChange={(title) => change({ ...card, title })} />
              <TextField label={say('text')} value={card.text} onChange={(text) => change({ ...card, text })} />
              <MediaField label={say('picture')} isOptional value={card.media} onChange={(media) => change({ ...card, media })} />
              <ItemsField label={say('buttons')} items={card.items} least={0} most={10} onChange={(items) => change({ ...card, items })} />
            </Stack>
          </Paper>
        )}
      />
      <WaitingFields value={config} set={set} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}

export function LocationForm({ config, set }: FormProps<'message.location'>) {
  const say = useWords(designerWords.field);
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
