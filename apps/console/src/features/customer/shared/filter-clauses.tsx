import { Button, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { FilterClause, MatchChoice } from './filter-clause.tsx';
import { addClause, addRow, canAddClause, canAddRow, changeRow, type FilterDraft, matchClause, removeRow } from './filter-draft.ts';
import type { FilterField } from './filter-fields.ts';
import classes from './filter-parts.module.css';

export type FilterClausesProps = {
  draft: FilterDraft;
  fields: readonly FilterField[];
  isTried: boolean;
  onChange: (draft: FilterDraft) => void;
  /** A new condition is still to be filled in: nothing is wrong with it yet. */
  onAdd: () => void;
};

/** Everything that a filter asks for, clause by clause. */
export function FilterClauses({ draft, fields, isTried, onChange, onAdd }: FilterClausesProps) {
  const t = useWords(customerWords.phoneBook);
  const isEmpty = draft.clauses.length === 0;
  const add = (next: FilterDraft) => {
    onChange(next);
    onAdd();
  };
  return (
    <>
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {t('noConditions')}
        </Text>
      ) : null}
      {draft.clauses.length > 1 ? (
        <MatchChoice label={t('matchClauses')} value={draft.match} onChange={(match) => onChange({ ...draft, match })} />
      ) : null}
      {draft.clauses.map((clause, index) => (
        <FilterClause
          key={clause.key}
          clause={clause}
          number={draft.clauses.length > 1 ? index + 1 : undefined}
          firstNumber={1 + draft.clauses.slice(0, index).reduce((sum, { rows }) => sum + rows.length, 0)}
          fields={fields}
          isTried={isTried}
          canAdd={canAddRow(draft)}
          onMatch={(match) => onChange(matchClause(draft, clause.key, match))}
          onAdd={() => add(addRow(draft, clause.key))}
          onChange={(rowKey, condition) => onChange(changeRow(draft, clause.key, rowKey, condition))}
          onRemove={(rowKey) => onChange(removeRow(draft, clause.key, rowKey))}
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        className={classes.add}
        leftSection={<IconFolderPlus size={15} />}
        disabled={!canAddClause(draft)}
        onClick={() => add(addClause(draft))}
      >
        {t(isEmpty ? 'addCondition' : 'addClause')}
      </Button>
    </>
  );
}
