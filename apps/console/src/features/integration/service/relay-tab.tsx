import { Badge, Box, Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Relay } from '@parley/contract';
import { IconArrowsLeftRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { confirmDelete, openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useCan } from '../../account/shared/me.ts';
import { DeliveryLog } from '../shared/delivery-log.tsx';
import { relayLog, relaysQuery, useRemoveRelay, useRotateRelaySecret, useTestRelay } from './relay.queries.ts';
import { RelayAddress } from './relay-address.tsx';
import { RelayForm } from './relay-form.tsx';
import type { ServiceSearch } from './service.search.ts';

const colors = { active: 'green', paused: 'gray', suspended: 'red' } as const;
type Open =
  | { mode: 'form'; relay: Relay | undefined }
  | { mode: 'secret'; name: string; secret: string }
  | { mode: 'address'; relay: Relay };

export type RelayTabProps = { search: ServiceSearch; onChange: (part: Partial<ServiceSearch>) => void };

/** Relays of customers' messages to own systems, and the addresses for their replies (screens 11.2). */
export function RelayTab({ search, onChange }: RelayTabProps) {
  const say = useWords(integrationWords.relay);
  const mayEdit = useCan(['ENTERPRISE.EDIT']);
  const list = useQuery(relaysQuery);
  const [open, setOpen] = useState<Open>();
  const columns = useColumns(mayEdit, setOpen, (log) => onChange({ log }));
  const logged = list.data?.find(({ id }) => id === search.log);
  const add = mayEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'form', relay: undefined })}>
      {say('add')}
    </Button>
  ) : null;
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          {say('hint')}
        </Text>
        {list.data && list.data.length > 0 ? add : null}
      </Group>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState icon={IconArrowsLeftRight} title={say('empty')} text={say('emptyText')} action={add} />}
      />
      {open?.mode === 'form' ? (
        <RelayForm
          relay={open.relay}
          onMade={(name, secret) => setOpen({ mode: 'secret', name, secret })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.mode === 'secret' ? (
        <SecretDialog title={say('secretTitle', { name: open.name })} secret={open.secret} onClose={() => setOpen(undefined)} />
      ) : null}
      {open?.mode === 'address' ? <RelayAddress relay={open.relay} onClose={() => setOpen(undefined)} /> : null}
      {logged && mayEdit ? (
        <DeliveryLog
          of={logged}
          calls={relayLog}
          search={search}
          onFilter={onChange}
          onClose={() => onChange({ log: '', state: '', from: 0 })}
        />
      ) : null}
    </>
  );
}

function useColumns(mayEdit: boolean, onOpen: (open: Open) => void, onLog: (id: string) => void): DataColumn<Relay>[] {
  const say = useWords(integrationWords.relay);
  const { mutate: remove } = useRemoveRelay();
  const { mutate: rotate } = useRotateRelaySecret();
  const { mutate: test } = useTestRelay();
  return useMemo(() => {
    const handleTest = ({ id, name }: Relay) =>
      test(id, {
        onSuccess: ({ isWorking, status, error, durationMs }) =>
          showToast(
            isWorking ? 'success' : 'error',
            isWorking ? say('works', { name, status, count: durationMs }) : say('fails', { name, reason: error }),
          ),
        onError: tellFailure,
      });
    const handleRotate = async ({ id, name }: Relay) => {
      const isSure = await openDialog({
        type: 'confirm',
        title: say('rotateTitle', { name }),
        text: say('rotateText'),
        confirm: say('rotate'),
      });
      if (isSure) rotate(id, { onSuccess: ({ secret }) => onOpen({ mode: 'secret', name, secret }), onError: tellFailure });
    };
    const handleRemove = async ({ id, name }: Relay) => {
      if (await confirmDelete('delete', name))
        remove(id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
    };
    return [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (relay) => (
          <Box miw={150}>
            {mayEdit ? (
              <UnstyledButton
                fz="inherit"
                fw={550}
                c="var(--mantine-color-anchor)"
                aria-label={say('edit', { name: relay.name })}
                onClick={() => onOpen({ mode: 'form', relay })}
              >
                {relay.name}
              </UnstyledButton>
            ) : (
              relay.name
            )}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {relay.url}
            </Text>
          </Box>
        ),
      },
      {
        id: 'state',
        header: say('state'),
        isOneLine: true,
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
      { id: 'secret', header: say('secret'), cell: ({ secretEnding }) => <span className="tabular">…{secretEnding}</span> },
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
        cell: (relay) => (
          <RowMenu
            label={say('actionsOf', { name: relay.name })}
            actions={[
              { label: say('address'), onClick: () => onOpen({ mode: 'address', relay }) },
              ...(mayEdit
                ? [
                    { label: say('log'), onClick: () => onLog(relay.id) },
                    { label: say('test'), onClick: () => handleTest(relay) },
                    { label: say('rotate'), onClick: () => void handleRotate(relay) },
                    { label: say('delete'), isDangerous: true, onClick: () => void handleRemove(relay) },
                  ]
                : []),
            ]}
          />
        ),
      },
    ];
  }, [say, mayEdit, onOpen, onLog, remove, rotate, test]);
}
