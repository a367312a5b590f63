import { Loader, Modal, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Customer } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { formatPhone } from '../shared/phone-number.ts';
import { mergeCandidatesQuery } from './customer.queries.ts';

const searchDelayMs = 300;

export type MergePickerProps = { customer: Pick<Customer, 'id' | 'name'>; onClose: () => void; onPick: (customerId: string) => void };

/** Chooses the customer's duplicate: another person of the phone book, found by name or number. */
export function MergePicker({ customer, onClose, onPick }: MergePickerProps) {
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [typed] = useDebouncedValue(search, searchDelayMs);
  const found = useQuery({ ...mergeCandidatesQuery(typed === chosen?.label ? '' : typed), placeholderData: keepPreviousData });
  const options = (found.data ?? [])
    .filter(({ id }) => id !== customer.id)
    .map(({ id, name, phoneNumber }) => ({ value: id, label: [name, formatPhone(phoneNumber)].filter(Boolean).join(' · ') }));
  const isListed = !chosen || options.some(({ value }) => value === chosen.value);
  return (
    <Modal opened onClose={onClose} title={say('mergeTitle')}>
      <Stack gap="md">
        <Text size="sm">{say('mergePick', { name: customer.name || say('nameless') })}</Text>
        <Select
          label={say('mergeWith')}
          openOnFocus={false}
          data-autofocus
          searchable
          clearable
          maxLength={120}
          data={isListed ? options : [chosen, ...options]}
          value={chosen?.value ?? null}
          searchValue={search}
          onSearchChange={setSearch}
          onChange={(value) => setChosen(options.find((option) => option.value === value))}
          // The server has filtered already.
          filter={({ options: all }) => all}
          // Not within the list: a list box without options is none to a screen reader.
          description={found.data && options.length === 0 ? sayCommon('nothingMatches') : undefined}
          rightSection={found.isPending ? <Loader size={14} /> : undefined}
          error={found.isError ? say('mergeNoList') : undefined}
        />
        <DialogActions submit={say('mergeNext')} isDisabled={!chosen} onCancel={onClose} onSubmit={() => chosen && onPick(chosen.value)} />
      </Stack>
    </Modal>
  );
}
