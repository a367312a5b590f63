import { Button, Tabs, Text } from '@mantine/core';
import { type JourneyInstance, journeyInstanceStates, type MonitorAct, monitorActs } from '@parley/contract';
import { IconActivity, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatInstant, formatReportDate, formatTime } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { ChannelFilter } from '../shared/channel-filter.tsx';
import { useNodeName } from '../shared/node-name.ts';
import { ActDialog } from './act-dialog.tsx';
import { ComingUp } from './coming-up.tsx';
import { InstanceBadge } from './instance-state.tsx';
import classes from './monitor.module.css';
import { instanceListQuery } from './monitor.queries.ts';
import { MonitorSearch, monitorPage, monitorViews, noMonitorSearch } from './monitor.search.ts';
import { knownAmong, reasons } from './told-values.ts';
import { useStreamChoices } from './use-stream-choices.ts';

/** Who is in which stream, who was, and what goes on by itself next (screens 4.5). */
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
  const { search, filter: change } = useAddressState(MonitorSearch);
  const list = useQuery(instanceListQuery(search));
  const rows = list.data?.instances;
  const choices = useStreamChoices(search, rows ?? []);
  const columns = useColumns();
  // Kept as they were chosen: what is acted on may have left the page by then, and its name is still told.
  const [chosen, setChosen] = useState<ReadonlyMap<string, JourneyInstance>>(new Map());
  const [acting, setActing] = useState<{ act: MonitorAct; instances: JourneyInstance[] }>();

  // A selection is of what stands in the list.
  const filter: typeof change = (part, options) => {
    setChosen(new Map());
    change(part, options);
  };
  const handleChoose = (ids: readonly string[]) => {
    const known = new Map([...chosen, ...(rows ?? []).map((row) => [row.id, row] as const)]);
    setChosen(new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as JourneyInstance] as const] : []))));
  };
  const { from, view: _view, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== '' && value !== 0);
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
      </FilterBar>
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
        selection={{
          ids: [...chosen.keys()],
          onChange: handleChoose,
          actions: () =>
            monitorActs.map((act) => (
              <Button
                key={act}
                size="xs"
                variant="default"
                {...(act === 'stop' ? { color: 'red' } : {})}
                onClick={() => setActing({ act, instances: [...chosen.values()] })}
              >
                {say(`act_${act}`)}
              </Button>
            )),
        }}
        page={{
          from,
          perPage: monitorPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: (page) => change({ from: page.from }),
        }}
      />
      {acting ? <ActDialog {...acting} onDone={() => setChosen(new Map())} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}

/** Within one day, the second time is enough. */
function rangeOf({ dueFrom, dueTo }: Pick<MonitorSearch, 'dueFrom' | 'dueTo'>): string {
  const isOneDay = formatInstant(dueFrom, 'd MMM yyyy') === formatInstant(dueTo, 'd MMM yyyy');
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
      cell: (row) => (row.lastError === '' ? '–' : <div className={classes.cell}>{row.lastError}</div>),
    },
  ];
}
