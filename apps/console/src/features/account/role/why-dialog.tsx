import { Alert, Badge, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import type { Permission, PermissionGroup } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { type Person, UserPicker } from '../shared/user-picker.tsx';
import { toPermissionLabel } from './permission-words.ts';
import { whyQuery } from './role.queries.ts';

/** 'Why can this user…': the role or flag that gives a permission, or what is missing for it. */
export function WhyDialog({ isOpen, groups, onClose }: { isOpen: boolean; groups: PermissionGroup[]; onClose: () => void }) {
  const say = useWords(accountWords.rbac);
  const sayCommon = useWords(commonWords.ui);
  const [user, setUser] = useState<Person | null>(null);
  const [permission, setPermission] = useState<string | null>(null);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('why')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {say('whyHint')}
        </Text>
        <UserPicker label={say('user')} chosen={user} onChange={setUser} />
        <Select
          label={say('permission')}
          searchable
          data={groups.map((group) => ({
            group: toPermissionLabel(group.id),
            items: group.values.map(({ id, value }) => ({ value, label: `${toPermissionLabel(group.id)}: ${toPermissionLabel(id)}` })),
          }))}
          value={permission}
          onChange={setPermission}
          nothingFoundMessage={sayCommon('nothingMatches')}
        />
        {user && permission ? <WhyAnswer userId={user.id} permission={permission as Permission} /> : null}
      </Stack>
    </Modal>
  );
}

function WhyAnswer({ userId, permission }: { userId: string; permission: Permission }) {
  const say = useWords(accountWords.rbac);
  const why = useQuery(whyQuery(userId, permission));
  if (why.isPending) return <Skeleton height={64} radius="md" />;
  if (why.isError) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />;
  const { isHeld, explanation, givenBy, wouldGive } = why.data;
  const roles = isHeld ? givenBy : wouldGive;
  return (
    <Alert color={isHeld ? 'green' : 'gray'} role="status" title={say(isHeld ? 'held' : 'notHeld')}>
      <Text size="sm">{explanation}</Text>
      {roles.length > 0 ? (
        <Group gap={6} mt="xs">
          <Text size="xs">{say(isHeld ? 'givenBy' : 'wouldGive')}</Text>
          {roles.map((role) => (
            <Badge key={role.code} color="gray">
              {role.name}
            </Badge>
          ))}
        </Group>
      ) : null}
    </Alert>
  );
}
