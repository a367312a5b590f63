import { ActionIcon, Badge, Button, Code, Text } from '@mantine/core';
import type { ApiKey } from '@parley/contract';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SecretDialog } from '../../../components/secret-dialog.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { May } from '../shared/may.tsx';
import { apiKeysQuery, useRemoveKey } from './api-key.queries.ts';
import { ApiKeyForm } from './api-key-form.tsx';

const colors = { active: 'green', expired: 'gray', stopped: 'red' } as const;
const editors = ['ENTERPRISE.EDIT'] as const;
type Open = { mode: 'form' } | { mode: 'secret'; name: string; secret: string };

/** Keys with which other programs call the API (screens 1.4). */
export function ApiKeyPanel() {
  const say = useWords(integrationWords.apiKey);
  const keys = useQuery(apiKeysQuery);
  const columns = useKeyColumns();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const add = (
    <May any={editors}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'form' })}>
        {say('add')}
      </Button>
    </May>
  );
  return (
    <Panel title={say('title')} text={say('hint')} actions={add}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={keys.data}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={keys.error}
        onRetry={() => void keys.refetch()}
        empty={<EmptyState icon={IconKey} title={say('empty')} text={say('emptyText')} />}
      />
      {open?.mode === 'form' ? <ApiKeyForm onMade={(name, secret) => setOpen({ mode: 'secret', name, secret })} onClose={close} /> : null}
      {open?.mode === 'secret' ? (
        <SecretDialog title={say('secretTitle', { name: open.name })} secret={open.secret} onClose={close} />
      ) : null}
    </Panel>
  );
}

function useKeyColumns(): DataColumn<ApiKey>[] {
  const say = useWords(integrationWords.apiKey);
  const { mutate: remove } = useRemoveKey();
  return useMemo(() => {
    const handleRemove = async ({ id, name }: ApiKey) => {
      if (await confirmDelete('delete', name))
        remove(id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'deleted')), onError: tellFailure });
    };
    return [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: ({ name, key }) => (
          <>
            {name}
            <br />
            <Code fz="xs">{key}</Code>
          </>
        ),
      },
      { id: 'scopes', header: say('scopes'), cell: ({ scopes }) => scopes.map((scope) => say(scope)).join(', ') },
      {
        id: 'state',
        header: say('state'),
        cell: ({ state, expiresAt }) => (
          <>
            <Badge variant="light" color={colors[state]}>
              {say(state)}
            </Badge>
            {expiresAt && state === 'active' ? (
              <Text size="xs" c="dimmed">
                {say('expires', { when: formatReportDate(expiresAt) })}
              </Text>
            ) : null}
          </>
        ),
      },
      {
        id: 'created',
        header: say('created'),
        cell: ({ createdOn, createdBy }) => (
          <>
            {formatReportDate(createdOn)}
            <Text size="xs" c="dimmed">
              {createdBy}
            </Text>
          </>
        ),
      },
      {
        id: 'lastUsed',
        header: say('lastUsed'),
        cell: ({ lastUsedAt, lastAddress }) =>
          lastUsedAt ? (
            <>
              {formatReportDate(lastUsedAt)}
              <Text size="xs" c="dimmed">
                {say('from', { address: lastAddress })}
              </Text>
            </>
          ) : (
            say('never')
          ),
      },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        width: 60,
        cell: (key) => (
          <May any={editors}>
            <ActionIcon color="red" aria-label={say('deleteOf', { name: key.name })} onClick={() => void handleRemove(key)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </May>
        ),
      },
    ];
  }, [say, remove]);
}
