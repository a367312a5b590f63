import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { responsePage, responsesQuery } from './report.queries.ts';

type ResponseRow = { messageId: string; activityId: string; chatId: string; from: string; receivedOn: string };
type ResponsesTableProps = {
  campaignId: string;
  activities: readonly { activityId: string; number: number }[];
  from: number;
  onPage: (from: number) => void;
};

/** Who wrote within three days after they had got a message of the campaign. */
export function ResponsesTable({ campaignId, activities, from, onPage }: ResponsesTableProps) {
  const say = useWords(campaignWords.report);
  const list = useQuery(responsesQuery(campaignId, from));
  const columns = useMemo<DataColumn<ResponseRow>[]>(
    () => [
      { id: 'from', header: say('responder'), isOneLine: true, cell: (row) => <span className="tabular">{row.from}</span> },
      {
        id: 'iteration',
        header: say('iteration'),
        cell: (row) => {
          const found = activities.find(({ activityId }) => activityId === row.activityId);
          return found ? `#${found.number}` : '–';
        },
      },
      { id: 'receivedOn', header: say('receivedOn'), isOneLine: true, cell: (row) => formatReportDate(row.receivedOn) },
    ],
    [say, activities],
  );
  const rows = list.data?.responses;
  return (
    <div>
      <Text size="sm" c="dimmed" mb="xs">
        {say('responsesText')}
      </Text>
      <DataTable
        label={say('tab_responses')}
        columns={columns}
        rows={rows}
        getRowId={({ messageId }) => messageId}
        getRowName={(row) => row.from}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('noRecord')} />}
      />
      {rows ? (
        <ListPager from={from} perPage={responsePage} rowCount={rows.length} hasMore={list.data?.more ?? false} onChange={onPage} />
      ) : null}
    </div>
  );
}
