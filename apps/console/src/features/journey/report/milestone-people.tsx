import { Button, Text } from '@mantine/core';
import { type MilestonePerson, screens } from '@parley/contract';
import { IconDownload, IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { peoplePath, peopleQuery } from './milestone.queries.ts';
import { type MilestoneSearch, peoplePage } from './milestone.search.ts';
import classes from './report.module.css';

type MilestonePeopleProps = {
  search: MilestoneSearch;
  milestone: { id: string; name: string; count: number };
  onPage: (from: number) => void;
};

/** The customers who have reached a milestone. */
export function MilestonePeople({ search, milestone, onPage }: MilestonePeopleProps) {
  const say = useWords(streamReportWords.report);
  const list = useQuery(peopleQuery(search, milestone.id));
  const columns = useColumns();
  const title = say('peopleOf', { name: milestone.name, interpolation: { escapeValue: false } });
  const handleDownload = () =>
    void exportList('streamMilestone', peoplePath(search, milestone.id), { journeyId: search.journeyId }).catch(tellFailure);
  return (
    <Panel
      title={title}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={milestone.count === 0}
          onClick={handleDownload}
        >
          {say('download')}
        </Button>
      }
    >
      <DataTable
        label={title}
        columns={columns}
        rows={list.data?.people}
        getRowId={({ instanceId }) => instanceId}
        getRowName={({ customerName, address }) => customerName || address}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconFlag} title={say('noWalks')} text={say('noWalksText')} />}
        page={{
          from: search.from,
          perPage: peoplePage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: ({ from }) => onPage(from),
        }}
      />
    </Panel>
  );
}

function useColumns(): DataColumn<MilestonePerson>[] {
  const say = useWords(streamReportWords.report);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  return [
    {
      id: 'customer',
      header: say('customer'),
      isHideable: false,
      cell: (row) => (
        <>
          {mayOpen ? (
            <Link to="/journey/monitor/$instanceId" params={{ instanceId: row.instanceId }} className={classes.link}>
              {row.customerName || row.address || '–'}
            </Link>
          ) : (
            row.customerName || row.address || '–'
          )}
          {row.customerName === '' ? null : (
            <Text size="xs" c="dimmed" className="tabular">
              {row.address}
            </Text>
          )}
        </>
      ),
    },
    { id: 'reached', header: say('reachedOn'), isOneLine: true, cell: (row) => formatReportDate(row.reachedOn) },
    { id: 'started', header: say('begun'), isOneLine: true, cell: (row) => formatReportDate(row.startedOn) },
    { id: 'version', header: say('version'), align: 'end', cell: (row) => row.version },
    { id: 'channel', header: say('channel'), cell: (row) => row.channelName },
  ];
}
