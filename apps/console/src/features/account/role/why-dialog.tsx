import { Alert, Badge, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Permission, PermissionGroup } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { toPermissionLabel } from './permission-words.ts';
import { userPickerQuery, whyQuery } from './role.queries.ts';

/** 'Why can this user…': the role or flag that gives a permission, or what is missing for it. */
export function WhyDialog({ isOpen, groups, onClose }: { isOpen: boolean; groups: PermissionGroup[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [userId, setUserId] = useState<string | null>(null);
  const [permission, setPermission] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search, 300);
  const users = useQuery({ ...userPickerQuery(userId ? '' : typed), enabled: isOpen, placeholderData: keepPreviousData });
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('rbac.why')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('rbac.whyHint')}
        </Text>
        <Select
          label={t('rbac.user')}
          searchable
          data={(users.data?.users ?? []).map((user) => ({ value: user.uId, label: user.name }))}
          value={userId}
          onChange={setUserId}
          onSearchChange={setSearch}
          nothingFoundMessage={t('common.nothingMatches')}
          data-autofocus
        />
        <Select
          label={t('rbac.permission')}
          searchable
          data={groups.map((group) => ({
            group: toPermissionLabel(group.id),
            items: group.values.map(({ id, value }) => ({ value, label: `${toPermissionLabel(group.id)}: ${toPermissionLabel(id)}` })),
          }))}
          value={permission}
          onChange={setPermission}
          nothingFoundMessage={t('common.nothingMatches')}
        />
        {userId && permission ? <WhyAnswer userId={userId} permission={permission as Permission} /> : null}
      </Stack>
    </Modal>
  );
}

function WhyAnswer({ userId, permission }: { userId: string; permission: Permission }) {
  const { t } = useTranslation();
  const why = useQuery(whyQuery(userId, permission));
  if (why.isPending) return <Skeleton height={64} radius="md" />;
  if (why.isError) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />;
  const { isHeld, explanation, givenBy, wouldGive } = why.data;
  const roles = isHeld ? givenBy : wouldGive;
  return (
    <Alert color={isHeld ? 'green' : 'gray'} role="status" title={t(isHeld ? 'rbac.held' : 'rbac.notHeld')}>
      <Text size="sm">{explanation}</Text>
      {roles.length > 0 ? (
        <Group gap={6} mt="xs">
          <Text size="xs">{t(isHeld ? 'rbac.givenBy' : 'rbac.wouldGive')}</Text>
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
