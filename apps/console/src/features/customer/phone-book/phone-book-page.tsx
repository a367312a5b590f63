import { useDisclosure } from '@mantine/hooks';
import { conditionsOf, noConditions, phoneBookPage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { attributesQuery } from '../shared/attribute.queries.ts';
import { filtersQuery } from '../shared/filter.queries.ts';
import { setsQuery } from '../shared/set.queries.ts';
import { useFilterFields } from '../shared/use-filter-fields.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { CustomerTable } from './customer-table.tsx';
import { DoublesNotice } from './doubles-notice.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { FilterChips } from './filter-chips.tsx';
import { MatchCount } from './match-count.tsx';
import classes from './phone-book.module.css';
import { customersQuery, toFilter } from './phone-book.queries.ts';
import { PhoneBookSearch } from './phone-book.search.ts';
import { FirstCustomer, PhoneBookHeader } from './phone-book-header.tsx';
import { PhoneBookTools } from './phone-book-tools.tsx';
import { SetColumn } from './set-column.tsx';
import { type Popup, SetPopups } from './set-popups.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { useFilterChips } from './use-filter-chips.ts';
import { usePicked } from './use-picked.ts';

const none: never[] = [];

/** Everybody whom the enterprise talks to, by group and label (001 section 2.6). */
export function PhoneBookPage() {
  const t = useWords(customerWords.phoneBook);
  // Any change of a filter goes back to the first page (PHONE-032).
  const { search, filter: change } = useAddressState(PhoneBookSearch);
  const navigate = useNavigate();
  const { from } = search;
  const filter = toFilter(search);
  const customers = useQuery(customersQuery(filter, from));
  const groups = useQuery(setsQuery('group')).data ?? none;
  const labels = useQuery(setsQuery('label')).data ?? none;
  const definitions = useQuery(attributesQuery).data ?? none;
  const filters = useQuery(filtersQuery);
  const { picked, selection, pick, pickWhole, clear } = usePicked(filter);
  const actions = useBulkActions();
  const [popup, setPopup] = useState<Popup>();
  const [isFilterOpen, builder] = useDisclosure(false);

  const rows = customers.data?.customers;
  const hasMore = customers.data?.hasMore ?? false;
  const set = [...groups, ...labels].find(({ id }) => id === (search.label || search.group));
  const fields = useFilterFields();
  const chips = useFilterChips({ search, fields, filters: filters.data ?? none, set, change });
  const conditionCount = search.filter ? 1 : conditionsOf(search.conditions).length;
  const isFiltered = filter.search !== '' || conditionCount > 0;
  const canPickAll =
    !picked.isWhole && (hasMore || from > 0) && rows !== undefined && rows.length > 0 && rows.every(({ id }) => picked.ids.includes(id));

  // Deleting the last row of the last page leads to the page before it.
  const isBeyondEnd = rows?.length === 0 && from > 0 && !customers.isPlaceholderData;
  useEffect(() => {
    if (isBeyondEnd) change({ from: Math.max(0, from - phoneBookPage) }, { isReplacing: true });
  }, [isBeyondEnd, from, change]);

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
            conditionCount={conditionCount}
            picked={picked}
            canPickAll={canPickAll}
            isCounting={actions.count.isPending}
            onSearch={(text) => change({ search: text }, { isReplacing: true })}
            onFilter={builder.open}
            onPickAll={handlePickAll}
            onClear={clear}
          />
          <MatchCount filter={filter} />
          <FilterChips chips={chips} onClear={() => change({ search: '', filter: '', conditions: noConditions, group: '', label: '' })} />
          <CustomerTable
            customers={isBeyondEnd ? undefined : rows}
            headers={customers.data?.headers ?? none}
            definitions={definitions}
            pickedIds={picked.ids}
            isWhole={picked.isWhole}
            from={from}
            hasMore={hasMore && !customers.isPlaceholderData}
            error={customers.error}
            isFetching={customers.isFetching}
            isFiltered={isFiltered}
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
        isOpen={isFilterOpen && !filters.isPending}
        applied={search}
        fields={fields}
        filters={filters.data ?? none}
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
