import { Modal, MultiSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { contactsQuery } from './broadcast.queries.ts';
import { pickerDelayMs } from './paged-select.tsx';

/** Contacts of the phone book by name and number; Yes gives their numbers. */
export function PhoneBookDialog({ onClose, onChoose }: { onClose: () => void; onChoose: (numbers: string[]) => void }) {
  const say = useWords(outreachWords.broadcast);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search, pickerDelayMs);
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([]);
  const [isTried, setTried] = useState(false);
  const contacts = useQuery(contactsQuery(wanted, ''));
  const found = (contacts.data ?? [])
    .filter(({ phoneNumber }) => phoneNumber !== '')
    .map(({ name, phoneNumber }) => ({ value: phoneNumber, label: name === '' ? phoneNumber : `${name} · ${phoneNumber}` }));
  // Two people of one number are one choice, and what is chosen stays listed.
  const options = [...new Map([...chosen, ...found].map((option) => [option.value, option])).values()];
  const handleYes = () => {
    setTried(true);
    if (chosen.length === 0) return;
    onChoose(chosen.map(({ value }) => value));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={say('phoneBooksList')}>
      <Stack gap="md">
        <MultiSelect
          label={say('chooseContact')}
          openOnFocus={false}
          data-autofocus
          searchable
          data={options}
          value={chosen.map(({ value }) => value)}
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options: all }) => all}
          nothingFoundMessage={contacts.isFetching ? undefined : say('noRecord')}
          error={isTried && chosen.length === 0 ? outreachWords.broadcastTexts('mandatory') : undefined}
          onChange={(values) => setChosen(options.filter(({ value }) => values.includes(value)))}
        />
        <DialogActions submit={say('yes')} cancel={say('no')} onCancel={onClose} onSubmit={handleYes} />
      </Stack>
    </Modal>
  );
}
