import { useDisclosure } from '@mantine/hooks';
import { noConditions } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { CustomerTable } from './customer-table.tsx';
import { DoublesNotice } from './doubles-notice.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { FilterChips } from './filter-chips.tsx';
import { MatchCount } from './match-count.tsx';
import classes from './phone-book.module.css';
import { FirstCustomer, PhoneBookHeader } from './phone-book-header.tsx';
import { PhoneBookTools } from './phone-book-tools.tsx';
import { SetColumn } from './set-column.tsx';
import { type Popup, SetPopups } from './set-popups.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { usePhoneBook } from './use-phone-book.ts';
import { usePicked } from './use-picked.ts';

/** Everybody whom the enterprise talks to, by group and label (001 section 2.6). */
export function PhoneBookPage() {
  const t = useWords(customerWords.phoneBook);
  const book = usePhoneBook();
  const { search, change, filter, customers, rows, hasMore, isBeyondEnd, set } = book;
  const { from } = search;
  const navigate = useNavigate();
  const { picked, selection, pick, pickWhole, clear } = usePicked(filter);
  const actions = useBulkActions();
  const [popup, setPopup] = useState<Popup>();
  const [isFilterOpen, builder] = useDisclosure(false);

  const canPickAll =
    !picked.isWhole && (hasMore || from > 0) && rows !== undefined && rows.length > 0 && rows.every(({ id }) => picked.ids.includes(id));
  const handlePickAll = () => actions.count.mutate({ filter }, { onSuccess: pickWhole });
  const handleRemovePicked = () => {
    const one = picked.ids.length === 1 ? rows?.find(({ id }) => id === picked.ids[0]) : undefined;
    void (one ? actions.removeOne(one, clear) : actions.removePicked(picked, selection, clear));
  };
  const [keptId, otherId] = picked.ids;
  const handleMerge =
    picked.ids.length === 2 && keptId && otherId
      ? () =>
          void navigate({ to: '/customer-master/customers/view/$customerId', params: { customerId: keptId }, search: { merge: otherId } })
      : undefined;
  const handleClearFilters = () => change({ search: '', filter: '', conditions: noConditions });
  return (
    <div>
      <PhoneBookHeader
        chosen={search}
        isExporting={actions.isBusy && picked.count === 0}
        onExport={() => void actions.exportAll({ filter })}
      />
      <div className={classes.layout}>
        <SetColumn groupId={search.group} labelId={search.label} onChange={change} onOpen={setPopup} />
        <div className={classes.list}>
          <BulkProgress />
          <DoublesNotice />
          <PhoneBookTools
            search={search.search}
            conditionCount={book.conditionCount}
            picked={picked}
            canPickAll={canPickAll}
            isCounting={actions.count.isPending}
            onSearch={(text) => change({ search: text }, { isReplacing: true })}
            onFilter={builder.open}
            onPickAll={handlePickAll}
            onClear={clear}
          />
          <MatchCount filter={filter} />
          <FilterChips
            chips={book.chips}
            onClear={() => change({ search: '', filter: '', conditions: noConditions, group: '', label: '' })}
          />
          <CustomerTable
            customers={isBeyondEnd ? undefined : rows}
            headers={book.headers}
            definitions={book.definitions}
            pickedIds={picked.ids}
            isWhole={picked.isWhole}
            from={from}
            hasMore={hasMore && !customers.isPlaceholderData}
            error={customers.error}
            isFetching={customers.isFetching}
            isFiltered={book.isFiltered}
            empty={
              <EmptyState
                title={t('noRecord')}
                text={set ? t('emptySetHint', { name: set.name }) : t('noRecordHint')}
                action={<FirstCustomer chosen={search} />}
              />
            }
            onPick={pick}
            onPage={(next) => change({ from: next })}
            onRemove={(customer) => void actions.removeOne(customer, () => pick(picked.ids.filter((id) => id !== customer.id)))}
            onRetry={() => void customers.refetch()}
            onClearFilters={handleClearFilters}
          />
          <BulkBar
            picked={picked}
            isBusy={actions.isBusy}
            onMove={() => setPopup({ type: 'moveGroup' })}
            onAttach={() => setPopup({ type: 'attachLabel' })}
            onExport={() => actions.exportPicked(selection, clear)}
            onMerge={handleMerge}
            onRemove={handleRemovePicked}
            onClear={clear}
          />
        </div>
      </div>
      <SetPopups popup={popup} picked={picked} selection={selection} onClose={() => setPopup(undefined)} onAdded={clear} />
      <FilterBuilder
        isOpen={isFilterOpen && book.areFiltersKnown}
        applied={search}
        fields={book.fields}
        filters={book.filters}
        onApply={(next) => {
          builder.close();
          change(next);
        }}
        onGone={(filterId) => {
          if (filterId === search.filter) change({ filter: '' });
        }}
        onClose={builder.close}
      />
    </div>
  );
}
