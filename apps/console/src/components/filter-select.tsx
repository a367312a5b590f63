import { Select } from '@mantine/core';

export type FilterSelectProps<V extends string> = {
  /** Says what is filtered by; stands above the field or, with `isLabelHidden`, is for those who do not see it. */
  label: string;
  isLabelHidden?: boolean;
  /** Text of the field while nothing is chosen. */
  all: string;
  /** '' is all of them. */
  value: V | '';
  data: readonly { value: V; label: string }[];
  onChange: (value: V | '') => void;
};

/** Above this number of options, typing is quicker than looking. */
const manyOptions = 10;

/** One filter of a list: a choice, or all. */
export function FilterSelect<V extends string>({ label, isLabelHidden = false, all, value, data, onChange }: FilterSelectProps<V>) {
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      placeholder={all}
      clearable
      searchable={data.length > manyOptions}
      data={[...data]}
      value={value === '' ? null : value}
      onChange={(next) => onChange((next ?? '') as V | '')}
    />
  );
}
