import { Button, Tabs, Text } from '@mantine/core';
import { type JourneyInstance, journeyInstanceStates, type MonitorAct } from '@parley/contract';
import { IconActivity, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatInstant, formatReportDate, formatTime } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { ChannelFilter } from '../shared/channel-filter.tsx';
import { MonitorSearch, monitorPage, monitorViews, noFigure, noMonitorSearch } from '../shared/monitor.search.ts';
import { useNodeName } from '../shared/node-name.ts';
import { useCountWalks } from './act.queries.ts';
import { ActDialog } from './act-dialog.tsx';
import { ActJobs } from './act-jobs.tsx';
import { ComingUp } from './coming-up.tsx';
import { InstanceBadge } from './instance-state.tsx';
import classes from './monitor.module.css';
import { instanceListQuery } from './monitor.queries.ts';
import { knownAmong, reasons } from './monitor-values.ts';
import { PickedBar } from './picked-bar.tsx';
import { type PickedWalks, usePickedWalks } from './use-picked-walks.ts';
import { useStreamChoices } from './use-stream-choices.ts';

const FigureFilter = late(() => import('./figure-filter.tsx').then((module) => module.FigureFilter));

/** Current and past walks by stream, and those that continue by themselves next (screens 4.5). */
export function MonitorPage() {
  const say = useWords(journeyWords.monitor);
  const { search, change } = useAddressState(MonitorSearch);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      <Tabs
        value={search.view}
        onChange={(view) => change({ view: monitorViews.find((known) => known === view) ?? 'people' })}
        keepMounted={false}
      >
        <Tabs.List aria-label={say('views')} mb="md">
          {monitorViews.map((view) => (
            <Tabs.Tab key={view} value={view}>
              {say(`view_${view}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="people">
          <People />
        </Tabs.Panel>
        <Tabs.Panel value="coming">
          <Coming />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Coming() {
  const say = useWords(journeyWords.monitor);
  const { search, change } = useAddressState(MonitorSearch);
  const choices = useStreamChoices(search, []);
  return (
    <>
      <FilterBar>
        <FilterSelect
          label={say('stream')}
          isLabelHidden
          all={say('allStreams')}
          value={search.journeyId}
          data={choices.streams}
          onChange={(journeyId) => change({ journeyId, version: 0, node: '' })}
        />
        <ChannelFilter value={search.channelId} onChange={(channelId) => change({ channelId })} />
      </FilterBar>
      <ComingUp narrowed={search} />
    </>
  );
}

function People() {
  const say = useWords(journeyWords.monitor);
  const sayCommon = useWords(journeyWords.common);
  const { search, change, filter } = useAddressState(MonitorSearch);
  const list = useQuery(instanceListQuery(search));
  const rows = list.data?.instances;
  const choices = useStreamChoices(search, rows ?? []);
  const columns = useColumns();
  const { from, view: _view, ...filters } = search;
  const { picked, pick, pickAll, clear } = usePickedWalks(filters);
  const counting = useCountWalks();
  // Selection at the time of the act: it is cleared as soon as the act is done, and the result names it.
  const [acting, setActing] = useState<{ act: MonitorAct; picked: PickedWalks }>();
  const ids = picked.kind === 'all' ? (rows ?? []).map(({ id }) => id) : picked.instances.map(({ id }) => id);
  const isPagePicked = rows !== undefined && rows.length > 0 && rows.every(({ id }) => ids.includes(id));
  const mayPickAll = picked.kind === 'some' && isPagePicked && (from > 0 || (list.data?.more ?? false));
  const handlePickAll = () =>
    counting.mutate(filters, { onSuccess: (counted) => pickAll(counted, rows?.[0]), onError: (error) => void tellFailure(error) });
  const isFiltered = Object.values(filters).some((value) => value !== '' && value !== 0 && value !== false);
  return (
    <>
      <FilterBar>
        <SearchBox
          aria-label={say('searchNumber')}
          placeholder={say('searchNumber')}
          maxLength={40}
          value={search.search}
          onSearch={(text) => filter({ search: text }, { isReplacing: true })}
        />
        <FilterSelect
          label={say('stream')}
          isLabelHidden
          all={say('allStreams')}
          value={search.journeyId}
          data={choices.streams}
          onChange={(journeyId) => filter({ journeyId, version: 0, node: '' })}
        />
        {search.journeyId === '' ? null : (
          <>
            <FilterSelect
              label={say('version')}
              isLabelHidden
              all={say('allVersions')}
              value={search.version === 0 ? '' : String(search.version)}
              data={choices.versions}
              onChange={(version) => filter({ version: Number(version), node: '' })}
            />
            <FilterSelect
              label={say('node')}
              isLabelHidden
              all={say('allNodes')}
              value={search.node}
              data={choices.nodes}
              onChange={(node) => filter({ node })}
            />
          </>
        )}
        <ChannelFilter value={search.channelId} onChange={(channelId) => filter({ channelId })} />
        <FilterSelect
          label={say('state')}
          isLabelHidden
          all={say('allStates')}
          value={search.state}
          data={journeyInstanceStates.map((state) => ({ value: state, label: sayCommon(`instance_${state}`) }))}
          onChange={(state) => filter({ state })}
        />
        {search.dueFrom === '' && search.dueTo === '' ? null : (
          <Button
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={say('anyDue', { range: rangeOf(search) })}
            onClick={() => filter({ dueFrom: '', dueTo: '' })}
          >
            {say('dueWithin', { range: rangeOf(search) })}
          </Button>
        )}
        {search.counted ? (
          <Suspense>
            <FigureFilter search={search} nodes={choices.nodes} onClear={() => filter(noFigure)} />
          </Suspense>
        ) : null}
      </FilterBar>
      <ActJobs />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={nameOf}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => filter(noMonitorSearch)}
        empty={<EmptyState icon={IconActivity} title={say('emptyTitle')} text={say('emptyText')} />}
        selection={{ ids, onChange: (next) => pick(next, rows ?? []) }}
        page={{
          from,
          perPage: monitorPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: (page) => change({ from: page.from }),
        }}
      />
      <PickedBar
        picked={picked}
        mayPickAll={mayPickAll}
        isCounting={counting.isPending}
        onPickAll={handlePickAll}
        onAct={(act) => setActing({ act, picked })}
        onClear={clear}
      />
      {acting ? <ActDialog {...acting} onDone={clear} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}

/** Formats a span; an end on the same day shows only its time. */
function rangeOf({ dueFrom, dueTo }: Pick<MonitorSearch, 'dueFrom' | 'dueTo'>): string {
  const isOneDay = formatInstant(dueFrom, 'day') === formatInstant(dueTo, 'day');
  const end = isOneDay ? formatTime(dueTo) : formatReportDate(dueTo);
  return [dueFrom === '' ? '' : formatReportDate(dueFrom), end].join(' – ').trim();
}

const nameOf = ({ customerName, address }: JourneyInstance): string => customerName || address;

function useColumns(): DataColumn<JourneyInstance>[] {
  const say = useWords(journeyWords.monitor);
  const toNodeName = useNodeName();
  return [
    {
      id: 'customer',
      header: say('customer'),
      isHideable: false,
      cell: (row) => (
        <div className={classes.cell}>
          <Link to="/journey/monitor/$instanceId" params={{ instanceId: row.id }} className={classes.link}>
            {nameOf(row)}
          </Link>
          {row.customerName === '' ? null : (
            <Text size="xs" c="dimmed" className="tabular">
              {row.address}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'stream',
      header: say('stream'),
      cell: (row) => (
        <div className={classes.cell}>
          {row.journeyName}
          <Text size="xs" c="dimmed">
            {say('versionOf', { version: row.version })}
          </Text>
        </div>
      ),
    },
    { id: 'channel', header: say('channel'), cell: (row) => row.channelName },
    {
      id: 'state',
      header: say('state'),
      cell: (row) => {
        const reason = knownAmong(reasons, row.reason);
        return (
          <>
            <InstanceBadge state={row.state} />
            {row.reason === '' ? null : (
              <Text size="xs" c="dimmed">
                {reason ? say(`reason_${reason}`) : row.reason}
              </Text>
            )}
          </>
        );
      },
    },
    { id: 'node', header: say('node'), cell: (row) => toNodeName({ name: row.nodeName, type: row.nodeType }) || row.node || '–' },
    { id: 'since', header: say('since'), isOneLine: true, cell: (row) => formatReportDate(row.since) },
    {
      id: 'error',
      header: say('lastError'),
      cell: (row) => {
        const reason = knownAmong(reasons, row.reason);
        // One that failed before reasons were told in words says at least of which kind it is.
        const told = row.lastError || (row.state === 'FAILED' && reason ? say(`reason_${reason}`) : '');
        return told === '' ? '–' : <div className={classes.cell}>{told}</div>;
      },
    },
  ];
}
