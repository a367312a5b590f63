import { ActionIcon, Select } from '@mantine/core';
import { type Condition, type ConditionOperator, valueLimitsOf } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type FilterField, findField, isComplete, moveToField, operatorLabel, operatorsOf } from './filter-fields.ts';
import classes from './filter-parts.module.css';
import { FilterValues } from './filter-values.tsx';

export type FilterRowProps = {
  number: number;
  condition: Condition;
  fields: readonly FilterField[];
  /** Blank values are pointed out only once somebody has tried to go on. */
  isTried: boolean;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** One condition: field, comparison, values. */
export function FilterRow({ number, condition, fields, isTried, onChange, onRemove }: FilterRowProps) {
  const t = useWords(customerWords.phoneBook);
  const field = findField(t, fields, condition.field);
  const known = fields.some(({ id }) => id === field.id) ? fields : [...fields, field];
  const operators = [...new Set([...operatorsOf(field.kind), condition.operator])];
  const handleOperator = (operator: ConditionOperator) =>
    // A number of days is no day, and the other way round.
    onChange({
      ...condition,
      operator,
      values: (operator === 'inLastDays') === (condition.operator === 'inLastDays') ? condition.values : [],
    });
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
        onChange={(operator) => operator && handleOperator(operator as ConditionOperator)}
      />
      <ActionIcon size={34} className={classes.remove} aria-label={t('removeCondition', { number })} onClick={onRemove}>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
      {valueLimitsOf(condition.operator).least > 0 ? (
        <FilterValues
          field={field}
          operator={condition.operator}
          values={condition.values}
          error={isTried && !isComplete(condition) ? t('required') : undefined}
          onChange={(values) => onChange({ ...condition, values })}
        />
      ) : null}
    </fieldset>
  );
}
