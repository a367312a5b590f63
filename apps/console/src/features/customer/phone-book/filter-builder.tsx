import { Button, Drawer, Group, Text } from '@mantine/core';
import type { Condition, SavedFilter } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './filter-builder.module.css';
import { dateField, type FilterField, isComplete, needsValue, toDay, toDayBound } from './filter-fields.ts';
import { FilterRow } from './filter-row.tsx';
import { type FilterDraft, useRemoveFilter, useSaveFilter } from './phone-book.queries.ts';
import { NameFilter, SavedFilters } from './saved-filters.tsx';

/** A saved filter, or conditions that nobody has saved. */
export type AppliedFilter = { filter: string; conditions: Condition[] };

export type FilterBuilderProps = {
  isOpen: boolean;
  applied: AppliedFilter;
  fields: readonly FilterField[];
  filters: readonly SavedFilter[];
  onApply: (next: AppliedFilter) => void;
  /** A filter that is gone cannot stay applied. */
  onGone: (filterId: string) => void;
  onClose: () => void;
};

export function FilterBuilder({ isOpen, onClose, ...props }: FilterBuilderProps) {
  const t = useWords(customerWords.phoneBook);
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('filterTitle')} position="right" size="md">
      {/* Drawn anew at each opening, so it starts from what the list shows. */}
      {isOpen ? <BuilderForm {...props} onClose={onClose} /> : null}
    </Drawer>
  );
}

type Row = { key: number; condition: Condition };
let lastKey = 0;
const emptyCondition: Condition = { field: 'name', operator: 'contains', value: '' };
const mostConditions = 20;

/** While it is edited a date is a day; what the field holds in between is no instant. */
const toRows = (conditions: readonly Condition[]): Row[] =>
  conditions.map((condition) => ({
    key: ++lastKey,
    condition: condition.field === dateField ? { ...condition, value: toDay(condition.value) } : condition,
  }));

/** What is sent: trimmed, and without values that the comparison does not read. */
const tidy = (rows: readonly Row[]): Condition[] =>
  rows.map(({ condition }) => {
    const { field, operator, value } = condition;
    if (!needsValue(operator)) return { ...condition, value: '' };
    return { ...condition, value: field === dateField ? toDayBound(value, operator) : value.trim() };
  });

function BuilderForm({ applied, fields, filters, onApply, onGone, onClose }: Omit<FilterBuilderProps, 'isOpen'>) {
  const t = useWords(customerWords.phoneBook);
  const [savedId, setSavedId] = useState(applied.filter);
  const saved = filters.find(({ id }) => id === savedId);
  const [rows, setRows] = useState(() => {
    const initial = toRows(saved?.conditions ?? applied.conditions);
    return initial.length > 0 ? initial : toRows([emptyCondition]);
  });
  const [isTried, setTried] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const save = useSaveFilter();
  const remove = useRemoveFilter();
  const conditions = tidy(rows);
  const isWhole = conditions.every(isComplete);
  const isChanged = saved !== undefined && JSON.stringify(saved.conditions) !== JSON.stringify(conditions);
  const isBusy = save.isPending || remove.isPending;

  const change = (key: number, condition: Condition) => setRows(rows.map((row) => (row.key === key ? { key, condition } : row)));
  const tryTo = (work: () => void) => {
    setTried(true);
    if (isWhole) work();
  };
  const handleApply = () => onApply(saved && !isChanged ? { filter: saved.id, conditions: [] } : { filter: '', conditions });
  const put = (draft: FilterDraft, done?: () => void) =>
    save.mutate(draft, {
      onSuccess: ({ answer, message }) => {
        showToast('success', sayDone(message, 'saved'));
        setSavedId(answer.id);
        setNaming(false);
        done?.();
      },
    });
  const handleRemove = async (filter: SavedFilter) => {
    if (!(await confirmDelete('delete', filter.name))) return;
    remove.mutate(filter.id, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'deleted'));
        setSavedId('');
        onGone(filter.id);
      },
    });
  };

  return (
    <div className={classes.builder}>
      <SavedFilters
        key={savedId}
        filters={filters}
        savedId={savedId}
        isBusy={isBusy}
        onChoose={(filter) => {
          setSavedId(filter.id);
          setRows(toRows(filter.conditions));
          setTried(false);
        }}
        onRename={({ id, conditions: kept }, name, done) => put({ id, name, conditions: kept }, done)}
        onRemove={(filter) => void handleRemove(filter)}
      />
      <Text size="sm" c="dimmed">
        {t(rows.length === 0 ? 'noConditions' : 'filterHint')}
      </Text>
      <form
        id="phone-book-filter"
        noValidate
        className={classes.rows}
        onSubmit={(event) => {
          event.preventDefault();
          tryTo(handleApply);
        }}
      >
        {rows.map(({ key, condition }, index) => (
          <FilterRow
            key={key}
            number={index + 1}
            condition={condition}
            fields={fields}
            isTried={isTried}
            onChange={(next) => change(key, next)}
            onRemove={() => setRows(rows.filter((row) => row.key !== key))}
          />
        ))}
        <Button
          variant="subtle"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={15} />}
          disabled={rows.length >= mostConditions}
          onClick={() => {
            setRows([...rows, ...toRows([emptyCondition])]);
            setTried(false);
          }}
        >
          {t('addCondition')}
        </Button>
      </form>
      <div className={classes.foot}>
        {isNaming ? (
          <NameFilter
            initial=""
            isBusy={isBusy}
            onSave={(name) => tryTo(() => put({ name, conditions }))}
            onCancel={() => setNaming(false)}
          />
        ) : (
          <Group justify="flex-end" gap="xs">
            {isChanged && saved ? (
              <Button
                variant="subtle"
                disabled={rows.length === 0}
                loading={isBusy}
                onClick={() => tryTo(() => put({ id: saved.id, name: saved.name, conditions }))}
              >
                {t('saveChanges')}
              </Button>
            ) : null}
            <Button variant="default" disabled={rows.length === 0} onClick={() => tryTo(() => setNaming(true))}>
              {t('saveAs')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" form="phone-book-filter">
              {t('apply')}
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
}
