import { Button, Group, Tabs } from '@mantine/core';
import type { UserRow } from '@parley/contract';
import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { hasFlag, useAppConfig } from '../../../lib/app-config.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { May } from '../shared/may.tsx';
import { useRoleOptions } from '../shared/roles.ts';
import { AddUserDialog } from './add-user-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import { noUserSearch, UserSearch } from './user.search.ts';
import { UserDrawer } from './user-drawer.tsx';
import { UserList } from './user-list.tsx';
import { UserSkills } from './user-skills.tsx';

type Open = { mode: 'invite' | 'add' } | { mode: 'deactivate' | 'reset' | 'skills'; user: UserRow };
const tabs = ['active', 'deactivated', 'invitations'] as const;

/** People of the enterprise, and those who are invited (screens 9.1). */
export function UsersPage() {
  const say = useWords(peopleWords.user);
  const { userMode } = useAppConfig();
  const { search, change, filter } = useAddressState(UserSearch);
  const [open, setOpen] = useState<Open>();
  const roles = useRoleOptions();
  const departments = useDepartmentOptions();
  const mayInvite = hasFlag('userInvite');
  const close = () => setOpen(undefined);
  const clear = () => filter({ ...noUserSearch, tab: search.tab });

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          <May any={['USERS.ADD']}>
            <Group gap="xs">
              {userMode === 'create' ? (
                <Button variant="default" leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'add' })}>
                  {say('add')}
                </Button>
              ) : null}
              {mayInvite ? (
                <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={() => setOpen({ mode: 'invite' })}>
                  {say('invite')}
                </Button>
              ) : null}
            </Group>
          </May>
        }
      />
      <Tabs value={search.tab} onChange={(tab) => filter({ ...noUserSearch, tab: tab as UserSearch['tab'] })} keepMounted={false}>
        <Tabs.List aria-label={say('tabs')}>
          {tabs
            .filter((tab) => tab !== 'invitations' || mayInvite)
            .map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {say(tab)}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        {(['active', 'deactivated'] as const).map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            <FilterBar>
              <SearchBox
                aria-label={say('search')}
                placeholder={say('search')}
                maxLength={120}
                value={search.name}
                onSearch={(name) => filter({ name }, { isReplacing: true })}
              />
              <FilterSelect
                label={say('role')}
                isLabelHidden
                all={say('allRoles')}
                value={search.role}
                data={roles.options}
                onChange={(role) => filter({ role })}
              />
              {departments.length > 0 ? (
                <FilterSelect
                  label={say('department')}
                  isLabelHidden
                  all={say('allDepartments')}
                  value={search.deptId}
                  data={departments}
                  onChange={(deptId) => filter({ deptId })}
                />
              ) : null}
            </FilterBar>
            <UserList
              search={search}
              onPage={(from) => filter({ from })}
              onClear={clear}
              onEdit={(userId) => change({ open: userId })}
              onDeactivate={(user) => setOpen({ mode: 'deactivate', user })}
              onReset={(user) => setOpen({ mode: 'reset', user })}
              onSkills={(user) => setOpen({ mode: 'skills', user })}
            />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="invitations" pt="md">
          <InvitationList from={search.from} onPage={(from) => filter({ from })} />
        </Tabs.Panel>
      </Tabs>
      <UserDrawer userId={search.open} onClose={() => change({ open: '' })} />
      {open?.mode === 'invite' ? (
        <InviteDialog
          onClose={close}
          onSent={() => {
            close();
            filter({ ...noUserSearch, tab: 'invitations' });
          }}
        />
      ) : null}
      {open?.mode === 'add' ? <AddUserDialog onClose={close} /> : null}
      {open?.mode === 'deactivate' ? <DeactivateDialog user={open.user} onClose={close} /> : null}
      {open?.mode === 'skills' ? <UserSkills user={open.user} onClose={close} /> : null}
      {open?.mode === 'reset' ? <ResetPasswordDialog user={open.user} onClose={close} /> : null}
    </div>
  );
}
