import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { refNamesQuery } from './journey.queries.ts';

type Item = { value: string; label: string };
type RefSelectProps = {
  label: string;
  nothingFound: string;
  isOptional: boolean;
  /** Id of the rule's stream; '' until one is chosen */
  journeyId: string;
  groups: readonly { kind: 'attribute' | 'group' | 'label'; title: string }[];
  /** Further choices behind the groups */
  more?: { title: string; items: Item[] };
  value: string;
  onChange: (value: string) => void;
};
const searchDelayMs = 250;

/** One of what the phone book has; the server looks through the names, as there may be many. */
export function RefSelect({ label, nothingFound, isOptional, journeyId, groups, more, value, onChange }: RefSelectProps) {
  const say = useWords(journeyWords.entry);
  const [search, setSearch] = useState('');
  const [picked, setPicked] = useState<Item>();
  const [asked] = useDebouncedValue(search === picked?.label ? '' : search, searchDelayMs);
  const found = useQueries({
    queries: groups.map(({ kind }) => ({ ...refNamesQuery(journeyId, kind, asked), enabled: journeyId !== '' })),
  });
  const failure = found.find(({ error }) => error)?.error;
  const data = [
    ...groups.map(({ title }, place) => ({
      group: title,
      items: (found[place]?.data ?? []).map(({ id, name }): Item => ({ value: id, label: name })),
    })),
    ...(more ? [{ group: more.title, items: more.items }] : []),
  ];
  const isListed = data.some(({ items }) => items.some((item) => item.value === picked?.value));
  return (
    <Select
      label={label}
      required={!isOptional}
      searchable
      disabled={journeyId === ''}
      description={journeyId === '' ? say('chooseStream') : undefined}
      nothingFoundMessage={nothingFound}
      error={failure ? describeFailure(failure).message : undefined}
      data={picked && !isListed ? [picked, ...data] : data}
      value={value || null}
      onSearchChange={setSearch}
      onChange={(next, option) => {
        setPicked(option ? { value: option.value, label: option.label } : undefined);
        onChange(next ?? '');
      }}
    />
  );
}
