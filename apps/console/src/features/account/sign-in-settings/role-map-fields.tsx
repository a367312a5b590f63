import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import type { Draft } from './connection-draft.ts';
import { roleOptionsQuery } from './sso.queries.ts';

type Change = (change: Partial<Draft>) => void;

/** Maps the provider's groups to roles. */
export function RoleMapFields({ draft, faults, onChange }: { draft: Draft; faults: Record<string, string>; onChange: Change }) {
  const say = useWords(ssoWords.form);
  const configuration = useQuery(roleOptionsQuery);
  const options = (configuration.data?.roles ?? []).map(({ code, name }) => ({ value: String(code), label: name }));
  const { roleMap } = draft;
  const setRow = (key: number, change: Partial<Draft['roleMap'][number]>) =>
    onChange({ roleMap: roleMap.map((row) => (row.key === key ? { ...row, ...change } : row)) });
  const handleAdd = () =>
    onChange({ roleMap: [...roleMap, { key: Math.max(-1, ...roleMap.map(({ key }) => key)) + 1, providerGroup: '', roles: [] }] });
  return (
    <>
      <Stack gap="xs" role="group" aria-label={say('roleMap')}>
        <Text size="sm" fw={550}>
          {say('roleMap')}
        </Text>
        {roleMap.map((row, index) => (
          <Group key={row.key} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={say('group')}
              flex={1}
              value={row.providerGroup}
              error={faults[`roleMap.${index}.providerGroup`]}
              onChange={(event) => setRow(row.key, { providerGroup: event.currentTarget.value })}
            />
            <MultiSelect
              label={say('roles')}
              flex={1}
              data={options}
              value={row.roles}
              error={faults[`roleMap.${index}.roles`]}
              onChange={(roles) => setRow(row.key, { roles })}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={say('removeGroup', { group: row.providerGroup })}
              onClick={() => onChange({ roleMap: roleMap.filter(({ key }) => key !== row.key) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button size="compact-sm" variant="default" onClick={handleAdd}>
            {say('addGroup')}
          </Button>
        </Group>
      </Stack>
      <MultiSelect
        label={say('defaultRoles')}
        description={say('defaultRolesHint')}
        data={options}
        value={draft.defaultRoles}
        onChange={(defaultRoles) => onChange({ defaultRoles })}
      />
    </>
  );
}
