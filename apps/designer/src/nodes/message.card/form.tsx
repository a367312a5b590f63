import { Paper, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useForm } from '../../fields/form-context.ts';
import { ItemsField } from '../../fields/items-field.tsx';
import { MediaField } from '../../fields/media-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { SendingFields } from '../../fields/sending-fields.tsx';
import { TextField } from '../../fields/text-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { WaitingFields } from '../shared/waiting-fields.tsx';
import { nodeWords, useFieldWords } from '../words.ts';
import { LibraryField } from './library-field.tsx';

export function Form({ config, set }: FormProps<'message.card'>) {
  const say = useFieldWords(nodeWords['message.card']);
  const { isReadOnly } = useForm();
  const [isOfLibrary, setOfLibrary] = useState(config.library !== undefined);
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={say('from')}
        readOnly={isReadOnly}
        data={(['own', 'library'] as const).map((from) => ({ value: from, label: say(`from_${from}`) }))}
        value={isOfLibrary ? 'library' : 'own'}
        onChange={(from) => {
          setOfLibrary(from === 'library');
          // The copy stays as the stream's own cards.
          if (from === 'own') set({ library: undefined });
        }}
      />
      {isOfLibrary ? <LibraryField config={config} set={set} /> : <OwnCards config={config} set={set} />}
      <WaitingFields value={config} set={set} />
      <SendingFields value={config.sending} onChange={(sending) => set({ sending })} />
    </>
  );
}

/** Cards that are written in the stream. */
function OwnCards({ config, set }: FormProps<'message.card'>) {
  const say = useFieldWords(nodeWords['message.card']);
  return (
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
  );
}
