import { ActionIcon, Badge, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { agentStatuses, type UserRow, userStates } from '@parley/contract';
import { IconDots, IconKey, IconPencil, IconStars, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatRelative, formatTimestamp } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useCan, useMe } from '../shared/me.ts';
import { useRoleOptions } from '../shared/roles.ts';
import { useActivateUser, userListQuery } from './user.queries.ts';
import { type UserSearch, usersPage } from './user.search.ts';

type Handlers = { onEdit: (userId: string) => void } & Record<'onDeactivate' | 'onReset' | 'onSkills', (user: UserRow) => void>;
export type UserListProps = Handlers & { search: UserSearch; onPage: (from: number) => void; onClear: () => void };

export function UserList({ search, onPage, onClear, ...handlers }: UserListProps) {
  const say = useWords(peopleWords.user);
  const list = useQuery(userListQuery(search));
  const columns = useColumns(handlers);
  return (
    <DataTable
      label={say(search.tab)}
      columns={columns}
      rows={list.data?.users}
      getRowId={({ uId }) => uId}
      getRowName={({ name }) => name}
      error={list.error}
      isFetching={list.isPlaceholderData}
      onRetry={() => void list.refetch()}
      isFiltered={search.name !== '' || search.role !== '' || search.deptId !== ''}
      onClearFilters={onClear}
      empty={<EmptyState title={say(search.tab === 'deactivated' ? 'emptyDeactivated' : 'emptyActive')} />}
      page={{
        from: search.from,
        perPage: usersPage,
        more: list.data?.more ?? false,
        isFixed: true,
        onChange: ({ from }) => onPage(from),
      }}
    />
  );
}

const statusColours = { online: 'green', away: 'yellow', offline: 'gray', noChats: 'gray' } as const;

function chatStatusOf({ agentStatus, chat }: UserRow): keyof typeof statusColours {
  if (!chat.enabled) return 'noChats';
  if (agentStatus === agentStatuses.online) return 'online';
  return agentStatus === agentStatuses.away ? 'away' : 'offline';
}

function useColumns({ onEdit, onDeactivate, onReset, onSkills }: Handlers): DataColumn<UserRow>[] {
  const say = useWords(peopleWords.user);
  const mayEdit = useCan(['USERS.EDIT']);
  const configuresChats = useCan(['CHAT.CHAT_CONFIG']);
  const me = useMe();
  const { nameOf } = useRoleOptions();
  const { mutate: activate } = useActivateUser();
  return useMemo(() => {
    const columns: DataColumn<UserRow>[] = [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: (row) => (
          <>
            {mayEdit && row.state === userStates.active ? (
              <UnstyledButton
                fz="inherit"
                fw={550}
                c="var(--mantine-color-anchor)"
                aria-label={say('editTitle', { name: row.name })}
                onClick={() => onEdit(row.uId)}
              >
                {row.name}
              </UnstyledButton>
            ) : (
              <Text fz="inherit" fw={550}>
                {row.name}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {row.emailId}
            </Text>
          </>
        ),
      },
      { id: 'roles', header: say('roles'), cell: ({ roles }) => roles.map(nameOf).join(', ') },
      { id: 'departments', header: say('departments'), cell: ({ departments }) => departments.map(({ name }) => name).join(', ') },
      {
        id: 'chat',
        header: say('chat'),
        cell: (row) => {
          const status = chatStatusOf(row);
          return (
            <Badge variant="light" color={statusColours[status]}>
              {say(status)}
            </Badge>
          );
        },
      },
      {
        id: 'twoFactor',
        header: say('twoFactor'),
        cell: ({ hasTwoFactor }) => (hasTwoFactor === null ? '' : say(hasTwoFactor ? 'on' : 'off')),
      },
      {
        id: 'lastLogin',
        header: say('lastLogin'),
        isOneLine: true,
        cell: ({ lastLoginAt }) =>
          lastLoginAt === null ? (
            say('never')
          ) : (
            <time dateTime={lastLoginAt} title={formatTimestamp(lastLoginAt)}>
              {formatRelative(lastLoginAt, Date.now(), i18next.language)}
            </time>
          ),
      },
    ];
    const maySetSkills = configuresChats && me?.dataScope === 'enterprise';
    if (!mayEdit && !maySetSkills) return columns;
    const handleActivate = (row: UserRow) =>
      activate(row.uId, { onSuccess: () => showToast('success', say('activated', { name: row.name })), onError: tellFailure });
    columns.push({
      id: 'actions',
      header: '',
      align: 'end',
      isHideable: false,
      isPinned: true,
      cell: (row) =>
        mayEdit || row.state !== userStates.deactivated ? (
          <Group justify="flex-end">
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={say('actionsOf', { name: row.name })}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {row.state === userStates.deactivated ? (
                  <Menu.Item leftSection={<IconUserCheck size={15} aria-hidden />} onClick={() => handleActivate(row)}>
                    {say('activate')}
                  </Menu.Item>
                ) : (
                  <>
                    {mayEdit ? (
                      <>
                        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onEdit(row.uId)}>
                          {say('edit')}
                        </Menu.Item>
                        <Menu.Item leftSection={<IconKey size={15} aria-hidden />} onClick={() => onReset(row)}>
                          {say('resetPassword')}
                        </Menu.Item>
                      </>
                    ) : null}
                    {maySetSkills ? (
                      <Menu.Item leftSection={<IconStars size={15} aria-hidden />} onClick={() => onSkills(row)}>
                        {say('skills')}
                      </Menu.Item>
                    ) : null}
                    {!mayEdit || row.uId === me?.uId ? null : (
                      <Menu.Item color="red" leftSection={<IconUserOff size={15} aria-hidden />} onClick={() => onDeactivate(row)}>
                        {say('deactivate')}
                      </Menu.Item>
                    )}
                  </>
                )}
              </Menu.Dropdown>
            </Menu>
          </Group>
        ) : null,
    });
    return columns;
  }, [say, mayEdit, configuresChats, me?.uId, me?.dataScope, nameOf, activate, onEdit, onDeactivate, onReset, onSkills]);
}
