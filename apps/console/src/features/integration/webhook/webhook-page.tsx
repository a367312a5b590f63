import { Badge, Button, Text, UnstyledButton } from '@mantine/core';
import type { Webhook } from '@parley/contract';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { confirmDelete, openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { DeliveryLog } from '../shared/delivery-log.tsx';
import { useRemoveWebhook, useRotateSecret, useTestWebhook, webhookLog, webhooksQuery } from './webhook.queries.ts';
import { WebhookSearch } from './webhook.search.ts';
import { WebhookForm } from './webhook-form.tsx';

const colors = { active: 'green', paused: 'gray', suspended: 'red' } as const;
type Open = { mode: 'form'; webhook: Webhook | undefined } | { mode: 'secret'; name: string; secret: string };

/** Webhooks of own systems: their events, addresses and deliveries (screens 2.4). */
export function WebhookPage() {
  const say = useWords(integrationWords.webhook);
  const { search, change } = useAddressState(WebhookSearch);
  const list = useQuery(webhooksQuery);
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(setOpen, (log) => change({ log }));
  const logged = list.data?.find(({ id }) => id === search.log);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'form', webhook: undefined })}>
      {say('add')}
    </Button>
  );
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={add} />
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconWebhook} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      {open?.mode === 'form' ? (
        <WebhookForm
          webhook={open.webhook}
          onMade={(name, secret) => setOpen({ mode: 'secret', name, secret })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.mode === 'secret' ? (
        <SecretDialog title={say('secretTitle', { name: open.name })} secret={open.secret} onClose={() => setOpen(undefined)} />
      ) : null}
      {logged ? (
        <DeliveryLog
          of={logged}
          calls={webhookLog}
          search={search}
          onFilter={(part) => change(part)}
          onClose={() => change({ log: '', state: '', from: 0 })}
        />
      ) : null}
    </div>
  );
}

function useColumns(onOpen: (open: Open) => void, onLog: (webhookId: string) => void): DataColumn<Webhook>[] {
  const say = useWords(integrationWords.webhook);
  const sayEvent = useWords(integrationWords.event);
  const { mutate: remove } = useRemoveWebhook();
  const { mutate: rotate } = useRotateSecret();
  const { mutate: test } = useTestWebhook();
  return useMemo(() => {
    const handleTest = ({ id, name }: Webhook) =>
      test(id, {
        onSuccess: ({ isWorking, status, error, durationMs }) =>
          showToast(
            isWorking ? 'success' : 'error',
            isWorking ? say('works', { name, status, count: durationMs }) : say('fails', { name, reason: error }),
          ),
        onError: tellFailure,
      });
    const handleRotate = async ({ id, name }: Webhook) => {
      const isSure = await openDialog({
        type: 'confirm',
        title: say('rotateTitle', { name }),
        text: say('rotateText'),
        confirm: say('rotate'),
      });
      if (isSure) rotate(id, { onSuccess: ({ secret }) => onOpen({ mode: 'secret', name, secret }), onError: tellFailure });
    };
    const handleRemove = async ({ id, name }: Webhook) => {
      if (await confirmDelete('delete', name))
        remove(id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
    };
    return [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (webhook) => (
          <>
            <UnstyledButton
              fz="inherit"
              fw={550}
              c="var(--mantine-color-anchor)"
              aria-label={say('edit', { name: webhook.name })}
              onClick={() => onOpen({ mode: 'form', webhook })}
            >
              {webhook.name}
            </UnstyledButton>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {webhook.url}
            </Text>
          </>
        ),
      },
      {
        id: 'state',
        header: say('state'),
        cell: ({ state, waiting }) => (
          <>
            <Badge variant="light" color={colors[state]}>
              {say(state)}
            </Badge>
            {waiting > 0 ? (
              <Text size="xs" c="dimmed">
                {say('waiting', { count: waiting })}
              </Text>
            ) : null}
          </>
        ),
      },
      { id: 'events', header: say('events'), cell: ({ events }) => events.map((event) => sayEvent(event)).join(', ') },
      {
        id: 'last',
        header: say('last'),
        cell: ({ lastSuccessAt, lastError }) => (
          <>
            {lastSuccessAt ? formatReportDate(lastSuccessAt) : say('never')}
            {lastError ? (
              <Text size="xs" c="red" lineClamp={2}>
                {lastError}
              </Text>
            ) : null}
          </>
        ),
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (webhook) => (
          <RowMenu
            label={say('actionsOf', { name: webhook.name })}
            actions={[
              { label: say('log'), onClick: () => onLog(webhook.id) },
              { label: say('test'), onClick: () => handleTest(webhook) },
              { label: say('rotate'), onClick: () => void handleRotate(webhook) },
              { label: say('delete'), isDangerous: true, onClick: () => void handleRemove(webhook) },
            ]}
          />
        ),
      },
    ];
  }, [say, sayEvent, onOpen, onLog, remove, rotate, test]);
}
