import { Button, Drawer, Stack, Tabs, Text } from '@mantine/core';
import { type MappedUser, mappedUsersPage } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useCan } from '../shared/me.ts';
import { departmentQuery, mappedUsersQuery, useMapUsers } from './department.queries.ts';

/** Members of a department, and users outside it; several are added or removed at once. */
export function UsersDrawer({ departmentId, onClose }: { departmentId: string; onClose: () => void }) {
  const say = useWords(peopleWords.department);
  const department = useQuery({ ...departmentQuery(departmentId), enabled: departmentId !== '' });
  return (
    <Drawer
      opened={departmentId !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={department.data ? say('usersOf', { name: department.data.name }) : say('users')}
    >
      <Tabs defaultValue="mapped" keepMounted={false}>
        <Tabs.List aria-label={say('usersTabs')}>
          <Tabs.Tab value="mapped">{say('mapped')}</Tabs.Tab>
          <Tabs.Tab value="unmapped">{say('unmapped')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="mapped" pt="md">
          <UserTable departmentId={departmentId} isMapped />
        </Tabs.Panel>
        <Tabs.Panel value="unmapped" pt="md">
          <UserTable departmentId={departmentId} isMapped={false} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}

function UserTable({ departmentId, isMapped }: { departmentId: string; isMapped: boolean }) {
  const say = useWords(peopleWords.department);
  const mayEdit = useCan(['DEPARTMENTS.EDIT']);
  const [name, setName] = useState('');
  const [from, setFrom] = useState(0);
  const [ids, setIds] = useState<string[]>([]);
  const list = useQuery(mappedUsersQuery(departmentId, { mapped: isMapped, name, from }));
  const map = useMapUsers(departmentId);
  const columns = useMemo<DataColumn<MappedUser>[]>(
    () => [
      { id: 'name', header: say('name'), cell: (row) => row.name },
      { id: 'email', header: say('email'), cell: (row) => row.emailId },
    ],
    [say],
  );
  const handleChange = (users: string[]) =>
    map.mutate(
      { users, isAdded: !isMapped },
      {
        onSuccess: ({ changed }) => {
          setIds([]);
          showToast('success', say(isMapped ? 'usersRemoved' : 'usersAdded', { count: changed }));
        },
        onError: tellFailure,
      },
    );
  const show = (next: { name?: string; from?: number }) => {
    setIds([]);
    setFrom(next.from ?? 0);
    if (next.name !== undefined) setName(next.name);
  };
  return (
    <Stack gap="sm">
      <SearchBox
        aria-label={say('searchUsers')}
        placeholder={say('searchUsers')}
        value={name}
        onSearch={(words) => show({ name: words })}
      />
      {isMapped && mayEdit ? (
        <Text size="xs" c="dimmed">
          {say('removeHint')}
        </Text>
      ) : null}
      <DataTable
        label={say(isMapped ? 'mapped' : 'unmapped')}
        columns={columns}
        rows={list.data?.users}
        getRowId={({ uId }) => uId}
        getRowName={(row) => row.name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={name !== ''}
        onClearFilters={() => show({ name: '' })}
        empty={<EmptyState title={say(isMapped ? 'noMapped' : 'noUnmapped')} />}
        {...(mayEdit
          ? {
              selection: {
                ids,
                onChange: setIds,
                actions: (users: string[]) => (
                  <Button size="xs" loading={map.isPending} onClick={() => handleChange(users)}>
                    {say(isMapped ? 'removeUsers' : 'addUsers')}
                  </Button>
                ),
              },
            }
          : {})}
        page={{
          from,
          perPage: mappedUsersPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: (page) => show({ from: page.from }),
        }}
      />
    </Stack>
  );
}
