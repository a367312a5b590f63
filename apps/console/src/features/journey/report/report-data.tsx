import { Button, Text } from '@mantine/core';
import { screens, type WalkData } from '@parley/contract';
import { IconDownload, IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import classes from './report.module.css';
import { dataPath, dataQuery } from './report.queries.ts';
import { dataPage, type ReportSearch } from './report.search.ts';

const nameOf = ({ customerName, address }: Pick<WalkData, 'customerName' | 'address'>): string => customerName || address;

/** A row for each walk with what it has collected. */
export function ReportData({ search, onPage }: { search: ReportSearch; onPage: (from: number) => void }) {
  const say = useWords(streamReportWords.report);
  const list = useQuery(dataQuery(search, search.from));
  const columns = useColumns(list.data?.columns ?? []);
  const handleDownload = () => void exportList('streamData', dataPath(search), { journeyId: search.journeyId }).catch(tellFailure);
  return (
    <div className={classes.stack}>
      <div>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={handleDownload}>
          {say('download')}
        </Button>
      </div>
      <DataTable
        label={say('view_data')}
        columns={columns}
        rows={list.data?.rows}
        getRowId={({ id }) => id}
        getRowName={nameOf}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconReportAnalytics} title={say('noWalks')} text={say('noWalksText')} />}
        page={{
          from: search.from,
          perPage: dataPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: ({ from }) => onPage(from),
        }}
      />
    </div>
  );
}

function useColumns(variables: readonly string[]): DataColumn<WalkData>[] {
  const say = useWords(streamReportWords.report);
  const sayCommon = useWords(journeyWords.common);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  return [
    {
      id: 'customer',
      header: say('customer'),
      isHideable: false,
      cell: (row) => (
        <>
          {mayOpen ? (
            <Link to="/journey/monitor/$instanceId" params={{ instanceId: row.id }} className={classes.link}>
              {nameOf(row) || '–'}
            </Link>
          ) : (
            nameOf(row) || '–'
          )}
          {row.customerName === '' ? null : (
            <Text size="xs" c="dimmed" className="tabular">
              {row.address}
            </Text>
          )}
        </>
      ),
    },
    { id: 'started', header: say('begun'), isOneLine: true, cell: (row) => formatReportDate(row.startedOn) },
    { id: 'state', header: say('state'), cell: (row) => sayCommon(`instance_${row.state}`) },
    { id: 'ended', header: say('ended'), isOneLine: true, cell: (row) => (row.endedOn === '' ? '–' : formatReportDate(row.endedOn)) },
    { id: 'version', header: say('version'), align: 'end', cell: (row) => row.version },
    { id: 'channel', header: say('channel'), cell: (row) => row.channelName },
    { id: 'outcome', header: say('outcome'), cell: (row) => row.outcome || '–' },
    ...variables.map(
      (name, place): DataColumn<WalkData> => ({
        id: `variable ${name}`,
        header: name,
        cell: (row) => <span className={classes.typed}>{row.values[place] || '–'}</span>,
      }),
    ),
  ];
}
