import { Badge, Button, Text } from '@mantine/core';
import type { ReportAlert } from '@parley/contract';
import { IconBellRinging, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
import { showValue } from '../../chat/shared/figures/show-figure.ts';
import { nameOfMeasure } from '../shared/figure-words.ts';
import { ReportTabs } from '../shared/report-tabs.tsx';
import { alertsQuery, useRemoveAlert } from './alert.queries.ts';
import { AlertForm } from './alert-form.tsx';

/** Figures of the last minutes that tell when they cross a value. */
export function AlertListPage() {
  const say = useWords(boardWords.alert);
  const alerts = useQuery(alertsQuery);
  const [open, setOpen] = useState<{ alert: ReportAlert | undefined }>();
  const columns = useColumns((alert) => setOpen({ alert }));
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ alert: undefined })}>
      {say('create')}
    </Button>
  );
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={alerts.data?.length ? create : null} />
      <ReportTabs section="alerts" />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={alerts.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={alerts.error}
        onRetry={() => void alerts.refetch()}
        empty={<EmptyState icon={IconBellRinging} title={say('empty')} text={say('emptyText')} action={create} />}
      />
      {open ? <AlertForm alert={open.alert} onClose={() => setOpen(undefined)} /> : null}
    </div>
  );
}

function useColumns(onEdit: (alert: ReportAlert) => void): DataColumn<ReportAlert>[] {
  const say = useWords(boardWords.alert);
  const sayMeasure = useWords(boardWords.measure);
  const remove = useRemoveAlert();
  const handleRemove = async ({ id, name }: ReportAlert) => {
    if (!(await confirmDelete('delete', name))) return;
    await remove.mutateAsync(id).then(({ message }) => showToast('success', sayDone(message, 'deleted')), tellFailure);
  };
  return [
    {
      id: 'name',
      header: say('name'),
      cell: ({ name, owner, isOwn }) => (
        <div>
          <Text size="sm">{name}</Text>
          {isOwn ? null : (
            <Text size="xs" c="dimmed">
              {say('by', { name: owner.name })}
            </Text>
          )}
        </div>
      ),
    },
    {
      id: 'rule',
      header: say('rule'),
      cell: ({ measure, direction, unit, value, windowMinutes }) =>
        say(`rule_${direction}`, { measure: nameOfMeasure(sayMeasure, measure), value: showValue(unit, value), count: windowMinutes }),
    },
    { id: 'state', header: say('state'), isOneLine: true, cell: (alert) => <State alert={alert} /> },
    {
      id: 'last',
      header: say('last'),
      align: 'end',
      isOneLine: true,
      cell: ({ unit, lastValue }) => <span className="tabular">{showValue(unit, lastValue)}</span>,
    },
    {
      id: 'lookedAt',
      header: say('lookedAt'),
      isOneLine: true,
      cell: ({ lookedAt }) => <span className="tabular">{lookedAt === null ? '–' : formatInstant(lookedAt, 'instant')}</span>,
    },
    {
      id: 'people',
      header: say('people'),
      cell: ({ owner, people }) => [owner, ...people].map(({ name }) => name || say('removed')).join(', '),
    },
    {
      id: 'actions',
      header: say('actions'),
      isPinned: true,
      cell: (alert) =>
        alert.canEdit ? (
          <RowMenu
            label={say('actionsOf', { name: alert.name })}
            actions={[
              { label: say('edit'), onClick: () => onEdit(alert) },
              { label: say('remove'), isDangerous: true, onClick: () => void handleRemove(alert) },
            ]}
          />
        ) : null,
    },
  ];
}

function State({ alert: { state, hold, since } }: { alert: ReportAlert }) {
  const say = useWords(boardWords.alert);
  if (hold !== '') return <Badge color="gray">{say(`hold_${hold}`)}</Badge>;
  return (
    <>
      <Badge color={state === 'OVER' ? 'red' : 'teal'}>{say(`state_${state}`)}</Badge>
      <Text size="xs" c="dimmed">
        {formatInstant(since, 'instant')}
      </Text>
    </>
  );
}
