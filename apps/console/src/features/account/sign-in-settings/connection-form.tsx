import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { type SsoConnection, SsoSave } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure, readIssues, sayFault } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { PasswordField } from '../shared/password-field.tsx';
import { roleOptionsQuery, saveSso, useSsoChange } from './sso.queries.ts';

type Draft = Omit<SsoSave, 'roleMap' | 'defaultRoles'> & {
  roleMap: { key: number; providerGroup: string; roles: string[] }[];
  defaultRoles: string[];
};

const toDraft = (connection: SsoConnection | undefined): Draft => ({
  name: connection?.name ?? '',
  issuer: connection?.issuer ?? '',
  clientId: connection?.clientId ?? '',
  clientSecret: '',
  groupClaim: connection?.groupClaim ?? 'groups',
  roleMap: (connection?.roleMap ?? []).map(({ providerGroup, roles }, key) => ({ key, providerGroup, roles: roles.map(String) })),
  defaultRoles: (connection?.defaultRoles ?? []).map(String),
});
const toSave = (draft: Draft): SsoSave => ({
  ...draft,
  issuer: draft.issuer.trim(),
  roleMap: draft.roleMap.map(({ providerGroup, roles }) => ({ providerGroup: providerGroup.trim(), roles: roles.map(Number) })),
  defaultRoles: draft.defaultRoles.map(Number),
});

/** An OpenID Connect provider: where it is, who we are to it, and which roles its groups give. */
export function ConnectionForm({ connection, onClose }: { connection: SsoConnection | undefined; onClose: () => void }) {
  const say = useWords(ssoWords.form);
  const [draft, setDraft] = useState(() => toDraft(connection));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const configuration = useQuery(roleOptionsQuery);
  const options = (configuration.data?.roles ?? []).map(({ code, name }) => ({ value: String(code), label: name }));
  const save = useSsoChange(() => saveSso(connection, toSave(draft)), { isQuiet: true });
  const set = (change: Partial<Draft>) => setDraft((old) => ({ ...old, ...change }));
  const setRow = (key: number, change: Partial<Draft['roleMap'][number]>) =>
    set({ roleMap: draft.roleMap.map((row) => (row.key === key ? { ...row, ...change } : row)) });
  const handleSubmit = () => {
    const found = SsoSave.safeParse(toSave(draft)).error?.issues ?? [];
    setFaults(Object.fromEntries(found.map((issue) => [issue.path.join('.'), sayFault({ code: '', values: {}, message: issue.message })])));
    if (found.length === 0)
      save.mutate(undefined, {
        onSuccess: onClose,
        onError: (error) => setFaults(Object.fromEntries(readIssues(error).map(({ field, message }) => [field, message]))),
      });
  };
  const isFaultKnown = save.error !== null && readIssues(save.error).length > 0;
  const beyond = save.error ? describeFailure(save.error).data.permissions : undefined;
  const field = (name: 'name' | 'issuer' | 'clientId' | 'groupClaim') => ({
    value: draft[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={handleSubmit}>
      {save.error && !isFaultKnown ? (
        <SaveFailure error={save.error} lines={Array.isArray(beyond) ? [beyond.join(', ')] : []} onReload={onClose} />
      ) : null}
      <TextInput label={say('name')} description={say('nameHint')} maxLength={80} data-autofocus {...field('name')} />
      <TextInput label={say('issuer')} description={say('issuerHint')} placeholder="https://login.example.com" {...field('issuer')} />
      <TextInput label={say('clientId')} {...field('clientId')} />
      <PasswordField
        label={say('clientSecret')}
        description={say(connection?.hasSecret ? 'secretKept' : 'secretHint')}
        autoComplete="off"
        value={draft.clientSecret}
        error={faults.clientSecret}
        onChange={(event) => set({ clientSecret: event.currentTarget.value })}
      />
      <TextInput label={say('groupClaim')} description={say('groupClaimHint')} {...field('groupClaim')} />
      <Stack gap="xs" role="group" aria-label={say('roleMap')}>
        <Text size="sm" fw={550}>
          {say('roleMap')}
        </Text>
        {draft.roleMap.map((row, index) => (
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
              onClick={() => set({ roleMap: draft.roleMap.filter(({ key }) => key !== row.key) })}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              set({
                roleMap: [
                  ...draft.roleMap,
                  { key: Math.max(-1, ...draft.roleMap.map(({ key }) => key)) + 1, providerGroup: '', roles: [] },
                ],
              })
            }
          >
            {say('addGroup')}
          </Button>
        </Group>
      </Stack>
      <MultiSelect
        label={say('defaultRoles')}
        description={say('defaultRolesHint')}
        data={options}
        value={draft.defaultRoles}
        onChange={(defaultRoles) => set({ defaultRoles })}
      />
    </DialogForm>
  );
}
