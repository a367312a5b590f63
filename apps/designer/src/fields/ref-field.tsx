import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { JourneyRefKind } from '@parley/contract/journey/ref-kinds';
import type { Ref } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefs } from '../frame/api-context.ts';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

type Props<Kind extends JourneyRefKind> = {
  label: string;
  kind: Kind;
  value: (Ref & { ref: Kind }) | null;
  onChange: (value: { ref: Kind; id: string; name: string } | null) => void;
  isOptional?: boolean;
  description?: string;
  isBare?: boolean;
  /** Skill of an intent */
  within?: string;
  /** Returns whether a record may be chosen here */
  fits?: (extra: Readonly<Record<string, unknown>>) => boolean;
};

/** Something of the enterprise, chosen by its name. */
export function RefField<Kind extends JourneyRefKind>({
  label,
  kind,
  value,
  onChange,
  isOptional = false,
  description,
  isBare = false,
  within,
  fits = () => true,
}: Props<Kind>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const refs = useRefs();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search === value?.name ? '' : search, 300);
  const [isOpen, setOpen] = useState(false);
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: ['refs', kind, asked, within ?? ''],
    queryFn: () => refs(kind, asked, within),
    enabled: isOpen && within !== '',
    placeholderData: keepPreviousData,
  });
  const chosen = value && value.id !== '' ? [{ id: value.id, name: value.name || value.id }] : [];
  const choices = [...chosen, ...data.filter(({ id, extra }) => id !== value?.id && fits(extra))];
  const nameCounts = new Map<string, number>();
  for (const { name } of choices) nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1);
  const detailOf = (id: string) => data.find((one) => one.id === id)?.detail ?? '';
  const isLost = value !== null && value.id === '' && value.name !== '';
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      description={description}
      data={choices.map(({ id, name }) => ({
        value: id,
        label: nameCounts.get(name) === 1 || detailOf(id) === '' ? name : `${name} · ${detailOf(id)}`,
      }))}
      value={value?.id || null}
      placeholder={isLost ? say('formerly', { name: value.name }) : say('choose')}
      searchable
      readOnly={isReadOnly}
      clearable={isOptional && !isReadOnly}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      nothingFoundMessage={within === '' ? say('chooseFirst') : isError ? say('notLoaded') : isFetching ? say('loading') : say('nothing')}
      filter={({ options }) => options}
      error={value !== null && value.id === '' && !isOptional ? (isLost ? say('chooseAgain') : say('chooseOne')) : undefined}
      onChange={(id) => {
        const found = choices.find((one) => one.id === id);
        onChange(found ? { ref: kind, id: found.id, name: found.name } : null);
      }}
    />
  );
}
