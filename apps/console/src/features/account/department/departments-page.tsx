import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Department } from '@parley/contract';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { May } from '../shared/may.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { departmentListQuery } from './department.queries.ts';
import { DepartmentSearch, departmentsPage, noDepartmentSearch } from './department.search.ts';
import { DepartmentForm } from './department-form.tsx';
import { UsersDrawer } from './users-drawer.tsx';

type Open = { mode: 'add' } | { mode: 'edit' | 'delete'; department: Department };

/** Departments and the channels that they answer for (screens 9.2). */
export function DepartmentsPage() {
  const say = useWords(peopleWords.department);
  const { search, change, filter } = useAddressState(DepartmentSearch);
  const [open, setOpen] = useState<Open>();
  const list = useQuery(departmentListQuery(search));
  const columns = useColumns(setOpen, (id) => change({ open: id }));
  const close = () => setOpen(undefined);
  const add = (
    <May any={['DEPARTMENTS.CREATE']}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'add' })}>
        {say('add')}
      </Button>
    </May>
  );
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} actions={add} />
      <FilterBar>
        <SearchBox
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={120}
          value={search.name}
          onSearch={(name) => filter({ name }, { isReplacing: true })}
        />
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data?.departments}
        getRowId={({ id }) => id}
        getRowName={({ name }) => name}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={search.name !== ''}
        onClearFilters={() => filter(noDepartmentSearch)}
        empty={<EmptyState icon={IconUsersGroup} title={say('empty')} text={say('emptyText')} action={add} />}
        page={{
          from: search.from,
          perPage: departmentsPage,
          more: list.data?.more ?? false,
          isFixed: true,
          onChange: ({ from }) => filter({ from }),
        }}
      />
      <UsersDrawer departmentId={search.open} onClose={() => change({ open: '' })} />
      {open?.mode === 'add' ? <DepartmentForm onClose={close} /> : null}
      {open?.mode === 'edit' ? <DepartmentForm department={open.department} onClose={close} /> : null}
      {open?.mode === 'delete' ? <DeleteDialog department={open.department} onClose={close} /> : null}
    </div>
  );
}

function useColumns(onOpen: (open: Open) => void, onUsers: (departmentId: string) => void): DataColumn<Department>[] {
  const say = useWords(peopleWords.department);
  return useMemo(
    () => [
      {
        id: 'name',
        header: say('name'),
        isHideable: false,
        cell: ({ id, name, desc }) => (
          <>
            <UnstyledButton
              fz="inherit"
              fw={550}
              c="var(--mantine-color-anchor)"
              aria-label={say('open', { name })}
              onClick={() => onUsers(id)}
            >
              {name}
            </UnstyledButton>
            {desc === '' ? null : (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {desc}
              </Text>
            )}
          </>
        ),
      },
      { id: 'manager', header: say('manager'), cell: ({ manager }) => manager?.name ?? say('nobody') },
      {
        id: 'users',
        header: say('users'),
        align: 'end',
        cell: ({ userCount }) => <span className="tabular">{formatNumber(userCount)}</span>,
      },
      {
        id: 'channels',
        header: say('channels'),
        align: 'end',
        cell: ({ channelCount }) => <span className="tabular">{formatNumber(channelCount)}</span>,
      },
      { id: 'openChats', header: say('openChats'), align: 'end', cell: ({ openChats }) => <span className="tabular">{openChats}</span> },
      { id: 'fallback', header: say('fallback'), cell: ({ fallback }) => fallback?.name ?? say('none') },
      {
        id: 'actions',
        header: say('actions'),
        isHideable: false,
        isPinned: true,
        cell: (department) => (
          <Group gap={4} wrap="nowrap">
            <May any={['DEPARTMENTS.EDIT']}>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={say('editOf', { name: department.name })}
                onClick={() => onOpen({ mode: 'edit', department })}
              >
                {say('edit')}
              </Button>
            </May>
            <May any={['DEPARTMENTS.DELETE']}>
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={say('deleteOf', { name: department.name })}
                onClick={() => onOpen({ mode: 'delete', department })}
              >
                {say('delete')}
              </Button>
            </May>
          </Group>
        ),
      },
    ],
    [say, onOpen, onUsers],
  );
}
