import { Text } from '@mantine/core';
import type { CampaignItem } from '@parley/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { api } from '../../../lib/api.ts';
import { boundsOf } from '../../../lib/days.ts';
import { formatReportDate, getEnterpriseZone } from '../../../lib/format.ts';
import { useTellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from './broadcast.module.css';
import { campaignKeys, campaignPage } from './campaign.queries.ts';
import { CampaignListSearch, noCampaignListSearch } from './campaign.search.ts';
import { useChannelChoices } from './campaign-channels.ts';
import { ChannelAndTemplate } from './channel-and-template.tsx';
import { DayFilter } from './day-filter.tsx';
import { Standing, stateNames } from './run-state.tsx';
import { shareOf } from './shares.ts';

const campaignListQuery = ({ state, name, start, end, channel, maker, from }: CampaignListSearch) => {
  const query = {
    state: state === '' || state === 'running' ? state : Number(state),
    name,
    channelId: channel,
    makerId: maker,
    from,
    perPage: campaignPage,
  };
  const range = boundsOf({ start, end }, getEnterpriseZone());
  return queryOptions({
    queryKey: [...campaignKeys.all, 'list', query, range],
    queryFn: ({ signal }) => api.campaigns.list({ query: { ...query, ...range } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
};

type CampaignListProps = {
  label: string;
  /** Address that a row links to. */
  to: '/campaigns/campaigns-list/$campaignId' | '/campaigns/report/$campaignId';
  actions?: DataColumn<CampaignItem>;
  empty: ReactNode;
};

/** Campaigns with their filters: those that somebody makes, and those that somebody reads the report of. */
export function CampaignList({ label, to, actions, empty }: CampaignListProps) {
  const { search, filter } = useAddressState(CampaignListSearch);
  const list = useQuery(campaignListQuery(search));
  useTellFailure(list.error);
  const rows = list.data?.campaigns;
  const channels = useChannelChoices(rows ?? []);
  const columns = useCampaignColumns(to);
  const { from: _from, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <>
      <CampaignFilters search={search} channels={channels} makers={list.data?.makers ?? []} onFilter={filter} />
      <div className={classes.linkRows}>
        <DataTable
          label={label}
          columns={actions ? [...columns, actions] : columns}
          rows={rows}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={list.error}
          isFetching={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          isFiltered={isFiltered}
          onClearFilters={() => filter(noCampaignListSearch)}
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

type CampaignFiltersProps = {
  search: CampaignListSearch;
  channels: readonly { value: string; label: string }[];
  makers: readonly { id: string; name: string }[];
  onFilter: (part: Partial<CampaignListSearch>, options?: { isReplacing?: boolean }) => void;
};

function CampaignFilters({ search, channels, makers, onFilter }: CampaignFiltersProps) {
  const say = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  const states = [
    { value: 'running' as const, label: say('running') },
    ...(['0', '1', '2', '3', '4'] as const).map((value) => ({
      value,
      label: sayCommon(`state_${stateNames[Number(value)] ?? 'created'}`),
    })),
  ];
  return (
    <FilterBar>
      <SearchBox
        label={say('name')}
        aria-label={say('searchName')}
        placeholder={say('searchName')}
        maxLength={120}
        value={search.name}
        onSearch={(name) => onFilter({ name }, { isReplacing: true })}
      />
      <FilterSelect
        label={say('state')}
        all={say('anyState')}
        value={search.state}
        data={states}
        onChange={(state) => onFilter({ state })}
      />
      <FilterSelect
        label={sayCommon('channel')}
        all={sayCommon('anyChannel')}
        value={search.channel}
        data={channels}
        onChange={(channel) => onFilter({ channel })}
      />
      <FilterSelect
        label={sayCommon('maker')}
        all={sayCommon('anyMaker')}
        value={search.maker}
        data={makers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(maker) => onFilter({ maker })}
      />
      <DayFilter days={search} onChange={onFilter} />
    </FilterBar>
  );
}

const When = ({ at, by }: { at: string; by: string }) => (
  <>
    <span className="tabular">{formatReportDate(at)}</span>
    <Text size="xs" c="dimmed">
      {by}
    </Text>
  </>
);

function useCampaignColumns(to: CampaignListProps['to']): DataColumn<CampaignItem>[] {
  const say = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  return useMemo(
    () => [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (row) => (
          <>
            <Link to={to} params={{ campaignId: row.id }} className={classes.rowLink}>
              {row.name}
            </Link>
            <Text size="xs" c="dimmed" title={formatReportDate(row.createdOn)}>
              {say('madeBy', { name: row.createdBy.name, interpolation: { escapeValue: false } })}
            </Text>
          </>
        ),
      },
      { id: 'state', header: say('state'), cell: (row) => <Standing {...row} /> },
      {
        id: 'template',
        header: sayCommon('channelAndTemplate'),
        isOneLine: true,
        cell: (row) => <ChannelAndTemplate {...row} />,
      },
      { id: 'iterations', header: say('iterations'), align: 'end', cell: (row) => row.iterations },
      { id: 'lastRun', header: say('lastRun'), isOneLine: true, cell: (row) => formatReportDate(row.lastRunOn) || '–' },
      { id: 'delivered', header: say('delivered'), align: 'end', cell: ({ counts }) => shareOf(counts.delivered, counts.audience) },
      { id: 'read', header: say('read'), align: 'end', cell: ({ counts }) => shareOf(counts.read, counts.audience) },
      { id: 'updated', header: say('updated'), isOneLine: true, cell: (row) => <When at={row.updatedOn} by={row.updatedBy.name} /> },
      { id: 'access', header: say('access'), cell: (row) => sayCommon(`access_${row.accessType}`) },
    ],
    [say, sayCommon, to],
  );
}
