import { Button, SegmentedControl } from '@mantine/core';
import { journeyPage, journeyStates } from '@parley/contract';
import { IconFileImport, IconPlugConnected, IconPlus, IconSitemap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { CardList } from '../../../components/card-list.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { tileList } from '../../../components/tile.tsx';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { ChannelFilter } from '../shared/channel-filter.tsx';
import classes from '../shared/stream.module.css';
import type { OpenDialog } from './journey-dialog.tsx';
import { JourneyTile } from './journey-tile.tsx';
import { useJourneyColumns } from './use-journey-columns.tsx';
import { useJourneyMenu } from './use-journey-menu.ts';
import { workspaceQuery } from './workspace.queries.ts';
import { noWorkspaceSearch, WorkspaceSearch, workspaceViews } from './workspace.search.ts';

const JourneyDialog = late(() => import('./journey-dialog.tsx').then((module) => module.JourneyDialog));

/** Streams of the enterprise, as cards or as a table (screens 4.1). */
export function WorkspacePage() {
  const say = useWords(journeyWords.list);
  const sayCommon = useWords(journeyWords.common);
  const { search, change, filter } = useAddressState(WorkspaceSearch);
  const list = useQuery(workspaceQuery(search));
  const canCreate = useCan(['JOURNEYS.CREATE']);
  const [open, setOpen] = useState<OpenDialog>();
  const toActions = useJourneyMenu(setOpen);
  const columns = useJourneyColumns(toActions);

  const { view, from, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const clear = () => filter({ ...noWorkspaceSearch, view });
  const create = canCreate ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ dialog: 'new' })}>
      {say('new')}
    </Button>
  ) : null;
  const empty = <EmptyState icon={IconSitemap} title={say('emptyTitle')} text={say('emptyText')} action={create} />;
  const rows = list.data?.journeys;
  const folders = list.data?.folders ?? [];

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <>
            <Button component={Link} to="/publish" variant="default" leftSection={<IconPlugConnected size={16} aria-hidden />}>
              {say('rules')}
            </Button>
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
          aria-label={say('searchName')}
          placeholder={say('searchName')}
          maxLength={120}
          value={search.search}
          onSearch={(text) => filter({ search: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('folder')}
          isLabelHidden
          all={say('allFolders')}
          value={search.folder}
          data={[...new Set([...folders, search.folder])].filter(Boolean).map((name) => ({ value: name, label: name }))}
          onChange={(folder) => filter({ folder })}
        />
        <FilterSelect
          label={say('state')}
          isLabelHidden
          all={say('allStates')}
          value={search.state}
          data={journeyStates.map((state) => ({ value: state, label: sayCommon(`state_${state}`) }))}
          onChange={(state) => filter({ state })}
        />
        <ChannelFilter value={search.channelId} onChange={(channelId) => filter({ channelId })} />
        <SegmentedControl
          className={classes.views ?? ''}
          aria-label={say('view')}
          value={view}
          data={workspaceViews.map((value) => ({ value, label: say(`view_${value}`) }))}
          onChange={(next) => change({ view: next })}
        />
      </FilterBar>
      {view === 'cards' ? (
        <CardList
          label={say('title')}
          className={tileList}
          query={list}
          rows={rows}
          getRowId={({ id }) => id}
          card={(journey) => <JourneyTile journey={journey} actions={toActions(journey)} />}
          loading={{ count: 6, height: 236 }}
          isFetching={list.isPlaceholderData}
          isFiltered={isFiltered}
          onClearFilters={clear}
          empty={empty}
        />
      ) : (
        <DataTable
          label={say('title')}
          columns={columns}
          rows={rows}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={list.error}
          isFetching={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          isFiltered={isFiltered}
          onClearFilters={clear}
          empty={empty}
        />
      )}
      {from > 0 || list.data?.more ? (
        <ListPager
          from={from}
          perPage={journeyPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(next) => filter({ from: next })}
        />
      ) : null}
      <Suspense>{open ? <JourneyDialog open={open} folders={folders} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </div>
  );
}
