import { type ComboboxItem, Loader, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

/** The pause of searches in this area (BCAST-077). */
export const pickerDelayMs = 300;

export type PagedSelectProps = {
  label: string;
  options: ComboboxItem[];
  /** Stays in the list whatever is searched for */
  selected: ComboboxItem | undefined;
  error: ReactNode;
  nothing: string;
  isLoading: boolean;
  isDisabled?: boolean;
  hasMore: boolean;
  onMore: () => void;
  onSearch: (text: string) => void;
  onChange: (value: string) => void;
};

/** A choice out of a list that the server searches and pages: more comes as its end is reached. */
export function PagedSelect({
  label,
  options,
  selected,
  error,
  nothing,
  isLoading,
  isDisabled = false,
  hasMore,
  onMore,
  onSearch,
  onChange,
}: PagedSelectProps) {
  const [text, setText] = useState(selected?.label ?? '');
  const search = useDebouncedCallback(onSearch, pickerDelayMs);
  const isListed = !selected || options.some(({ value }) => value === selected.value);
  return (
    <Select
      label={label}
      withAsterisk
      searchable
      clearable
      disabled={isDisabled}
      data={isListed ? options : [selected, ...options]}
      value={selected?.value ?? null}
      error={error}
      searchValue={text}
      onSearchChange={(next) => {
        setText(next);
        search(next === selected?.label ? '' : next);
      }}
      onChange={(value) => onChange(value ?? '')}
      // The server has filtered already.
      filter={({ options: all }) => all}
      nothingFoundMessage={isLoading ? undefined : nothing}
      rightSection={isLoading ? <Loader size={14} /> : undefined}
      scrollAreaProps={{ onBottomReached: () => hasMore && onMore() }}
    />
  );
}
