import { Button, Group, Text } from '@mantine/core';
import { endpoints, type ResponseRow, responseKinds } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { type ResponseChoice, responsePage, responsesQuery } from './report.queries.ts';

type ResponsesTableProps = {
  campaignId: string;
  activities: readonly { activityId: string; number: number }[];
  choice: ResponseChoice;
  from: number;
  onChoose: (choice: Pick<ResponseChoice, 'kind' | 'button'>) => void;
  onPage: (from: number) => void;
};

/** People's responses to messages of the campaign, within the time of its plan. */
export function ResponsesTable({ campaignId, activities, choice, from, onChoose, onPage }: ResponsesTableProps) {
  const say = useWords(campaignWords.report);
  const list = useQuery(responsesQuery(campaignId, choice, from));
  const columns = useResponseColumns(activities);
  const rows = list.data?.responses;
  const { activityId, kind, button } = choice;
  const csv = `${endpoints.campaigns.responsesCsv.path.replace(':campaignId', campaignId)}?${new URLSearchParams({ activityId, kind, button })}`;
  return (
    <div>
      <Text size="sm" c="dimmed" mb="xs">
        {say('responsesText')}
      </Text>
      <Group align="end" mb="sm">
        <FilterSelect
          label={say('responseKind')}
          all={say('anyResponse')}
          value={kind}
          data={responseKinds.map((value) => ({ value, label: say(`response_${value}`) }))}
          onChange={(next) => onChoose({ kind: next, button: '' })}
        />
        {button === '' ? null : (
          <Button variant="default" onClick={() => onChoose({ kind, button: '' })}>
            {say('anyButton', { button, interpolation: { escapeValue: false } })}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void exportList('campaignResponses', csv, { campaignId }).catch(tellFailure)}
        >
          {say('export')}
        </Button>
      </Group>
      <DataTable
        label={say('tab_responses')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
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

function useResponseColumns(activities: ResponsesTableProps['activities']): DataColumn<ResponseRow>[] {
  const say = useWords(campaignWords.report);
  return useMemo(
    () => [
      { id: 'from', header: say('responder'), isOneLine: true, cell: (row) => <span className="tabular">{row.from || '–'}</span> },
      { id: 'name', header: say('person'), cell: (row) => row.name || '–' },
      {
        id: 'response',
        header: say('responseKind'),
        cell: (row) => (
          <>
            <Text size="xs" c="dimmed">
              {say(`response_${row.kind}`)}
            </Text>
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {(row.kind === 'press' ? row.button : row.text) || '–'}
            </Text>
          </>
        ),
      },
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
}
