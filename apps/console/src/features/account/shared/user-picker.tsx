import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userPickerQuery } from './people.ts';

export type Person = { id: string; name: string };
export type UserPickerProps = {
  label: string;
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  isClearable?: boolean;
  chosen: Person | null;
  /** Id of a person who is not offered. */
  without?: string;
  onChange: (person: Person | null) => void;
};

const searchDelayMs = 300;

/** One active user, found by name or e-mail. */
export function UserPicker({ chosen, without, isClearable = false, onChange, ...props }: UserPickerProps) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search, searchDelayMs);
  const found = useQuery({ ...userPickerQuery(typed === chosen?.name ? '' : typed), placeholderData: keepPreviousData });
  const people = (found.data?.users ?? []).filter(({ uId }) => uId !== without).map(({ uId, name }) => ({ value: uId, label: name }));
  const isListed = chosen === null || people.some(({ value }) => value === chosen.id);
  return (
    <Select
      {...props}
      searchable
      clearable={isClearable}
      allowDeselect={isClearable}
      data={isListed ? people : [{ value: chosen.id, label: chosen.name }, ...people]}
      value={chosen?.id ?? null}
      // The server has searched: names and e-mail addresses, of which the list shows the names.
      filter={({ options }) => options}
      onSearchChange={setSearch}
      onChange={(id, option) => onChange(id === null ? null : { id, name: option?.label ?? '' })}
    />
  );
}
