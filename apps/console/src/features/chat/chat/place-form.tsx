import { Anchor, Modal, TextInput } from '@mantine/core';
import { cardLimits, cutText, type MessageCard, mapLinkOf } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { parseMapLink } from '../../../lib/map-link.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';

type Props = { onAdd: (card: MessageCard) => void; onClose: () => void };

/** A place for the reply: from a pasted map link, or from coordinates. */
export function PlaceForm({ onAdd, onClose }: Props) {
  const say = useWords(chatCardWords.card);
  const form = useForm({
    initial: { link: '', name: '', address: '' },
    check: ({ link }) => ({ link: !parseMapLink(link) && say(link.trim() === '' ? 'linkEmpty' : 'linkFault') }),
  });
  const { link, name: typedName } = form.draft;
  const place = parseMapLink(link);
  const handleSubmit = ({ name, address }: typeof form.draft) => {
    if (!place) return;
    const { latitude, longitude, name: found } = place;
    const title = cutText(name.trim() || found, cardLimits.nameLength);
    onAdd({ kind: 'location', latitude, longitude, name: title, address: address.trim() });
  };
  return (
    <Modal opened onClose={onClose} title={say('placeTitle')}>
      <DialogForm submit={say('add')} isBusy={false} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        <TextInput label={say('link')} description={say('linkHint')} withAsterisk maxLength={2000} data-autofocus {...form.field('link')} />
        {place ? (
          <Anchor href={mapLinkOf(place)} target="_blank" rel="noreferrer noopener" size="sm">
            {say('checkOnMap', { place: `${place.latitude}, ${place.longitude}` })}
          </Anchor>
        ) : null}
        <TextInput
          label={say('name')}
          maxLength={cardLimits.nameLength}
          placeholder={typedName === '' ? (place?.name ?? '') : ''}
          {...form.field('name')}
        />
        <TextInput label={say('address')} maxLength={cardLimits.addressLength} {...form.field('address')} />
      </DialogForm>
    </Modal>
  );
}
