import { Badge, Drawer, Text } from '@mantine/core';
import type { DeliveryOutcome, ReportDelivery, ReportSchedule } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { deliveriesPage, deliveriesQuery } from './schedule.queries.ts';

const colors: Record<DeliveryOutcome, string> = { DUE: 'yellow', SENDING: 'yellow', SENT: 'teal', SKIPPED: 'gray', FAILED: 'red' };

/** Mails of a schedule, with the reason of those that did not go. */
export function DeliveryDrawer({ schedule, onClose }: { schedule: ReportSchedule; onClose: () => void }) {
  const say = useWords(boardWords.schedule);
  const [from, setFrom] = useState(0);
  const list = useQuery(deliveriesQuery(schedule.id, from));
  const title = say('logOf', { name: schedule.board.name });
  return (
    <Drawer opened onClose={onClose} position="right" size="xl" title={title}>
      <DataTable
        label={title}
        columns={useColumns()}
        rows={list.data?.deliveries}
        getRowId={({ dueAt, user }) => `${dueAt} ${user.id}`}
        getRowName={({ user }) => user.name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('noMails')} text={say('noMailsText')} />}
        page={{ from, perPage: deliveriesPage, more: list.data?.more ?? false, isFixed: true, onChange: (next) => setFrom(next.from ?? 0) }}
      />
    </Drawer>
  );
}

function useColumns(): DataColumn<ReportDelivery>[] {
  const say = useWords(boardWords.schedule);
  return [
    {
      id: 'due',
      header: say('due'),
      isOneLine: true,
      cell: ({ dueAt, isAsked, isLate }) => (
        <>
          <span className="tabular">{formatInstant(dueAt, 'instant')}</span>
          {isAsked || isLate ? (
            <Text size="xs" c="dimmed">
              {say(isAsked ? 'asked' : 'late')}
            </Text>
          ) : null}
        </>
      ),
    },
    { id: 'user', header: say('user'), cell: ({ user }) => user.name || say('removed') },
    {
      id: 'state',
      header: say('outcome'),
      cell: ({ state, reason, tries }) => (
        <>
          <Badge color={colors[state]}>{say(`outcome_${state}`)}</Badge>
          {reason === '' ? null : (
            <Text size="xs" c="dimmed">
              {say(`reason_${reason}`)}
              {tries > 1 ? ` ${say('tries', { count: tries })}` : ''}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'at',
      header: say('at'),
      isOneLine: true,
      cell: ({ at }) => <span className="tabular">{formatInstant(at, 'instant')}</span>,
    },
  ];
}
