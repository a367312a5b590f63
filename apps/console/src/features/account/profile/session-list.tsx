import { Badge, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { formatRelative, formatTimestamp } from '../../../lib/format.ts';
import { i18next, t as say } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { sessionsQuery, useEndSession } from './profile.queries.ts';

type SessionRow = { id: string; device: string; address: string; lastSeenAt: string; isCurrent: boolean };

export function SessionList() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery);
  const { mutate: end, isPending, variables } = useEndSession();
  const columns = useMemo<DataColumn<SessionRow>[]>(
    () => [
      {
        id: 'device',
        header: t('profile.device'),
        cell: (row) => (
          <>
            {row.device}{' '}
            {row.isCurrent ? (
              <Badge size="sm" color="green" ml={6}>
                {t('profile.thisSession')}
              </Badge>
            ) : null}
          </>
        ),
      },
      { id: 'address', header: t('profile.address'), cell: (row) => <Text size="sm">{row.address}</Text> },
      {
        id: 'lastSeen',
        header: t('profile.lastSeen'),
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
              aria-label={t('profile.endSession', { device: row.device })}
              loading={isPending && variables === row.id}
              onClick={() => end(row.id, { onSuccess: () => showToast('success', say('profile.sessionEnded')) })}
            >
              {t('profile.end')}
            </Button>
          ),
      },
    ],
    [t, end, isPending, variables],
  );
  return (
    <DataTable
      label={t('profile.sessions')}
      columns={columns}
      rows={sessions.data?.sessions}
      getRowId={(row) => row.id}
      error={sessions.error}
      isFetching={sessions.isFetching}
      onRetry={() => void sessions.refetch()}
    />
  );
}
