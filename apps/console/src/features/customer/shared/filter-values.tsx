import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { type ConditionOperator, valueLimitsOf } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { FilterField } from './filter-fields.ts';
import classes from './filter-parts.module.css';

export type FilterValuesProps = {
  field: FilterField;
  operator: ConditionOperator;
  values: string[];
  error: string | undefined;
  onChange: (values: string[]) => void;
};

/** Values that a field is compared with: one, two for a span, or several to choose from. */
export function FilterValues({ field, operator, values, error, onChange }: FilterValuesProps) {
  const t = useWords(customerWords.phoneBook);
  const shared = { 'aria-label': t('value'), error, className: classes.value };
  // The filter keeps values that are no longer options.
  const gone = values.filter((value) => value !== '' && !field.options.some((option) => option.value === value));
  const options = [...field.options, ...gone.map((value) => ({ value, label: value }))];
  if (valueLimitsOf(operator).most > 2) {
    const several = { ...shared, value: values, onChange, maxValues: valueLimitsOf(operator).most };
    return field.options.length > 0 || field.kind === 'sets' ? (
      <MultiSelect {...several} data={options} searchable hidePickedOptions placeholder={values.length === 0 ? t('value') : ''} />
    ) : (
      <TagsInput {...several} maxLength={300} acceptValueOnBlur placeholder={values.length === 0 ? t('severalValues') : ''} />
    );
  }
  if (field.options.length > 0)
    return (
      <Select
        {...shared}
        placeholder={t('value')}
        searchable={field.options.length > 3}
        data={options}
        value={values[0] || null}
        onChange={(next) => onChange(next === null ? [] : [next])}
      />
    );
  const isCount = operator === 'inLastDays';
  const isDay = !isCount && (field.kind === 'date' || field.kind === 'instant');
  const set = (place: number, value: string) => {
    const next = operator === 'between' ? [values[0] ?? '', values[1] ?? ''] : [''];
    next[place] = value;
    onChange(next);
  };
  const input = (place: number, label: string) => {
    const common = {
      'aria-label': label,
      error: (values[place] ?? '').trim() === '' ? error : undefined,
      value: values[place] ?? '',
    };
    if (isDay) return <DateField key={place} {...common} onChange={(day) => set(place, day)} />;
    return (
      <TextInput
        key={place}
        {...common}
        placeholder={isCount ? t('days') : label}
        inputMode={isCount ? 'numeric' : field.kind === 'number' ? 'decimal' : undefined}
        maxLength={300}
        onChange={(event) => set(place, event.currentTarget.value)}
      />
    );
  };
  if (operator !== 'between') return <div className={classes.value}>{input(0, isCount ? t('days') : t('value'))}</div>;
  return (
    <div className={`${classes.value} ${classes.span}`}>
      {input(0, t('from'))}
      {input(1, t('to'))}
    </div>
  );
}
