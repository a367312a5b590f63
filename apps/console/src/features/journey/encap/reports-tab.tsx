import { Button, SegmentedControl, Skeleton, Table } from '@mantine/core';
import type { EncapData } from '@parley/contract';
import { screens } from '@parley/contract';
import { IconDownload, IconFlag, IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MileStoneChart } from '../../../components/chart.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { Panel } from '../../../components/panel.tsx';
import { today as todayOf } from '../../../lib/days.ts';
import { downloadFile } from '../../../lib/download.ts';
import { exportList } from '../../../lib/exports.ts';
import { formatInstant, formatNumber, formatReportDate, formatShare, getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { lookOf } from '../shared/milestone-colors.ts';
import streamClasses from '../shared/stream.module.css';
import classes from './encap.module.css';
import { countQuery, dataQuery, type Encap, milestoneCountQuery, milestoneGraphQuery, reportPath, rowPage } from './encap.queries.ts';
import type { EncapSearch } from './encap.search.ts';
import { EquationCards } from './encap-figures.tsx';
import { LinkPerson, LinkState } from './links-tab.tsx';

type ReportsTabProps = { encap: Encap } & AddressState<EncapSearch>;
type PartProps = { encap: Encap; search: EncapSearch };

/** Reports of the links that were made on some days: their equation, their milestones, and what their people said. */
export function ReportsTab({ encap, search, change, filter }: ReportsTabProps) {
  const say = useWords(encapWords.report);
  return (
    <div className={classes.stack}>
      <FilterBar>
        <FilterSelect
          label={say('launch')}
          all={say('allLaunches')}
          value={search.launch}
          data={encap.instances.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(launch) => filter({ launch })}
        />
        <DayRange
          from={say('fromDate')}
          to={say('toDate')}
          zone={getEnterpriseZone()}
          today={todayOf()}
          days={{ first: search.fromDate, last: search.toDate }}
          onChange={filter}
        />
      </FilterBar>
      <Count encap={encap} search={search} />
      <Milestones encap={encap} search={search} onTimeType={(timeType) => change({ timeType })} />
      <Data encap={encap} search={search} onPage={(from) => change({ from })} />
    </div>
  );
}

function Count({ encap: { id }, search }: PartProps) {
  const say = useWords(encapWords.report);
  const count = useQuery(countQuery(id, search));
  // Links are not listed by the days on which they were made: a figure of some days opens nothing.
  const launch = search.fromDate === '' && search.toDate === '' ? search.launch : undefined;
  return (
    <Panel title={say('count')} text={count.data ? say('ofLaunches', { count: count.data.instances }) : undefined}>
      {count.data ? (
        <EquationCards encapId={id} launch={launch} figures={count.data} />
      ) : count.error ? (
        <ErrorState error={count.error} onRetry={() => void count.refetch()} />
      ) : (
        <Skeleton height={160} radius="md" />
      )}
    </Panel>
  );
}

function Milestones({ encap: { id }, search, onTimeType }: PartProps & { onTimeType: (timeType: EncapSearch['timeType']) => void }) {
  const say = useWords(encapWords.report);
  const counts = useQuery(milestoneCountQuery(id, search));
  const graph = useQuery(milestoneGraphQuery(id, search));
  const error = counts.error ?? graph.error;
  const retry = () => {
    void counts.refetch();
    void graph.refetch();
  };
  const nameOf = ({ name, isRemoved }: { name: string; isRemoved: boolean }) => (isRemoved ? say('removed', { name }) : name);
  return (
    <Panel
      title={say('milestones')}
      text={counts.data ? say('begun', { count: counts.data.started, number: formatNumber(counts.data.started) }) : undefined}
      actions={
        <>
          <SegmentedControl
            size="xs"
            aria-label={say('timeType')}
            data={(['HOUR', 'DAY'] as const).map((one) => ({ value: one, label: say(one) }))}
            value={search.timeType}
            onChange={onTimeType}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => void downloadFile(reportPath('milestones', id, search)).catch(tellFailure)}
          >
            {say('downloadXlsx')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !counts.data || !graph.data ? (
        <Skeleton height={260} radius="md" />
      ) : counts.data.milestones.length === 0 ? (
        <EmptyState icon={IconFlag} title={say('noMilestones')} text={say('noMilestonesText')} />
      ) : (
        <div className={classes.stack}>
          <MileStoneChart
            title={say('overTime')}
            note={getEnterpriseZone()}
            labelHeader={say('time')}
            points={graph.data.points.map(({ from, counts: reached }) => ({
              label: formatInstant(from, search.timeType === 'HOUR' ? 'point' : 'dayOfYear'),
              ...Object.fromEntries(graph.data.milestones.map((one, place) => [one.id, reached[place] ?? 0])),
            }))}
            series={graph.data.milestones.map((one, place) => ({ key: one.id, label: nameOf(one), ...lookOf(place) }))}
          />
          <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
            <Table aria-label={say('milestones')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('milestone')}</Table.Th>
                  <Table.Th ta="end">{say('walks')}</Table.Th>
                  <Table.Th ta="end">{say('share')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {counts.data.milestones.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Th scope="row">{nameOf(one)}</Table.Th>
                    <Table.Td ta="end" className="tabular">
                      {formatNumber(one.count)}
                    </Table.Td>
                    <Table.Td ta="end" className="tabular">
                      {formatShare(one.share, 0)}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </div>
      )}
    </Panel>
  );
}

function Data({ encap: { id }, search, onPage }: PartProps & { onPage: (from: number) => void }) {
  const say = useWords(encapWords.report);
  const list = useQuery(dataQuery(id, search));
  const rows = list.data?.rows;
  const columns = useDataColumns(rows ?? []);
  return (
    <Panel
      title={say('data')}
      text={say('dataText')}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void exportList('encapData', reportPath('dataCollectionCsv', id, search)).catch(tellFailure)}
        >
          {say('downloadCsv')}
        </Button>
      }
    >
      <DataTable
        label={say('data')}
        columns={columns}
        rows={rows}
        getRowId={(row) => row.id}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconReportAnalytics} title={say('noData')} text={say('noDataText')} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={rowPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={onPage}
        />
      ) : null}
    </Panel>
  );
}

/** A column for each value that a row of the page has. */
function useDataColumns(rows: readonly EncapData[]): DataColumn<EncapData>[] {
  const say = useWords(encapWords.report);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  const names = [...new Set(rows.flatMap(({ values }) => values.map(({ name }) => name)))];
  return [
    { id: 'person', header: say('person'), isHideable: false, cell: (row) => <LinkPerson link={row} /> },
    { id: 'launch', header: say('launch'), cell: ({ instanceName }) => instanceName || '–' },
    { id: 'made', header: say('made'), isOneLine: true, cell: ({ madeOn }) => formatReportDate(madeOn) },
    { id: 'state', header: say('state'), cell: ({ state }) => <LinkState state={state} /> },
    {
      id: 'outcome',
      header: say('outcome'),
      cell: ({ outcome, instanceId }) =>
        instanceId !== '' && mayOpen ? (
          <Link to="/journey/monitor/$instanceId" params={{ instanceId }} className={streamClasses.link}>
            {outcome || say('walk')}
          </Link>
        ) : (
          outcome || '–'
        ),
    },
    ...names.map(
      (name): DataColumn<EncapData> => ({
        id: `value ${name}`,
        header: name,
        cell: ({ values }) => (
          <div className={classes.said} dir="auto">
            {values.find((value) => value.name === name)?.text || '–'}
          </div>
        ),
      }),
    ),
  ];
}
