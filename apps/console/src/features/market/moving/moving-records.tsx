import { Text, Title } from '@mantine/core';
import { type Move, type MoveRecord, moveOutcomes, moveRecordKinds } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { moveRecordsQuery, movingPage } from './moving.queries.ts';
import { MovingSearch, noMovingSearch } from './moving.search.ts';

/** Records of a move with what becomes of each; those that were made lead to what they are here. */
export function MovingRecords({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  const sayKind = useWords(moveWords.kind);
  const sayOutcome = useWords(moveWords.outcome);
  const sayReason = useWords(moveWords.reason);
  const { search, filter } = useAddressState(MovingSearch);
  const list = useQuery(moveRecordsQuery(move.id, search, move.version));
  const columns: DataColumn<MoveRecord>[] = [
    { id: 'kind', header: say('kind'), cell: (row) => sayKind(row.kind) },
    {
      id: 'name',
      header: say('name'),
      cell: (row) => (
        <div>
          {row.kind === 'contact' && row.recordId !== '' && ['made', 'joined', 'kept'].includes(row.outcome) ? (
            <Link to="/customer-master/customers/view/$customerId" params={{ customerId: row.recordId }}>
              {row.name || row.key}
            </Link>
          ) : (
            <Text size="sm" dir="auto">
              {row.name || row.key}
            </Text>
          )}
          <Text size="xs" c="dimmed" lineClamp={2}>
            {row.sample}
          </Text>
        </div>
      ),
    },
    {
      id: 'outcome',
      header: say('outcome'),
      cell: (row) => `${sayOutcome(row.outcome)}${row.reason === '' ? '' : `: ${sayReason(row.reason)}`}`,
    },
    { id: 'place', header: say('place'), cell: (row) => row.ref || '–' },
  ];
  return (
    <section aria-label={say('records')}>
      <Title order={2} size="h4" mb="xs">
        {say('records')}
      </Title>
      <FilterBar>
        <FilterSelect
          label={say('kind')}
          all={say('allKinds')}
          value={search.kind}
          data={moveRecordKinds.map((kind) => ({ value: kind, label: sayKind(kind) }))}
          onChange={(kind) => filter({ kind: kind as MovingSearch['kind'], reason: '' })}
        />
        <FilterSelect
          label={say('outcome')}
          all={say('allOutcomes')}
          value={search.outcome}
          data={moveOutcomes.map((outcome) => ({ value: outcome, label: sayOutcome(outcome) }))}
          onChange={(outcome) => filter({ outcome: outcome as MovingSearch['outcome'], reason: '' })}
        />
      </FilterBar>
      <DataTable
        label={say('records')}
        columns={columns}
        rows={list.data?.records}
        getRowId={({ kind, key, ref }) => `${kind} ${key} ${ref}`}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.kind !== '' || search.outcome !== '' || search.reason !== ''}
        onClearFilters={() => filter(noMovingSearch)}
        empty={<Text size="sm">{say('noRecords')}</Text>}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={movingPage}
          rowCount={list.data?.records.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </section>
  );
}
