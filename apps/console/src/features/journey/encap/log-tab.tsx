import { Badge, Button, Group, Switch, Text } from '@mantine/core';
import { type EncapLogLine, encapEditors, screens } from '@parley/contract';
import { IconListDetails, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import type { AddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan, useMayOpen } from '../../account/shared/me.ts';
import streamClasses from '../shared/stream.module.css';
import classes from './encap.module.css';
import { type Encap, loggerQuery, logQuery, rowPage } from './encap.queries.ts';
import type { EncapSearch } from './encap.search.ts';

const LoggerDialog = late(() => import('./logger-dialog.tsx').then((module) => module.LoggerDialog));

type LogTabProps = { encap: Encap } & AddressState<EncapSearch>;

/** Turns of the walks, the newest first, as the logger keeps them. */
export function LogTab({ encap, search, change, filter }: LogTabProps) {
  const say = useWords(encapWords.log);
  const canEdit = useCan(encapEditors);
  const list = useQuery(logQuery(encap.id, search));
  const logger = useQuery(loggerQuery(encap.id));
  const [isSetting, setSetting] = useState(false);
  const columns = useLogColumns();
  const rows = list.data?.lines;
  return (
    <>
      <FilterBar>
        <Switch
          label={say('onlyErrors')}
          checked={search.onlyErrors}
          onChange={(event) => filter({ onlyErrors: event.currentTarget.checked })}
        />
        {logger.data ? (
          <Text size="sm" c="dimmed">
            {say(`keeps_${logger.data.level}`, { count: logger.data.days })} {logger.data.includesTests ? say('withTests') : ''}
          </Text>
        ) : null}
        {canEdit && logger.data ? (
          <Button variant="default" leftSection={<IconSettings size={16} aria-hidden />} onClick={() => setSetting(true)}>
            {say('settings')}
          </Button>
        ) : null}
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rows}
        getRowId={({ instanceId, turn }) => `${instanceId} ${turn}`}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.onlyErrors}
        onClearFilters={() => filter({ onlyErrors: false })}
        empty={<EmptyState icon={IconListDetails} title={say('emptyTitle')} text={say('emptyText')} />}
      />
      {search.from > 0 || list.data?.more ? (
        <ListPager
          from={search.from}
          perPage={rowPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isPlaceholderData}
          onChange={(from) => change({ from })}
        />
      ) : null}
      <Suspense>
        {isSetting && logger.data ? <LoggerDialog encapId={encap.id} logger={logger.data} onClose={() => setSetting(false)} /> : null}
      </Suspense>
    </>
  );
}

function useLogColumns(): DataColumn<EncapLogLine>[] {
  const say = useWords(encapWords.log);
  const mayOpen = useMayOpen(screens.journeyMonitor);
  return [
    {
      id: 'at',
      header: say('time'),
      isOneLine: true,
      cell: ({ at, isTest }) => (
        <>
          {formatReportDate(at)}
          {isTest ? (
            <div>
              <Badge size="sm" color="grape" variant="outline">
                {say('test')}
              </Badge>
            </div>
          ) : null}
        </>
      ),
    },
    {
      id: 'turn',
      header: say('turn'),
      align: 'end',
      cell: ({ instanceId, turn }) =>
        mayOpen ? (
          <Link
            to="/journey/monitor/$instanceId"
            params={{ instanceId }}
            className={streamClasses.link}
            aria-label={say('openTurn', { turn })}
          >
            {turn}
          </Link>
        ) : (
          turn
        ),
    },
    { id: 'steps', header: say('steps'), cell: ({ steps }) => <div className={classes.said}>{steps.join(' → ') || '–'}</div> },
    {
      id: 'input',
      header: say('input'),
      cell: ({ input }) => (
        <div className={classes.said} dir="auto">
          {input || '–'}
        </div>
      ),
    },
    {
      id: 'values',
      header: say('values'),
      cell: ({ values }) => (
        <div className={classes.said}>
          {values.length === 0
            ? '–'
            : values.map(({ name, value }) => (
                <div key={name}>
                  {name} = {value}
                </div>
              ))}
        </div>
      ),
    },
    {
      id: 'error',
      header: say('result'),
      cell: ({ error }) =>
        error === '' ? (
          <Badge color="green" variant="outline">
            {say('done')}
          </Badge>
        ) : (
          <Group gap={6} className={classes.said ?? ''}>
            <Badge color="red">{say('failed')}</Badge>
            <span>{error}</span>
          </Group>
        ),
    },
  ];
}
