import { Badge, Button, Group } from '@mantine/core';
import type { Invitation } from '@parley/contract';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { May } from '../shared/may.tsx';
import { useRoleOptions } from '../shared/roles.ts';
import { invitationListQuery, useResendInvitation, useRevokeInvitation } from './user.queries.ts';
import { usersPage } from './user.search.ts';

/** Open invitations. */
export function InvitationList({ from, onPage }: { from: number; onPage: (from: number) => void }) {
  const say = useWords(peopleWords.invitation);
  const sayUser = useWords(peopleWords.user);
  const list = useQuery(invitationListQuery(from));
  const columns = useColumns();
  return (
    <DataTable
      label={sayUser('invitations')}
      columns={columns}
      rows={list.data?.invitations}
      getRowId={({ id }) => id}
      getRowName={({ emailId }) => emailId}
      error={list.error}
      isFetching={list.isPlaceholderData}
      onRetry={() => void list.refetch()}
      empty={<EmptyState icon={IconMail} title={say('empty')} text={say('emptyText')} />}
      page={{ from, perPage: usersPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => onPage(page.from) }}
    />
  );
}

function useColumns(): DataColumn<Invitation>[] {
  const say = useWords(peopleWords.invitation);
  const sayUser = useWords(peopleWords.user);
  const { nameOf } = useRoleOptions();
  const { mutate: resend, isPending, variables } = useResendInvitation();
  const { mutate: revoke } = useRevokeInvitation();
  return useMemo(() => {
    const handleRevoke = async ({ id, emailId }: Invitation) => {
      const isSure = await openDialog({
        type: 'confirm',
        title: say('revokeTitle'),
        text: say('revokeText', { email: emailId }),
        confirm: say('revoke'),
        color: 'red',
      });
      if (isSure) revoke(id, { onSuccess: () => showToast('success', say('revoked')), onError: tellFailure });
    };
    return [
      { id: 'email', header: sayUser('email'), isHideable: false, cell: ({ emailId }) => emailId },
      { id: 'roles', header: sayUser('roles'), cell: ({ roles }) => roles.map(nameOf).join(', ') },
      { id: 'departments', header: sayUser('departments'), cell: ({ departments }) => departments.map(({ name }) => name).join(', ') },
      { id: 'invitedBy', header: say('invitedBy'), cell: ({ invitedBy }) => invitedBy },
      {
        id: 'sentAt',
        header: say('sentAt'),
        isOneLine: true,
        cell: ({ sentAt }) => <span className="tabular">{formatReportDate(sentAt)}</span>,
      },
      {
        id: 'expires',
        header: say('expires'),
        isOneLine: true,
        cell: ({ expiresAt, isExpired }) =>
          isExpired ? (
            <Badge variant="light" color="orange">
              {say('expired')}
            </Badge>
          ) : (
            <span className="tabular">{formatReportDate(expiresAt)}</span>
          ),
      },
      {
        id: 'actions',
        header: sayUser('actions'),
        isHideable: false,
        isPinned: true,
        cell: (row) => (
          <May any={['USERS.ADD']}>
            <Group gap={4} wrap="nowrap">
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={say('resendOf', { email: row.emailId })}
                loading={isPending && variables === row.id}
                onClick={() => resend(row.id, { onSuccess: () => showToast('success', say('resent')), onError: tellFailure })}
              >
                {say('resend')}
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={say('revokeOf', { email: row.emailId })}
                onClick={() => void handleRevoke(row)}
              >
                {say('revoke')}
              </Button>
            </Group>
          </May>
        ),
      },
    ];
  }, [say, sayUser, nameOf, resend, revoke, isPending, variables]);
}
