import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { formatRelative, formatTimestamp } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { sessionsQuery, useEndSession } from './profile.queries.ts';

type SessionRow = { id: string; device: string; address: string; lastSeenAt: string; isCurrent: boolean };

export function SessionList() {
  const say = useWords(accountWords.profile);
  const sessions = useQuery(sessionsQuery);
  const { mutate: end, isPending, variables } = useEndSession();
  const columns = useMemo<DataColumn<SessionRow>[]>(
    () => [
      {
        id: 'device',
        header: say('device'),
        cell: (row) => (
          <>
            {row.device}{' '}
            {row.isCurrent ? (
              <Badge size="sm" color="green" ms={6}>
                {say('thisSession')}
              </Badge>
            ) : null}
          </>
        ),
      },
      { id: 'address', header: say('address'), cell: (row) => <Text size="sm">{row.address}</Text> },
      {
        id: 'lastSeen',
        header: say('lastSeen'),
        cell: (row) => (
          <time dateTime={row.lastSeenAt} title={formatTimestamp(row.lastSeenAt)}>
            {formatRelative(row.lastSeenAt, Date.now(), i18next.language)}
          </time>
        ),
      },
      {
        id: 'end',
        header: '',
        align: 'end',
        cell: (row) =>
          row.isCurrent ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={say('endSession', { device: row.device })}
              loading={isPending && variables === row.id}
              onClick={() => end(row.id, { onSuccess: () => showToast('success', say('sessionEnded')) })}
            >
              {say('end')}
            </Button>
          ),
      },
    ],
    [say, end, isPending, variables],
  );
  return (
    <DataTable
      label={say('sessions')}
      columns={columns}
      rows={sessions.data?.sessions}
      getRowId={(row) => row.id}
      error={sessions.error}
      isFetching={sessions.isFetching}
      onRetry={() => void sessions.refetch()}
    />
  );
}
