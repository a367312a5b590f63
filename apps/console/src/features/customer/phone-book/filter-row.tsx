import { ActionIcon, Select, TextInput } from '@mantine/core';
import type { Condition } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './filter-builder.module.css';
import {
  type FilterField,
  findField,
  isComplete,
  moveToField,
  needsValue,
  type Operator,
  operatorLabel,
  operatorsOf,
  sayOption,
} from './filter-fields.ts';

export type FilterRowProps = {
  number: number;
  condition: Condition;
  fields: readonly FilterField[];
  /** Blank values are pointed out only once somebody has tried to go on. */
  isTried: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** One condition: field, comparison, value. */
export function FilterRow({ number, condition, fields, isTried, onChange, onRemove }: FilterRowProps) {
  const t = useWords(customerWords.phoneBook);
  const field = findField(t, fields, condition.field);
  const known = fields.some(({ id }) => id === field.id) ? fields : [...fields, field];
  const operators = operatorsOf[field.kind].includes(condition.operator)
    ? operatorsOf[field.kind]
    : [...operatorsOf[field.kind], condition.operator];
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{t('condition', { number })}</legend>
      <Select
        aria-label={t('field')}
        searchable
        data={known.map(({ id, label }) => ({ value: id, label }))}
        value={field.id}
        onChange={(id) => id && onChange(moveToField(condition, field, findField(t, fields, id)))}
      />
      <Select
        aria-label={t('operator')}
        data={operators.map((operator) => ({ value: operator, label: operatorLabel(t, field.kind, operator) }))}
        value={condition.operator}
        onChange={(operator) => operator && onChange({ ...condition, operator: operator as Operator })}
      />
      <ActionIcon size={34} className={classes.remove} aria-label={t('removeCondition', { number })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
      {needsValue(condition.operator) ? (
        <ValueInput
          field={field}
          value={condition.value}
          error={isTried && !isComplete(condition) ? t('required') : undefined}
          onChange={(value) => onChange({ ...condition, value })}
        />
      ) : null}
    </fieldset>
  );
}

type ValueInputProps = { field: FilterField; value: string; error: string | undefined; onChange: (value: string) => void };

function ValueInput({ field, value, error, onChange }: ValueInputProps) {
  const t = useWords(customerWords.phoneBook);
  const shared = { 'aria-label': t('value'), placeholder: t('value'), error, className: classes.value };
  if (field.kind === 'boolean' || field.kind === 'choice' || field.kind === 'choices' || field.kind === 'consent') {
    const options =
      field.kind === 'boolean'
        ? [
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]
        : // A value that is no longer an option is still what the filter asks for.
          [...new Set([...field.options, ...(value === '' ? [] : [value])])].map((option) => ({
            value: option,
            label: sayOption(field.kind, option),
          }));
    return (
      <Select
        {...shared}
        searchable={field.kind !== 'boolean'}
        data={options}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={field.kind === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
      maxLength={300}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
