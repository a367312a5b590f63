import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { type BinEntry, type BinPart, binPage } from '@parley/contract';
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatTimestamp } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { binWords } from '../../../locales/bin.ts';
import { binQuery } from './bin.queries.ts';
import { BinSearch, noBinSearch } from './bin.search.ts';
import { PurgeDialog } from './purge-dialog.tsx';
import { useRestoring } from './use-restoring.tsx';

/** Deleted records that can be restored (screens 11.6). */
export function BinPage() {
  const say = useWords(binWords.page);
  const sayKind = useWords(auditWords.kind);
  const { search, filter } = useAddressState(BinSearch);
  const list = useQuery(binQuery(search));
  const restoring = useRestoring();
  const [purged, setPurged] = useState<BinEntry>();
  const { kinds = [], people = [], mayPurge = false } = list.data ?? {};
  const columns = useBinColumns({ ...restoring, onPurge: mayPurge ? setPurged : undefined });
  const { from, ...filters } = search;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <FilterBar>
        <FilterSelect
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={kinds.map((kind) => ({ value: kind, label: sayKind(kind) }))}
          onChange={(kind) => filter({ kind })}
        />
        <FilterSelect
          label={say('deletedBy')}
          all={say('everybody')}
          value={search.userId}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(userId) => filter({ userId })}
        />
        <SearchBox
          label={say('search')}
          aria-label={say('search')}
          maxLength={100}
          value={search.search}
          onSearch={(words) => filter({ search: words }, { isReplacing: true })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.entries}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={Object.values(filters).some(Boolean)}
        onClearFilters={() => filter(noBinSearch)}
        empty={<EmptyState icon={IconTrash} title={say('empty')} text={say('emptyText')} />}
        page={{ from, perPage: binPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => filter({ from: page.from }) }}
      />
      {purged ? <PurgeDialog entry={purged} onClose={() => setPurged(undefined)} /> : null}
    </div>
  );
}

type Actions = {
  run: (entry: BinEntry) => Promise<void>;
  pendingId: string | undefined;
  /** Left out for who may not. */
  onPurge: ((entry: BinEntry) => void) | undefined;
};

function useBinColumns({ run, pendingId, onPurge }: Actions): DataColumn<BinEntry>[] {
  const say = useWords(binWords.page);
  const sayKind = useWords(auditWords.kind);
  const sayContains = useWords(binWords.contains);
  return useMemo(
    () => [
      { id: 'name', header: say('name'), isHideable: false, cell: ({ name }) => name || say('unnamed') },
      { id: 'kind', header: say('kind'), cell: ({ kind }) => sayKind(kind) },
      { id: 'deletedBy', header: say('deletedBy'), cell: (row) => row.deletedBy },
      {
        id: 'deletedAt',
        header: say('deletedAt'),
        isOneLine: true,
        cell: (row) => <span className="tabular">{formatTimestamp(row.deletedAt)}</span>,
      },
      { id: 'reason', header: say('reason'), cell: ({ reason }) => reason },
      {
        id: 'contains',
        header: say('contains'),
        cell: ({ contains }) =>
          Object.entries(contains)
            .filter(([, count]) => count > 0)
            .map(([what, count]) => sayContains(what as BinPart, { count }))
            .join(', '),
      },
      {
        id: 'daysLeft',
        header: say('daysLeft'),
        align: 'end',
        cell: ({ daysLeft }) => (
          <Text component="span" size="sm" className="tabular" c={daysLeft <= 3 ? 'red' : undefined}>
            {daysLeft}
          </Text>
        ),
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (row) => (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRestore size={14} aria-hidden />}
              aria-label={say('restoreName', { name: row.name || say('unnamed') })}
              loading={pendingId === row.id}
              onClick={() => void run(row)}
            >
              {say('restore')}
            </Button>
            {onPurge ? (
              <ActionIcon
                color="red"
                variant="subtle"
                aria-label={say('purgeName', { name: row.name || say('unnamed') })}
                title={say('purge')}
                onClick={() => onPurge(row)}
              >
                <IconTrashX size={16} />
              </ActionIcon>
            ) : null}
          </Group>
        ),
      },
    ],
    [say, sayKind, sayContains, run, pendingId, onPurge],
  );
}
