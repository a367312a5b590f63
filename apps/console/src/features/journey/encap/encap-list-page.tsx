import { Button, SegmentedControl } from '@mantine/core';
import { encapMakers } from '@parley/contract';
import { IconFileImport, IconPlus, IconWindow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { tileList } from '../../../components/tile.tsx';
import { today as todayOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from '../shared/stream.module.css';
import { encapListQuery, encapPage } from './encap.queries.ts';
import { EncapListSearch, encapStateNames, encapViews, noEncapListSearch } from './encap.search.ts';
import type { OpenDialog } from './encap-dialog.tsx';
import { EncapTile } from './encap-tile.tsx';
import { useEncapColumns } from './use-encap-columns.tsx';
import { useEncapMenu } from './use-encap-menu.ts';

const EncapDialog = late(() => import('./encap-dialog.tsx').then((module) => module.EncapDialog));

/** Encaps of the enterprise: streams that people walk through on a page of their own (screens 4.9). */
export function EncapListPage() {
  const say = useWords(encapWords.list);
  const { search, change, filter } = useAddressState(EncapListSearch);
  const list = useQuery(encapListQuery(search));
  const canCreate = useCan(encapMakers);
  const [open, setOpen] = useState<OpenDialog>();
  const toActions = useEncapMenu(setOpen);
  const columns = useEncapColumns(toActions);
  const { view, name, state, fromDate, toDate, from } = search;
  const rows = list.data?.campaigns;
  const create = canCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'new' })}>
      {say('new')}
    </Button>
  ) : null;
  const shared = {
    label: say('title'),
    rows,
    getRowId: ({ id }: { id: string }) => id,
    isFetching: list.isPlaceholderData,
    isFiltered: [name, state, fromDate, toDate].some((value) => value !== ''),
    onClearFilters: () => filter({ ...noEncapListSearch, view }),
    empty: <EmptyState icon={IconWindow} title={say('emptyTitle')} text={say('emptyText')} action={create} />,
  };
  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <>
            {canCreate ? (
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                onClick={() => setOpen({ dialog: 'import' })}
              >
                {say('import')}
              </Button>
            ) : null}
            {create}
          </>
        }
      />
      <FilterBar>
        <SearchBox
          label={say('searchName')}
          placeholder=""
          maxLength={120}
          value={name}
          onSearch={(text) => filter({ name: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('state')}
          all={say('allStates')}
          value={state}
          data={encapStateNames.map((one) => ({ value: one, label: say(`state_${one}`) }))}
          onChange={(next) => filter({ state: next })}
        />
        <DayRange
          from={say('fromDate')}
          to={say('toDate')}
          zone={getEnterpriseZone()}
          today={todayOf()}
          days={{ first: fromDate, last: toDate }}
          onChange={filter}
        />
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label={say('view')}
          value={view}
          data={encapViews.map((value) => ({ value, label: say(`view_${value}`) }))}
          onChange={(next) => change({ view: next })}
        />
      </FilterBar>
      {view === 'cards' ? (
        <CardList
          {...shared}
          className={tileList}
          query={list}
          card={(encap) => <EncapTile encap={encap} actions={toActions(encap)} />}
          loading={{ count: 6, height: 190 }}
        />
      ) : (
        <DataTable {...shared} columns={columns} getRowName={(row) => row.name} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {from > 0 || list.data?.more ? (
        <ListPager
          from={from}
          perPage={encapPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(next) => filter({ from: next })}
        />
      ) : null}
      <Suspense>{open ? <EncapDialog open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </div>
  );
}
