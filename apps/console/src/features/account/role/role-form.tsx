import { Alert, Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { dataScopes, maskableFields, type Permission, type PermissionGroup, type Role } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { roleConfigurationQuery } from '../shared/roles.ts';
import { useRecordDialog } from '../shared/use-record-form.ts';
import { makesAndChecks, toPermissionLabel } from './permission-words.ts';
import classes from './role.module.css';
import { type RoleDraft, rolePreviewQuery, type useSaveRole } from './role.queries.ts';

const scopeTexts = { own: 'scopeOwn', department: 'scopeDepartment', enterprise: 'scopeEnterprise' } as const;

export type RoleFormProps = {
  initial: RoleDraft;
  groups: PermissionGroup[];
  isReadOnly: boolean;
  save: ReturnType<typeof useSaveRole>;
  onSaved: () => void;
  onCancel: () => void;
};

/** One role: its name, what it may do, whose records it sees; and before saving, who gains and who loses by the change. */
export function RoleForm({ initial, groups, isReadOnly, save, onSaved, onCancel }: RoleFormProps) {
  const say = useWords(accountWords.rbac);
  const sayCommon = useWords(commonWords.ui);
  const { version: openedVersion } = initial;
  const form = useRecordDialog({
    record: openedVersion === undefined ? undefined : { ...initial, version: openedVersion },
    toDraft: (of): RoleDraft => of ?? initial,
    toBody: unversioned,
    fromBody: (body) => body,
    read: async (client) => {
      const { roles } = await client.fetchQuery({ ...roleConfigurationQuery, staleTime: 0 });
      const role = roles.find(({ code }) => code === initial.code) ?? gone();
      return { ...toDraft(role), version: role.version };
    },
    check: ({ name }) => ({ name: name.trim() === '' && sayCommon('mandatory') }),
    save: (body: RoleDraft, version) => save.mutateAsync({ ...body, ...(version === undefined ? {} : { version }) }),
    onSaved,
    show: (field, value) => (field === 'permissions' ? (value as string[]).toSorted() : value),
  });
  const { draft, isDirty, change, field, failure: error } = form;
  const { permissions } = describeFailure(error).data;
  const beyond = Array.isArray(permissions) ? [permissions.join(', ')] : [];

  const toggle = (values: string[], isOn: boolean) =>
    change({
      permissions: isOn
        ? [...new Set([...draft.permissions, ...(values as Permission[])])]
        : draft.permissions.filter((permission) => !values.includes(permission)),
    });

  return (
    <Stack gap="md">
      {error ? <SaveFailure error={error} lines={beyond} /> : null}
      <TextInput data-autofocus label={say('name')} readOnly={isReadOnly} maxLength={80} {...field('name')} />
      <Textarea label={say('description')} autosize minRows={2} maxLength={500} readOnly={isReadOnly} {...field('description')} />
      <Select
        label={say('scope')}
        description={say('scopeHint')}
        data={dataScopes.map((scope) => ({ value: scope, label: say(scopeTexts[scope]) }))}
        value={draft.dataScope}
        disabled={isReadOnly}
        onChange={(scope) => scope && change({ dataScope: scope as RoleDraft['dataScope'] })}
      />
      <Checkbox.Group label={say('maskedFields')} description={say('maskedFieldsHint')} {...field('maskedFields')}>
        <Group mt={8}>
          {maskableFields.map((field) => (
            <Checkbox key={field} value={field} label={say(`mask_${field}`)} disabled={isReadOnly} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text fw={600} size="sm" component="h3" m={0}>
        {say('permissions')}
      </Text>
      {groups.map((group) => {
        const values = group.values.map(({ value }) => value);
        const held = values.filter((value) => (draft.permissions as string[]).includes(value));
        return (
          <fieldset key={group.id} className={classes.permissionGroup}>
            <Group justify="space-between">
              <Checkbox
                label={<strong>{toPermissionLabel(group.id)}</strong>}
                aria-label={say('all', { group: toPermissionLabel(group.id) })}
                checked={held.length === values.length}
                indeterminate={held.length > 0 && held.length < values.length}
                disabled={isReadOnly}
                onChange={(event) => toggle(values, event.currentTarget.checked)}
              />
              <Text size="xs" c="dimmed" className="tabular">
                {say('permissionCount', { count: held.length, total: values.length })}
              </Text>
            </Group>
            {values.length > 1 ? (
              <div className={classes.permissionGrid}>
                {group.values.map(({ id, value }) => (
                  <Checkbox
                    key={value}
                    label={toPermissionLabel(id)}
                    checked={held.includes(value)}
                    disabled={isReadOnly}
                    onChange={(event) => toggle([value], event.currentTarget.checked)}
                  />
                ))}
              </div>
            ) : null}
          </fieldset>
        );
      })}
      {makesAndChecks(draft.permissions) ? <Alert color="yellow">{say('makerChecker')}</Alert> : null}
      {isReadOnly || !isDirty || draft.name.trim() === '' ? null : <ChangePreview draft={draft} />}
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {sayCommon(isReadOnly ? 'close' : 'cancel')}
        </Button>
        {isReadOnly ? null : (
          <Button onClick={() => form.handleSubmit()} loading={form.isBusy}>
            {say(draft.code === undefined ? 'createRole' : 'saveRole')}
          </Button>
        )}
      </div>
    </Stack>
  );
}

/** Asked a moment after the last click; the answer before stays while the next is on its way. */
function ChangePreview({ draft }: { draft: RoleDraft }) {
  const say = useWords(accountWords.rbac);
  const [settled] = useDebouncedValue(draft, 400);
  const preview = useQuery({ ...rolePreviewQuery(settled), placeholderData: keepPreviousData });
  return (
    <section className={classes.preview} aria-label={say('preview')} aria-busy={preview.isFetching}>
      <strong>{say('preview')}</strong>
      <div role="status">
        {preview.isPending ? (
          <Text size="sm" c="dimmed">
            {say('checking')}
          </Text>
        ) : preview.isError ? (
          <Text size="sm" c="dimmed">
            {describeFailure(preview.error).message}
          </Text>
        ) : preview.data.users.length === 0 ? (
          <Text size="sm" c="dimmed">
            {say('noChange')}
          </Text>
        ) : (
          <ul>
            {preview.data.users.map((user) => (
              <li key={user.uId}>
                {user.gains.length > 0 ? (
                  <div>
                    {say('gains', { name: user.name })}: {user.gains.join(', ')}
                  </div>
                ) : null}
                {user.loses.length > 0 ? (
                  <div>
                    {say('loses', { name: user.name })}: {user.loses.join(', ')}
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        )}
        {preview.data?.warnings.map((warning) => (
          <Alert key={warning} color="yellow" mt="xs">
            {warning}
          </Alert>
        ))}
      </div>
    </section>
  );
}

const unversioned = ({ version: _version, ...draft }: RoleDraft): RoleDraft => draft;

export const toDraft = (role: Role): RoleDraft => ({
  code: role.code,
  name: role.name,
  description: role.description,
  permissions: role.permissions as Permission[],
  dataScope: role.dataScope,
  maskedFields: role.maskedFields,
  version: role.version,
});

export const emptyDraft: RoleDraft = { name: '', description: '', permissions: [], dataScope: 'enterprise', maskedFields: [] };
