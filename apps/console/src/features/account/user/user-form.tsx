import { Fieldset, MultiSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { agentLanguages, type UserRow } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useRoleOptions } from '../shared/roles.ts';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
import { userQuery, useSaveUser } from './user.queries.ts';

const toDraft = ({ roles, departments, chat }: UserRow) => ({
  roles: roles.map(String),
  departments: departments.map(({ id }) => id),
  enabled: chat.enabled,
  maxChats: chat.maxChats,
  languages: chat.languages as string[],
  priority: chat.priority,
});

/** Roles, departments and chat settings of a user (screens 9.1). */
export function UserForm({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const say = useWords(peopleWords.user);
  const sayCommon = useWords(commonWords.ui);
  const { draft, change, markSaved, release } = useDraft(() => toDraft(user));
  const [rolesError, setRolesError] = useState('');
  const roles = useRoleOptions();
  const departments = useDepartmentOptions();
  const save = useSaveUser();

  const versioned = useVersionedForm({
    typed: draft,
    latest: { values: toDraft(user), version: user.version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...userQuery(user.uId), staleTime: 0 });
      return { values: toDraft(stands), version: stands.version };
    },
    onTake: (values, saved) => {
      markSaved(saved);
      change(values);
      save.reset();
    },
    fields: { enabled: 'handlesChats' },
    show: (field, value) => {
      if (field === 'roles') return (value as string[]).map((code) => roles.nameOf(Number(code)));
      return field === 'departments' ? (value as string[]).map((id) => departments.find((one) => one.value === id)?.label ?? id) : value;
    },
  });

  const handleSubmit = async () => {
    setRolesError(draft.roles.length === 0 ? say('rolesEmpty') : '');
    if (draft.roles.length === 0) return;
    try {
      const saved = await versioned.save(({ roles: codes, languages, ...chat }, version) =>
        save.mutateAsync({
          userId: user.uId,
          roles: codes.map(Number),
          chat: { ...chat, languages: languages as ('en' | 'hi')[] },
          ...(version === undefined ? {} : { version }),
        }),
      );
      if (!saved) return;
      release();
      showToast('success', say('saved'));
      onClose();
    } catch {
      // The form shows what the server found.
    }
  };

  return (
    <DialogForm submit={sayCommon('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={handleSubmit}>
      {save.error ? <SaveFailure error={save.error} /> : null}
      <MultiSelect
        label={say('roles')}
        description={say('rolesHint')}
        searchable
        data={roles.options}
        value={draft.roles}
        error={rolesError}
        onChange={(codes) => change({ roles: codes })}
      />
      {departments.length > 0 ? (
        <MultiSelect
          label={say('departments')}
          description={say('departmentsHint')}
          searchable
          data={departments}
          value={draft.departments}
          onChange={(ids) => change({ departments: ids })}
        />
      ) : null}
      <Fieldset legend={say('chatSettings')}>
        <Stack gap="md">
          <Switch
            label={say('handlesChats')}
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          <NumberInput
            label={say('maxChats')}
            description={say('maxChatsHint')}
            min={1}
            max={200}
            allowDecimal={false}
            clampBehavior="blur"
            disabled={!draft.enabled}
            value={draft.maxChats ?? ''}
            onChange={(value) => change({ maxChats: value === '' ? null : Number(value) })}
          />
          <MultiSelect
            label={say('languages')}
            description={say('languagesHint')}
            disabled={!draft.enabled}
            searchable
            data={agentLanguages.map((language) => ({ value: language, label: nameOfLanguage(language) }))}
            value={draft.languages}
            onChange={(languages) => change({ languages })}
          />
          <NumberInput
            label={say('priority')}
            description={say('priorityHint')}
            min={0}
            max={100}
            allowDecimal={false}
            clampBehavior="blur"
            disabled={!draft.enabled}
            value={draft.priority}
            onChange={(value) => change({ priority: Number(value) || 0 })}
          />
        </Stack>
      </Fieldset>
    </DialogForm>
  );
}
