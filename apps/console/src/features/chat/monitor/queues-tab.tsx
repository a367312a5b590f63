import { Button, Text } from '@mantine/core';
import { type AlarmLimits, agentStatuses, type MonitorQueue } from '@parley/contract';
import { IconBell, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords, type MonitorSay } from '../../../locales/chat-monitor.ts';
import { useCan } from '../../account/shared/me.ts';
import { describeSpan, Elapsed } from '../shared/elapsed.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import classes from './monitor.module.css';
import { figuresQuery } from './monitor.queries.ts';
import type { MonitorSearch } from './monitor.search.ts';
import { nameOfQueue } from './queue-name.ts';

/** Figures of each department at one instant. A count leads to the rows that make it up. */
export function QueuesTab({ department }: { department: string }) {
  const say = useWords(chatMonitorWords.monitor);
  const mayLimit = useCan(['CHAT.CHAT_CONFIG']);
  const { data, error, refetch } = useQuery(figuresQuery);
  const [limited, setLimited] = useState<MonitorQueue>();
  const rows = data?.queues.filter(({ departmentId }) => department === '' || (departmentId || 'none') === department);
  const ringing = new Set(data?.alarms.map(({ departmentId, kind }) => `${departmentId} ${kind}`));
  const rings = (row: MonitorQueue, kind: string) => ringing.has(`${row.departmentId} ${kind}`) || undefined;

  const count = (
    row: MonitorQueue,
    value: number,
    words: 'showWaiting' | 'showOffered' | 'showOpen' | 'showOnline' | 'showAway' | 'showFull' | 'showWrapUp' | 'showMissed',
    to: Partial<MonitorSearch>,
  ) =>
    value === 0 ? (
      <Text span c="dimmed" className="tabular">
        0
      </Text>
    ) : (
      <Link
        to="/chat/monitor"
        search={{ department: row.departmentId || 'none', ...to } as never}
        className={classes.count}
        aria-label={say(words, { name: nameOfQueue(row, say), count: formatNumber(value) })}
      >
        {formatNumber(value)}
      </Link>
    );
  const columns: DataColumn<MonitorQueue>[] = [
    { id: 'name', header: say('department'), isHideable: false, cell: (row) => <strong>{nameOfQueue(row, say)}</strong> },
    {
      id: 'waiting',
      header: say('queueWaiting'),
      align: 'end',
      cell: (row) => (
        <span data-rings={rings(row, 'queue')} className={classes.figure}>
          {count(row, row.waiting, 'showWaiting', { tab: 'chats', state: 'waiting' })}
        </span>
      ),
    },
    {
      id: 'longest',
      header: say('queueLongest'),
      isOneLine: true,
      cell: (row) => (
        <span data-rings={rings(row, 'wait')} className={classes.figure}>
          <Elapsed since={row.longestWaitSince} />
        </span>
      ),
    },
    {
      id: 'offered',
      header: say('queueOffered'),
      align: 'end',
      cell: (row) => count(row, row.offered, 'showOffered', { tab: 'chats', state: 'offered' }),
    },
    {
      id: 'open',
      header: say('queueOpen'),
      align: 'end',
      cell: (row) => count(row, row.open, 'showOpen', { tab: 'chats', state: 'open' }),
    },
    {
      id: 'unanswered',
      header: say('queueUnanswered'),
      isOneLine: true,
      cell: (row) => (
        <span data-rings={rings(row, 'unanswered')} className={classes.figure}>
          <Elapsed since={row.longestUnansweredSince} />
        </span>
      ),
    },
    {
      id: 'online',
      header: say('queueOnline'),
      align: 'end',
      cell: (row) => (
        <span data-rings={rings(row, 'nobody')} className={classes.figure}>
          {count(row, row.online, 'showOnline', { tab: 'agents', agentStatus: agentStatuses.online })}
        </span>
      ),
    },
    {
      id: 'away',
      header: say('queueAway'),
      align: 'end',
      cell: (row) => count(row, row.away, 'showAway', { tab: 'agents', agentStatus: agentStatuses.away }),
    },
    {
      id: 'full',
      header: say('queueFull'),
      align: 'end',
      cell: (row) => count(row, row.full, 'showFull', { tab: 'agents', desk: 'full' }),
    },
    {
      id: 'wrapUp',
      header: say('queueWrapUp'),
      align: 'end',
      cell: (row) => count(row, row.inWrapUp, 'showWrapUp', { tab: 'agents', desk: 'wrapUp' }),
    },
    {
      id: 'missed',
      header: say('queueMissed'),
      align: 'end',
      cell: (row) => count(row, row.missedToday, 'showMissed', { tab: 'chats', state: 'missed' }),
    },
    {
      id: 'red',
      header: say('queueRed'),
      isOneLine: true,
      cell: (row) =>
        row.oldestRedSince === null ? (
          <Elapsed since={null} />
        ) : (
          <Link
            to="/chat/monitor"
            search={{ department: row.departmentId || 'none', tab: 'chats', state: 'red' } as never}
            className={classes.count}
            aria-label={say('showRed', { name: nameOfQueue(row, say) })}
          >
            <Elapsed since={row.oldestRedSince} />
          </Link>
        ),
    },
    {
      id: 'limits',
      header: say('queueLimits'),
      cell: (row) =>
        mayLimit ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconBell size={14} aria-hidden />}
            aria-label={`${say('limitsOf', { name: nameOfQueue(row, say) })}: ${describeLimits(row.limits, say)}`}
            onClick={() => setLimited(row)}
          >
            {describeLimits(row.limits, say)}
          </Button>
        ) : (
          <Text span size="sm" c="dimmed">
            {describeLimits(row.limits, say)}
          </Text>
        ),
    },
  ];
  return (
    <>
      <DataTable
        label={say('tab_queues')}
        columns={columns}
        rows={rows}
        getRowId={({ departmentId }) => departmentId || 'none'}
        getRowName={(row) => nameOfQueue(row, say)}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={IconUsersGroup} title={say('emptyQueues')} text={say('emptyQueuesText')} />}
      />
      {limited ? <LimitsDialog queue={limited} onClose={() => setLimited(undefined)} /> : null}
    </>
  );
}

function describeLimits(limits: AlarmLimits, say: MonitorSay): string {
  const { waitSeconds, unansweredSeconds, queueLength, nobodyOnline } = limits;
  const parts = [
    ...(waitSeconds > 0 ? [say('limitWait', { time: describeSpan(waitSeconds * 1000, say) })] : []),
    ...(unansweredSeconds > 0 ? [say('limitUnanswered', { time: describeSpan(unansweredSeconds * 1000, say) })] : []),
    ...(queueLength > 0 ? [say('limitQueue', { count: queueLength })] : []),
    ...(nobodyOnline ? [say('limitNobody')] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : say('limitsNone');
}
