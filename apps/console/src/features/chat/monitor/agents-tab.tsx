import { Badge, Button, Text } from '@mantine/core';
import { agentStatuses, type MonitorAgent, monitorDesks } from '@parley/contract';
import { IconHeadset } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { Elapsed } from '../shared/elapsed.tsx';
import { AgentDay } from './agent-day.tsx';
import { DepartmentFilter } from './department-filter.tsx';
import classes from './monitor.module.css';
import { monitorAgentsQuery } from './monitor.queries.ts';
import type { MonitorSearch } from './monitor.search.ts';
import { StatusDialog } from './status-dialog.tsx';
import { nameOfAgentStatus, statusColour } from './status-words.ts';
import { usePicked } from './use-picked.ts';

type Props = { search: MonitorSearch; onChange: (part: Partial<MonitorSearch>, options?: { isReplacing?: boolean }) => void };
const statuses = [agentStatuses.online, agentStatuses.away, agentStatuses.offline] as const;

/** Agents with what they do now; their chats and their day are a press away. */
export function AgentsTab({ search, onChange }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const { i18n } = useTranslation();
  const list = useInfiniteQuery(monitorAgentsQuery(search));
  const rows = list.data?.pages.flatMap(({ agents }) => agents);
  const { picked, ids, pick, clear } = usePicked(rows, ({ uId }) => uId);
  const mayActOn = picked.filter(({ mayAct }) => mayAct);
  const [setting, setSetting] = useState<readonly MonitorAgent[]>();
  const [dayOf, setDayOf] = useState<MonitorAgent>();
  const columns: DataColumn<MonitorAgent>[] = [
    {
      id: 'name',
      header: say('agent'),
      isHideable: false,
      cell: (row) => (
        <div className={classes.cell}>
          <button type="button" className={classes.open} aria-label={say('day', { name: row.name })} onClick={() => setDayOf(row)}>
            {row.name}
          </button>
          {row.departments.length > 0 ? (
            <Text size="xs" c="dimmed">
              {row.departments.join(', ')}
            </Text>
          ) : null}
        </div>
      ),
    },
    {
      id: 'status',
      header: say('status'),
      cell: (row) => (
        <div className={classes.cell}>
          <Badge variant="light" color={statusColour(row.agentStatus)}>
            {nameOfAgentStatus(row, i18n.language, say)}
          </Badge>
          {row.reason === '' && row.wrapUntil === null ? null : (
            <Text size="xs" c="dimmed">
              {[row.reason, isWrappingUp(row) ? say('inWrapUp') : ''].filter(Boolean).join(', ')}
            </Text>
          )}
        </div>
      ),
    },
    { id: 'since', header: say('since'), isOneLine: true, cell: (row) => <Elapsed since={row.since} /> },
    {
      id: 'load',
      header: say('load'),
      isOneLine: true,
      cell: (row) => (
        <span className="tabular">
          {say('loadOf', { load: formatNumber(row.load / 100), limit: formatNumber(row.limit) })}
          {row.load > row.limit * 100 ? <strong> {say('loadOver')}</strong> : null}
        </span>
      ),
    },
    {
      id: 'open',
      header: say('open'),
      align: 'end',
      cell: (row) =>
        row.open === 0 ? (
          <Text span c="dimmed" className="tabular">
            0
          </Text>
        ) : (
          <Link
            to="/chat/monitor"
            search={{ tab: 'chats', agentId: row.uId } as never}
            className={classes.count}
            aria-label={say('showChatsOf', { name: row.name, count: formatNumber(row.open) })}
          >
            {formatNumber(row.open)}
          </Link>
        ),
    },
    { id: 'unanswered', header: say('unanswered'), isOneLine: true, cell: (row) => <Elapsed since={row.longestUnansweredSince} /> },
    { id: 'last', header: say('lastActivity'), isOneLine: true, cell: (row) => <Elapsed since={row.lastActivityAt} /> },
    { id: 'missed', header: say('missedInRow'), align: 'end', cell: (row) => formatNumber(row.missedInRow) },
  ];
  return (
    <>
      <FilterBar>
        <SearchBox
          aria-label={say('searchAgent')}
          placeholder={say('searchAgent')}
          maxLength={120}
          value={search.agent}
          onSearch={(agent) => onChange({ agent }, { isReplacing: true })}
        />
        <DepartmentFilter value={search.department} hasNone={false} onChange={(department) => onChange({ department })} />
        <FilterSelect
          label={say('status')}
          isLabelHidden
          all={say('allStatuses')}
          value={search.agentStatus === -1 ? '' : String(search.agentStatus)}
          data={statuses.map((status) => ({ value: String(status), label: say(`status_${status}`) }))}
          onChange={(status) => onChange({ agentStatus: status === '' ? -1 : Number(status) })}
        />
        <FilterSelect
          label={say('desk')}
          isLabelHidden
          all={say('allDesks')}
          value={search.desk}
          data={monitorDesks.map((desk) => ({ value: desk, label: say(`desk_${desk}`) }))}
          onChange={(desk) => onChange({ desk })}
        />
      </FilterBar>
      <DataTable
        label={say('tab_agents')}
        columns={columns}
        rows={rows}
        getRowId={({ uId }) => uId}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.agent !== '' || search.agentStatus !== -1 || search.desk !== '' || search.department !== ''}
        onClearFilters={() => onChange({ agent: '', agentStatus: -1, desk: '', department: '' })}
        empty={<EmptyState icon={IconHeadset} title={say('emptyAgents')} text={say('emptyAgentsText')} />}
        selection={{ ids, onChange: pick }}
      />
      {list.hasNextPage ? (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('moreAgents')}
        </Button>
      ) : null}
      {picked.length > 0 ? (
        <section className={classes.bar} aria-label={say('pickedAgents', { count: picked.length })}>
          <Text size="sm" fw={550} role="status">
            {say('pickedAgents', { count: picked.length })}
          </Text>
          <Button size="xs" variant="default" disabled={mayActOn.length === 0} onClick={() => setSetting(mayActOn)}>
            {say('setStatus')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={clear}>
            {say('clear')}
          </Button>
        </section>
      ) : null}
      {setting ? <StatusDialog agents={setting} onClose={() => setSetting(undefined)} onDone={clear} /> : null}
      {dayOf ? <AgentDay agent={dayOf} onClose={() => setDayOf(undefined)} /> : null}
    </>
  );
}

const isWrappingUp = ({ wrapUntil, agentStatus }: MonitorAgent): boolean =>
  wrapUntil !== null && agentStatus === agentStatuses.online && Date.parse(wrapUntil) > Date.now();
