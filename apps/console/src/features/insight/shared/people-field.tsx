import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';

export type Person = { id: string; name: string };
const searchDelayMs = 300;

const readersQuery = (name: string) =>
  queryOptions({
    queryKey: ['boards', 'readers', name],
    queryFn: ({ signal }) => api.boards.readers({ query: { name } }, { signal }),
    placeholderData: keepPreviousData,
  });

type Props = {
  label: string;
  description?: string;
  error?: string | undefined;
  people: readonly Person[];
  most: number;
  isRequired?: boolean;
  onChange: (people: Person[]) => void;
};

/** Several users who may see figures of chats, found by name. */
export function PeopleField({ people, most, isRequired = false, onChange, ...props }: Props) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search, searchDelayMs);
  const { data: found = [] } = useQuery(readersQuery(typed));
  const known = [...people, ...found.filter(({ id }) => !people.some((person) => person.id === id))];
  return (
    <MultiSelect
      {...props}
      withAsterisk={isRequired}
      searchable
      maxValues={most}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={people.map(({ id }) => id)}
      // The server has searched.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(ids) => onChange(ids.flatMap((id) => known.find((person) => person.id === id) ?? []))}
    />
  );
}
