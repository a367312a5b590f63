import { Button, Text } from '@mantine/core';
import type { ChatFigure, LateCause, LateRow, LateSince } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { formatInstant } from '../../../../lib/format.ts';
import { type SayOf, useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { useChatColumns } from '../../shared/figures/chat-columns.tsx';
import { showValue, type Unit } from '../../shared/figures/show-figure.ts';
import type { AnalyticsSearch } from '../analytics.search.ts';
import { lateRowsQuery } from './late-changes.queries.ts';
import { type FigureName, nameFigure } from './name-figure.ts';

type Props = { search: AnalyticsSearch; since: LateSince; of: Exclude<AnalyticsSearch['lateOf'], ''> };

/** The chats that have changed: of a reason, or those that changed a figure, with what it took of each. */
export function LateList({ search, since, of }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const figure = of.startsWith('chat.') ? (of.slice('chat.'.length) as FigureName) : undefined;
  const asked = figure ? { measure: of as `chat.${ChatFigure}` } : { cause: of as LateCause };
  const list = useInfiniteQuery(lateRowsQuery(search, since, asked));
  const chat = useChatColumns<LateRow>();
  const first = list.data?.pages[0];
  const what = figure ? nameFigure(say, figure) : say(`cause_${of as LateCause}`);
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {first ? `${say('lateListOf', { what })}. ${say('rowsCount', { count: first.total })}` : say('loading')}
      </Text>
      <DataTable
        label={say('lateListOf', { what })}
        columns={[...chat, ...columnsOf(say, first?.unit ?? undefined)]}
        rows={list.data?.pages.flatMap((page) => page.rows)}
        getRowId={({ chatId }) => chatId}
        getRowName={({ customerName }) => customerName}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('lateNone')} />}
      />
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      ) : null}
    </>
  );
}

type Say = SayOf<typeof chatAnalyticsWords.analytics>;

function showSide(say: Say, unit: Unit, isCounted: boolean, value: number | null): string {
  if (!isCounted) return say('lateUncounted');
  return value === null ? say('lateCounted') : showValue(unit, value);
}

const columnsOf = (say: Say, unit: Unit | undefined): DataColumn<LateRow>[] => [
  {
    id: 'changes',
    header: say('lateWhen'),
    cell: (row) =>
      row.changes.map(({ cause, at }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes of a chat have no other name, and their order is fixed
        <Text key={place} size="sm">
          {say(`cause_${cause}`)}{' '}
          <Text span size="xs" c="dimmed" className="tabular">
            {formatInstant(at, 'instant')}
          </Text>
        </Text>
      )),
  },
  ...(unit
    ? [
        {
          id: 'value',
          header: `${say('lateWas')} → ${say('lateIs')}`,
          cell: (row: LateRow) => `${showSide(say, unit, row.wasCounted, row.was)} → ${showSide(say, unit, row.isCounted, row.is)}`,
        },
      ]
    : []),
  { id: 'department', header: say('department'), cell: (row) => row.departmentName || '–' },
  { id: 'channel', header: say('channel'), cell: (row) => row.channelName },
];
