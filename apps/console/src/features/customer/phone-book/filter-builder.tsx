import { Button, Drawer, Group } from '@mantine/core';
import { type Conditions, noConditions, type SavedFilter } from '@parley/contract';
import { useState } from 'react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { filtersQuery } from '../shared/filter.queries.ts';
import { FilterClauses } from '../shared/filter-clauses.tsx';
import { isWhole } from '../shared/filter-draft.ts';
import type { FilterField } from '../shared/filter-fields.ts';
import classes from '../shared/filter-parts.module.css';
import { useConditionsForm } from '../shared/use-conditions-form.ts';
import { MatchCount } from './match-count.tsx';
import { noFilter, tellFailure, useRemoveFilter, useSaveFilter } from './phone-book.queries.ts';
import { NameFilter, SavedFilters } from './saved-filters.tsx';

/** A saved filter, or conditions that nobody has saved. */
export type AppliedFilter = { filter: string; conditions: Conditions };

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

type Named = Pick<SavedFilter, 'name' | 'conditions'>;

function BuilderForm({ applied, fields, filters, onApply, onGone, onClose }: Omit<FilterBuilderProps, 'isOpen'>) {
  const t = useWords(customerWords.phoneBook);
  const [savedId, setSavedId] = useState(applied.filter);
  const saved = filters.find(({ id }) => id === savedId);
  const form = useConditionsForm(saved?.conditions ?? applied.conditions, fields);
  const [isNaming, setNaming] = useState(false);
  const save = useSaveFilter();
  const remove = useRemoveFilter();
  const { conditions } = form;
  const isReady = isWhole(conditions);
  const isEmpty = form.draft.clauses.length === 0;
  const isChanged = saved !== undefined && JSON.stringify(saved.conditions) !== JSON.stringify(conditions);
  const isBusy = save.isPending || remove.isPending;

  const tryTo = (work: () => void) => {
    if (form.isSound()) work();
  };
  const handleApply = () => onApply(saved && !isChanged ? { filter: saved.id, conditions: noConditions } : { filter: '', conditions });
  const loaded = (of: SavedFilter) => ({ values: { name: of.name, conditions: of.conditions }, version: of.version });
  /** Version that the draft began with: a refetched list may have another one. */
  const [begun, setBegun] = useState(saved);
  const versioned = useVersionedForm<Named>({
    typed: { name: begun?.name ?? '', conditions },
    latest: begun && loaded(begun),
    load: async (client) => {
      const stands = (await client.fetchQuery({ ...filtersQuery, staleTime: 0 })).find(({ id }) => id === savedId) ?? gone();
      setBegun(stands);
      return loaded(stands);
    },
    onTake: (values) => form.take(values.conditions),
  });
  const begin = (filter: SavedFilter) => {
    setSavedId(filter.id);
    setBegun(filter);
    versioned.settle(loaded(filter));
  };
  const tellSaved = ({ answer, message }: { answer: SavedFilter; message: string }) => {
    showToast('success', sayDone(message, 'saved'));
    begin(answer);
    setNaming(false);
  };
  const add = (named: Named) => save.mutate(named, { onSuccess: tellSaved, onError: tellFailure });
  const put = async (named: Named, done?: () => void) => {
    try {
      const stored = await versioned.save(
        (values, version) => save.mutateAsync({ id: savedId, ...values, ...(version === undefined ? {} : { version }) }),
        named,
      );
      if (!stored) return;
      tellSaved(stored);
      done?.();
    } catch (error) {
      tellFailure(error);
    }
  };
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
          begin(filter);
          form.begin(filter.conditions);
        }}
        onRename={({ conditions: kept }, name, done) => void put({ name, conditions: kept }, done)}
        onRemove={(filter) => void handleRemove(filter)}
      />
      <form id="phone-book-filter" noValidate className={classes.rows} onSubmit={form.submit(handleApply)}>
        <FilterClauses {...form.clauses} />
      </form>
      <div className={classes.foot}>
        {isReady ? <MatchCount filter={{ ...noFilter, conditions }} /> : null}
        {isNaming ? (
          <NameFilter
            initial=""
            isBusy={isBusy}
            onSave={(name) => tryTo(() => add({ name, conditions }))}
            onCancel={() => setNaming(false)}
          />
        ) : (
          <Group justify="flex-end" gap="xs">
            {isChanged && saved ? (
              <Button
                variant="subtle"
                disabled={isEmpty}
                loading={isBusy}
                onClick={() => tryTo(() => void put({ name: saved.name, conditions }))}
              >
                {t('saveChanges')}
              </Button>
            ) : null}
            <Button variant="default" disabled={isEmpty} onClick={() => tryTo(() => setNaming(true))}>
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
