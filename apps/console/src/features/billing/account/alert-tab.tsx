import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core';
import { type BillingAlert, mostAlerts } from '@parley/contract';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatCost } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { commonWords } from '../../../locales/common.ts';
import { AlertForm } from './alert-form.tsx';
import { alertsQuery, useSaveAlert } from './billing.queries.ts';

/** Alerts: their recipients and the balance below which each is sent. */
export function AlertTab() {
  const say = useWords(billingWords.alerts);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const list = useQuery(alertsQuery);
  const save = useSaveAlert();
  const [edited, setEdited] = useState<BillingAlert | 'new'>();
  const { alerts, people = [], currency = 'INR' } = list.data ?? {};
  const nameOf = (userId: string) => people.find((person) => person.userId === userId)?.name || say('somebody');
  const show = ({ threshold }: BillingAlert) => formatCost(threshold, currency);
  const handleDelete = async (alert: BillingAlert) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('deleteQuestion'),
      text: say('deleteText', { amount: show(alert) }),
      confirm: sayCommon('delete'),
      color: 'red',
    });
    if (!isSure) return;
    const { alertId, threshold, version } = alert;
    save.mutate(
      { alertId, threshold, version, userIds: [] },
      {
        onSuccess: () => showToast('success', sayDone('deleted')),
        onError: (error) => {
          tellFailure(error);
          void list.refetch();
        },
      },
    );
  };
  const columns: DataColumn<BillingAlert>[] = [
    {
      id: 'threshold',
      header: say('thresholdColumn'),
      isHideable: false,
      isOneLine: true,
      cell: (alert) => <span className="tabular">{show(alert)}</span>,
    },
    { id: 'people', header: say('people'), cell: ({ userIds }) => userIds.map(nameOf).join(', ') },
    {
      id: 'state',
      header: say('state'),
      cell: ({ isBelow }) => (
        <Badge color={isBelow ? 'red' : 'green'} miw="max-content">
          {say(isBelow ? 'below' : 'above')}
        </Badge>
      ),
    },
    {
      id: 'actions',
      header: say('actions'),
      align: 'end',
      cell: (alert) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <ActionIcon aria-label={say('edit', { amount: show(alert) })} title={sayCommon('edit')} onClick={() => setEdited(alert)}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            color="red"
            aria-label={say('delete', { amount: show(alert) })}
            title={sayCommon('delete')}
            onClick={() => void handleDelete(alert)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ),
    },
  ];
  const isFull = (alerts?.length ?? 0) >= mostAlerts;
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!alerts || isFull} onClick={() => setEdited('new')}>
          {say('add')}
        </Button>
      }
    >
      {isFull ? <Text size="sm">{say('limit', { count: mostAlerts })}</Text> : null}
      <DataTable
        label={say('title')}
        columns={columns}
        rows={alerts}
        getRowId={({ alertId }) => alertId}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('empty')} />}
      />
      {edited ? (
        <AlertForm
          alert={edited === 'new' ? undefined : edited}
          currency={currency}
          nameOf={nameOf}
          onReload={() => void list.refetch()}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Panel>
  );
}
