import type { ActivityItem, Approval } from '@parley/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { api } from '../../../lib/api.ts';
import { boundsOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useTellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from '../shared/broadcast.module.css';
import { activityKeys, campaignPage } from '../shared/campaign.queries.ts';
import { useChannelChoices } from '../shared/campaign-channels.ts';
import { DayFilter } from '../shared/day-filter.tsx';
import { ActivityListSearch, noActivityListSearch } from './activity.search.ts';

type Wanted = { approval: Approval; states: readonly number[]; order: 'submitted' | 'decided'; paceMs: number };

const activityListQuery = ({ name, start, end, channel, maker, checker, from }: ActivityListSearch, wanted: Wanted) => {
  const { approval, states, order, paceMs } = wanted;
  const query = { approval: [approval], state: [...states], name, channelId: channel, makerId: maker, checkerId: checker, order, from };
  const range = boundsOf({ start, end }, getEnterpriseZone());
  return queryOptions({
    queryKey: [...activityKeys.all, 'list', query, range],
    queryFn: ({ signal }) => api.activities.list({ query: { ...query, ...range, perPage: campaignPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: paceMs,
    meta: { isQuiet: true },
  });
};

type ActivityListProps = {
  label: string;
  wanted: Wanted;
  columns: DataColumn<ActivityItem>[];
  /** Adds a filter by checker, for lists of decided iterations. */
  hasChecker?: boolean;
  filters?: ReactNode;
  empty: ReactNode;
};

/** Iterations of one stage of their way, with the filters of all three lists. */
export function ActivityList({ label, wanted, columns, hasChecker = false, filters, empty }: ActivityListProps) {
  const say = useWords(campaignWords.lists);
  const sayCommon = useWords(campaignWords.common);
  const { search, filter } = useAddressState(ActivityListSearch);
  const list = useQuery(activityListQuery(search, wanted));
  useTellFailure(list.error);
  const rows = list.data?.activities;
  const channels = useChannelChoices(rows ?? []);
  const people = (all: readonly { id: string; name: string }[] | undefined) =>
    (all ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { from: _from, done: _done, ...filled } = search;
  return (
    <>
      <FilterBar>
        <SearchBox
          label={say('name')}
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={120}
          value={search.name}
          onSearch={(name) => filter({ name }, { isReplacing: true })}
        />
        <FilterSelect
          label={sayCommon('channel')}
          all={sayCommon('anyChannel')}
          value={search.channel}
          data={channels}
          onChange={(channel) => filter({ channel })}
        />
        <FilterSelect
          label={sayCommon('maker')}
          all={sayCommon('anyMaker')}
          value={search.maker}
          data={people(list.data?.makers)}
          onChange={(maker) => filter({ maker })}
        />
        {hasChecker ? (
          <FilterSelect
            label={sayCommon('checker')}
            all={sayCommon('anyChecker')}
            value={search.checker}
            data={people(list.data?.checkers)}
            onChange={(checker) => filter({ checker })}
          />
        ) : null}
        <DayFilter days={search} onChange={filter} />
        {filters}
      </FilterBar>
      <div className={classes.linkRows}>
        <DataTable
          label={label}
          columns={columns}
          rows={rows}
          getRowId={({ id }) => id}
          getRowName={({ campaignName, number }) => `${campaignName} #${number}`}
          error={list.error}
          isFetching={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          isFiltered={Object.values(filled).some((value) => value !== '')}
          onClearFilters={() => filter({ ...noActivityListSearch, done: search.done })}
          empty={empty}
        />
      </div>
      {rows ? (
        <ListPager
          from={search.from}
          perPage={campaignPage}
          rowCount={rows.length}
          hasMore={list.data?.more ?? false}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </>
  );
}
