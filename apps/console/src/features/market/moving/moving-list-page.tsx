import { Badge, Button } from '@mantine/core';
import { type MoveItem, movePhases, moveSources } from '@parley/contract';
import { IconTransferIn } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { movingListQuery, movingPage } from './moving.queries.ts';
import { MovingListSearch, noMovingListSearch } from './moving.search.ts';

const StartDialog = late(() => import('./start-dialog.tsx').then((module) => module.StartDialog));

/** Moves from other products, newest first. */
export function MovingListPage() {
  const say = useWords(moveWords.list);
  const saySource = useWords(moveWords.source);
  const sayPhase = useWords(moveWords.phase);
  const { search, filter } = useAddressState(MovingListSearch);
  const list = useQuery(movingListQuery(search));
  const [isOpen, setOpen] = useState(false);
  const rows = list.data?.moves;
  const button = (
    <Button leftSection={<IconTransferIn size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {say('start')}
    </Button>
  );
  const columns: DataColumn<MoveItem>[] = [
    {
      id: 'source',
      header: say('source'),
      isHideable: false,
      cell: (row) => (
        <Link
          to="/admin/moving-in/$moveId"
          params={{ moveId: row.id }}
          aria-label={say('open', { source: saySource(row.source), time: formatInstant(row.createdOn, 'instant') })}
        >
          {saySource(row.source)}
        </Link>
      ),
    },
    { id: 'from', header: say('from'), cell: (row) => row.apiUrl || row.files.join(', ') || '–' },
    {
      id: 'phase',
      header: say('phase'),
      cell: (row) => (
        <Badge variant="light" color={row.phase === 'failed' ? 'red' : 'gray'}>
          {sayPhase(row.phase)}
        </Badge>
      ),
    },
    { id: 'begun', header: say('begun'), isOneLine: true, cell: (row) => formatInstant(row.createdOn, 'instant') },
    { id: 'by', header: say('by'), cell: (row) => row.createdBy || '–' },
  ];
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={button} />
      <FilterBar>
        <FilterSelect
          label={say('source')}
          all={say('allSources')}
          value={search.source}
          data={moveSources.map((source) => ({ value: source, label: saySource(source) }))}
          onChange={(source) => filter({ source: source as MovingListSearch['source'] })}
        />
        <FilterSelect
          label={say('phase')}
          all={say('allPhases')}
          value={search.phase}
          data={movePhases.filter((phase) => phase !== 'discarding').map((phase) => ({ value: phase, label: sayPhase(phase) }))}
          onChange={(phase) => filter({ phase: phase as MovingListSearch['phase'] })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.source !== '' || search.phase !== ''}
        onClearFilters={() => filter(noMovingListSearch)}
        empty={<EmptyState icon={IconTransferIn} title={say('empty')} text={say('emptyText')} action={button} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={movingPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => filter({ from })}
        />
      ) : null}
      <Suspense>{isOpen ? <StartDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  );
}
