import { Drawer } from '@mantine/core';
import { type ConversationGroup, conversationPage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { formatDay, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './report.module.css';
import { groupsQuery, type ReportRange } from './report.queries.ts';
import { type ConversationReportSearch, noNarrowing } from './report.search.ts';

export type RowsDrawerProps = {
  range: ReportRange;
  search: ConversationReportSearch;
  onChange: (part: Partial<ConversationReportSearch>) => void;
};

/** The conversations or the people that a figure has counted; each opens its messages. */
export function RowsDrawer({ range, search, onChange }: RowsDrawerProps) {
  const say = useWords(botWords.report);
  const isOpen = search.rows !== '' && range.botId !== '';
  // The list that was open stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(search);
  useEffect(() => {
    if (isOpen) setDrawn(search);
  }, [isOpen, search]);
  const { rows, day } = isOpen ? search : drawn;
  const by = rows || 'conversation';
  const days = day ? { ...range, start: day, end: day } : range;
  const title = say(by === 'person' ? 'peopleOf' : 'conversationsOf', {
    days: day ? formatDay(day) : `${formatDay(range.start)} – ${formatDay(range.end)}`,
    interpolation: { escapeValue: false },
  });
  return (
    <Drawer opened={isOpen} onClose={() => onChange({ rows: '', day: '' })} position="right" size="xl" title={title}>
      {rows === '' ? null : (
        <Groups
          key={`${by} ${days.start} ${days.end} ${days.sandbox}`}
          range={days}
          by={by}
          onOpen={(id) =>
            onChange({
              ...noNarrowing,
              view: 'conversations',
              scope: 0,
              from: 0,
              rows: '',
              day,
              [by === 'person' ? 'person' : 'session']: id,
            })
          }
        />
      )}
    </Drawer>
  );
}

type GroupsProps = { range: ReportRange; by: 'conversation' | 'person'; onOpen: (id: string) => void };

function Groups({ range, by, onOpen }: GroupsProps) {
  const say = useWords(botWords.report);
  const [from, setFrom] = useState(0);
  const list = useQuery(groupsQuery(range, by, from));
  const rows = list.data?.groups ?? (list.isError ? [] : undefined);
  const nameOf = useCallback(
    ({ name, firstOn }: ConversationGroup) => (by === 'person' ? name || say('visitor') : formatReportDate(firstOn)),
    [say, by],
  );
  const columns = useMemo<DataColumn<ConversationGroup>[]>(
    () => [
      {
        id: by === 'person' ? 'person' : 'firstOn',
        header: say(by === 'person' ? 'person' : 'begun'),
        isOneLine: by === 'conversation',
        cell: (row) => (
          <button type="button" className={classes.message} onClick={() => onOpen(row.id)}>
            {nameOf(row)}
          </button>
        ),
      },
      ...(by === 'person'
        ? [
            {
              id: 'firstOn',
              header: say('firstMessage'),
              isOneLine: true,
              cell: ({ firstOn }: ConversationGroup) => formatReportDate(firstOn),
            } as const,
          ]
        : []),
      { id: 'lastOn', header: say('lastMessage'), isOneLine: true, cell: ({ lastOn }) => formatReportDate(lastOn) },
      ...(by === 'person'
        ? [
            {
              id: 'conversations',
              header: say('conversationCount'),
              align: 'end',
              cell: ({ conversations }: ConversationGroup) => formatNumber(conversations),
            } as const,
          ]
        : []),
      { id: 'messages', header: say('messages'), align: 'end', cell: ({ messages }) => formatNumber(messages) },
      { id: 'weak', header: say('weakUnderstanding'), align: 'end', cell: ({ weakUnderstanding }) => formatNumber(weakUnderstanding) },
    ],
    [say, by, nameOf, onOpen],
  );
  return (
    <>
      <DataTable
        label={say(by === 'person' ? 'people' : 'conversationCount')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={nameOf}
        isFetching={list.isPlaceholderData}
        empty={<EmptyState title={say('noRecord')} />}
      />
      <ListPager
        from={from}
        perPage={conversationPage}
        rowCount={rows?.length ?? 0}
        hasMore={list.data?.more ?? false}
        isFetching={list.isPlaceholderData}
        onChange={setFrom}
      />
    </>
  );
}
