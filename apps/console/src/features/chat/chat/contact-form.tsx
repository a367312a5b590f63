import { Autocomplete, Button, Fieldset, Group, Modal, TextInput } from '@mantine/core';
import { cardLimits, type MessageCard } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
import { defaultCountry, readNumber } from '../../customer/shared/phone-number.ts';
import { agentsQuery } from '../shared/chat.queries.ts';

type Props = { onAdd: (card: MessageCard) => void; onClose: () => void };
type Person = { name: string; phones: string[] };

const toE164 = (typed: string): string | undefined => {
  const number = readNumber(typed, defaultCountry);
  return number?.isPossible && /^\+[1-9]\d{5,14}$/.test(number.e164) ? number.e164 : undefined;
};

/**
 * People for the reply: names of colleagues are offered, numbers are typed. Customers are not offered, since a number that somebody may not
 * see must not leave by a card.
 */
export function ContactForm({ onAdd, onClose }: Props) {
  const say = useWords(chatCardWords.card);
  const { data } = useQuery(agentsQuery);
  const names = [...new Set((data?.users ?? []).map(({ name }) => name).filter(Boolean))];
  const form = useForm<{ people: Person[] }>({
    initial: { people: [{ name: '', phones: [''] }] },
    check: ({ people }) =>
      Object.fromEntries(
        people.flatMap(({ name, phones }, place) => [
          [`people.${place}.name`, name.trim() === '' && say('personEmpty')],
          ...phones.map((phone, at) => [`people.${place}.phones.${at}`, !toE164(phone) && say('phoneFault')]),
        ]),
      ),
  });
  const { people } = form.draft;
  const setPeople = (next: Person[]) => form.change({ people: next });
  const setPhones = (place: number, phones: string[]) =>
    setPeople(people.map((person, at) => (at === place ? { ...person, phones } : person)));
  const handleSubmit = (draft: typeof form.draft) =>
    onAdd({
      kind: 'contacts',
      contacts: draft.people.map(({ name, phones }) => ({ name: name.trim(), phones: phones.flatMap((phone) => toE164(phone) ?? []) })),
    });
  return (
    <Modal opened onClose={onClose} title={say('contactTitle')}>
      <DialogForm submit={say('add')} isBusy={false} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {people.map((person, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people have no id before they are sent, and only the last one goes
          <Fieldset key={place} legend={say('person', { number: place + 1 })}>
            <Autocomplete
              label={say('personName')}
              withAsterisk
              data={names}
              // The list of colleagues would lie above the numbers as soon as the form opens.
              openOnFocus={false}
              limit={8}
              maxLength={cardLimits.nameLength}
              data-autofocus={place === 0 || undefined}
              {...form.field(`people.${place}.name`)}
            />
            {person.phones.map((_phone, at) => (
              <TextInput
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={at}
                type="tel"
                mt="xs"
                label={say('phone', { number: at + 1 })}
                withAsterisk
                maxLength={30}
                {...form.field(`people.${place}.phones.${at}`)}
              />
            ))}
            <Group gap="xs" mt="xs">
              {person.phones.length < cardLimits.phones ? (
                <Button size="compact-sm" variant="subtle" onClick={() => setPhones(place, [...person.phones, ''])}>
                  {say('addPhone')}
                </Button>
              ) : null}
              {person.phones.length > 1 ? (
                <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setPhones(place, person.phones.slice(0, -1))}>
                  {say('removePhone')}
                </Button>
              ) : null}
              {place > 0 && place === people.length - 1 ? (
                <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setPeople(people.slice(0, -1))}>
                  {say('removePerson')}
                </Button>
              ) : null}
            </Group>
          </Fieldset>
        ))}
        {people.length < cardLimits.contacts ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setPeople([...people, { name: '', phones: [''] }])}>
            {say('addPerson')}
          </Button>
        ) : null}
      </DialogForm>
    </Modal>
  );
}
