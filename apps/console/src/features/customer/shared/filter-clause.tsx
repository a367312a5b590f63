import { Button, SegmentedControl } from '@mantine/core';
import type { Condition, Match } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { DraftClause } from './filter-draft.ts';
import type { FilterField } from './filter-fields.ts';
import classes from './filter-parts.module.css';
import { FilterRow } from './filter-row.tsx';

export type FilterClauseProps = {
  clause: DraftClause;
  /** Its number where there are several, which each have a name then. */
  number: number | undefined;
  /** Number of its first condition, counted over all clauses. */
  firstNumber: number;
  fields: readonly FilterField[];
  isTried: boolean;
  canAdd: boolean;
  onMatch: (match: Match) => void;
  onAdd: () => void;
  onChange: (rowKey: number, condition: Condition) => void;
  onRemove: (rowKey: number) => void;
};

/** Conditions that are joined by all or any. */
export function FilterClause({
  clause,
  number,
  firstNumber,
  fields,
  isTried,
  canAdd,
  onMatch,
  onAdd,
  onChange,
  onRemove,
}: FilterClauseProps) {
  const t = useWords(customerWords.phoneBook);
  const name = number === undefined ? undefined : t('clause', { number });
  return (
    <section className={name ? classes.clause : classes.rows} aria-label={name}>
      {name ? <h3 className={classes.clauseTitle}>{name}</h3> : null}
      {clause.rows.length > 1 ? (
        <MatchChoice label={name ? t('matchOf', { name }) : t('match')} value={clause.match} onChange={onMatch} />
      ) : null}
      {clause.rows.map(({ key, condition }, index) => (
        <FilterRow
          key={key}
          number={firstNumber + index}
          condition={condition}
          fields={fields}
          isTried={isTried}
          onChange={(next) => onChange(key, next)}
          onRemove={() => onRemove(key)}
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        className={classes.add}
        leftSection={<IconPlus size={15} />}
        aria-label={name ? t('addConditionTo', { name }) : undefined}
        disabled={!canAdd}
        onClick={onAdd}
      >
        {t('addCondition')}
      </Button>
    </section>
  );
}

/** Tells whether all must hold or any. */
export function MatchChoice({ label, value, onChange }: { label: string; value: Match; onChange: (match: Match) => void }) {
  const t = useWords(customerWords.phoneBook);
  return (
    <SegmentedControl
      size="xs"
      className={classes.match}
      aria-label={label}
      data={[
        { value: 'all', label: t('matchAll') },
        { value: 'any', label: t('matchAny') },
      ]}
      value={value}
      onChange={(match) => onChange(match as Match)}
    />
  );
}
