import { Badge, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { CalendarRow } from '@parley/contract';
import { IconClockHour4, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { confirmBin } from '../../../lib/dialogs.ts';
import { formatNumber } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { useMe } from '../shared/me.ts';
import { calendarQuery, calendarsQuery, useDeleteCalendar } from './calendar.queries.ts';
import { CalendarSearch } from './calendar.search.ts';
import { CalendarForm } from './calendar-form.tsx';
import { CheckPanel } from './check-panel.tsx';
import { StripPanel } from './strip-panel.tsx';

/** Calendars of operational hours: their list with the strip of days and the check, or the one that is edited (screens 2.3). */
export function HoursPage() {
  const say = useWords(hoursWords.calendar);
  const { search, change } = useAddressState(CalendarSearch);
  const close = () => change({ open: '' });
  if (search.open === 'new')
    return (
      <div>
        <PageHeader title={say('addTitle')} />
        <CalendarForm onClose={close} />
      </div>
    );
  return search.open === '' ? <CalendarList search={search} change={change} /> : <OpenCalendar calendarId={search.open} onClose={close} />;
}

function OpenCalendar({ calendarId, onClose }: { calendarId: string; onClose: () => void }) {
  const say = useWords(hoursWords.calendar);
  const { data, isError, error, refetch } = useQuery(calendarQuery(calendarId));
  return (
    <div>
      <PageHeader title={data?.name ?? say('title')} />
      {data ? (
        <CalendarForm key={calendarId} calendar={data} onClose={onClose} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </div>
  );
}

type ListProps = Pick<ReturnType<typeof useAddressState<CalendarSearch>>, 'search' | 'change'>;

function CalendarList({ search, change }: ListProps) {
  const say = useWords(hoursWords.calendar);
  const list = useQuery(calendarsQuery);
  const columns = useColumns((open) => change({ open }));
  const { dataScope = 'enterprise' } = useMe() ?? {};
  const add =
    dataScope === 'enterprise' ? (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ open: 'new' })}>
        {say('add')}
      </Button>
    ) : null;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={add} />
      <Stack gap="md">
        <DataTable
          label={say('title')}
          columns={columns}
          rows={list.data}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={list.error}
          onRetry={() => void list.refetch()}
          empty={<EmptyState icon={IconClockHour4} title={say('empty')} text={say('emptyText')} action={add} />}
        />
        {list.data && list.data.length > 0 ? (
          <>
            <CheckPanel search={search} onChange={(part) => change(part, { isReplacing: true })} />
            <StripPanel from={search.from} onChange={(from) => change({ from })} />
          </>
        ) : null}
      </Stack>
    </div>
  );
}

function useColumns(onOpen: (calendarId: string) => void): DataColumn<CalendarRow>[] {
  const say = useWords(hoursWords.calendar);
  const { mutate: remove } = useDeleteCalendar();
  return useMemo(() => {
    const handleRemove = async ({ id, name }: CalendarRow) => {
      if (!(await confirmBin('delete', name))) return;
      remove(id, { onSuccess: () => showToast('success', say('deleted')), onError: tellFailure });
    };
    return [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: ({ id, name, isDefault }) => (
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton
              fz="inherit"
              fw={550}
              c="var(--mantine-color-anchor)"
              aria-label={say('openOf', { name })}
              onClick={() => onOpen(id)}
            >
              {name}
            </UnstyledButton>
            {isDefault ? <Badge variant="light">{say('default')}</Badge> : null}
          </Group>
        ),
      },
      { id: 'timeZone', header: say('timeZone'), cell: ({ timeZone }) => timeZone },
      {
        id: 'departments',
        header: say('departments'),
        cell: ({ departments, isDefault }) => (
          <Text size="sm" inherit>
            {departments.length > 0 ? departments.join(', ') : say(isDefault ? 'allOthers' : 'none')}
          </Text>
        ),
      },
      {
        id: 'uses',
        header: say('uses'),
        cell: ({ uses }) => (
          <Text size="sm" inherit>
            {uses.length > 0 ? uses.join(', ') : say('none')}
          </Text>
        ),
      },
      {
        id: 'exceptions',
        header: say('exceptions'),
        align: 'end',
        cell: ({ exceptionCount }) => <span className="tabular">{formatNumber(exceptionCount)}</span>,
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (row) => (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={say('deleteOf', { name: row.name })}
            onClick={() => void handleRemove(row)}
          >
            {say('delete')}
          </Button>
        ),
      },
    ];
  }, [say, onOpen, remove]);
}
