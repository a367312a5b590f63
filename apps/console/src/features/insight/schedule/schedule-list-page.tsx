import { Anchor, Badge, Button, Text } from '@mantine/core';
import type { ReportSchedule } from '@parley/contract';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatInstant } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { ReportTabs } from '../shared/report-tabs.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { schedulesQuery, useLeaveSchedule, useRemoveSchedule, useSendSchedule } from './schedule.queries.ts';
import { ScheduleForm } from './schedule-form.tsx';

type Open = { mode: 'form'; schedule: ReportSchedule | undefined } | { mode: 'log'; schedule: ReportSchedule };

/** Boards that are mailed at a time, and what has become of the mails. */
export function ScheduleListPage() {
  const say = useWords(boardWords.schedule);
  const schedules = useQuery(schedulesQuery);
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(setOpen);
  const close = () => setOpen(undefined);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'form', schedule: undefined })}>
      {say('create')}
    </Button>
  );
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={schedules.data?.length ? create : null} />
      <ReportTabs section="mails" />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={schedules.data}
        getRowId={({ id }) => id}
        getRowName={({ board }) => board.name}
        error={schedules.error}
        onRetry={() => void schedules.refetch()}
        empty={<EmptyState icon={IconMailForward} title={say('empty')} text={say('emptyText')} action={create} />}
      />
      {open?.mode === 'form' ? <ScheduleForm schedule={open.schedule} onClose={close} /> : null}
      {open?.mode === 'log' ? <DeliveryDrawer schedule={open.schedule} onClose={close} /> : null}
    </div>
  );
}

function useColumns(onOpen: (open: Open) => void): DataColumn<ReportSchedule>[] {
  const say = useWords(boardWords.schedule);
  const actionsOf = useActions(onOpen);
  return [
    {
      id: 'board',
      header: say('board'),
      cell: ({ board, isOwn, owner }) => (
        <div>
          <Anchor inherit renderRoot={(props) => <Link to="/boards/$boardId" params={{ boardId: board.id }} {...props} />}>
            {board.name}
          </Anchor>
          {isOwn ? null : (
            <Text size="xs" c="dimmed">
              {say('by', { name: owner.name })}
            </Text>
          )}
        </div>
      ),
    },
    { id: 'rhythm', header: say('rhythm'), cell: (schedule) => <Rhythm schedule={schedule} /> },
    {
      id: 'people',
      header: say('people'),
      cell: ({ people }) => (
        <div>
          {people.map(({ id, name, isFit }) => (
            <Text key={id} size="sm">
              {name || say('removed')}
              {isFit ? null : (
                <Text span size="xs" c="dimmed">
                  {` (${say('unfit')})`}
                </Text>
              )}
            </Text>
          ))}
        </div>
      ),
    },
    {
      id: 'next',
      header: say('next'),
      isOneLine: true,
      cell: ({ nextDueAt }) =>
        nextDueAt === null ? (
          <Badge color="gray">{say('paused')}</Badge>
        ) : (
          <span className="tabular">{formatInstant(nextDueAt, 'instant')}</span>
        ),
    },
    {
      id: 'last',
      header: say('last'),
      isOneLine: true,
      cell: ({ lastDueAt, failed }) => (
        <>
          <span className="tabular">{lastDueAt === null ? '–' : formatInstant(lastDueAt, 'instant')}</span>
          {failed > 0 ? (
            <Text size="xs" c="red">
              {say('failedOf', { count: failed })}
            </Text>
          ) : null}
        </>
      ),
    },
    {
      id: 'actions',
      header: say('actions'),
      isPinned: true,
      cell: (schedule) => <RowMenu label={say('actionsOf', { name: schedule.board.name })} actions={actionsOf(schedule)} />,
    },
  ];
}

function useActions(onOpen: (open: Open) => void) {
  const say = useWords(boardWords.schedule);
  const [remove, leave, send] = [useRemoveSchedule(), useLeaveSchedule(), useSendSchedule()];
  const handleRemove = async ({ id, board }: ReportSchedule) => {
    if (!(await confirmDelete('delete', board.name))) return;
    await remove.mutateAsync(id).then(({ message }) => showToast('success', sayDone(message, 'deleted')), tellFailure);
  };
  const handle = (act: typeof leave, { id }: ReportSchedule, done: string) =>
    void act.mutateAsync(id).then(() => showToast('success', done), tellFailure);
  return (schedule: ReportSchedule) => [
    { label: say('log'), onClick: () => onOpen({ mode: 'log', schedule }) },
    { label: say('send'), onClick: () => handle(send, schedule, say('sent')) },
    ...(schedule.isRecipient ? [{ label: say('leave'), onClick: () => handle(leave, schedule, say('left')) }] : []),
    ...(schedule.canEdit
      ? [
          { label: say('edit'), onClick: () => onOpen({ mode: 'form', schedule }) },
          { label: say('remove'), isDangerous: true, onClick: () => void handleRemove(schedule) },
        ]
      : []),
  ];
}

function Rhythm({ schedule: { rhythm, weekday, monthDay, time } }: { schedule: ReportSchedule }) {
  const say = useWords(boardWords.schedule);
  if (rhythm === 'weekly') return say('at_weekly', { weekday: say(`weekday_${weekday as 1}`), time });
  return rhythm === 'monthly' ? say('at_monthly', { day: monthDay, time }) : say('at_daily', { time });
}
