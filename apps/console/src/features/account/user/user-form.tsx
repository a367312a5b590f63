import { Fieldset, MultiSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { agentLanguages, type UserRow } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useRoleOptions } from '../shared/roles.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
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
  const roles = useRoleOptions();
  const departments = useDepartmentOptions();
  const save = useSaveUser();

  const form = useRecordForm({
    record: user,
    toDraft,
    read: (client) => client.fetchQuery({ ...userQuery(user.uId), staleTime: 0 }),
    check: (draft) => ({ roles: draft.roles.length === 0 && say('rolesEmpty') }),
    save: ({ roles: codes, languages, ...chat }, version) =>
      save.mutateAsync({
        userId: user.uId,
        roles: codes.map(Number),
        chat: { ...chat, languages: agentLanguages.filter((language) => languages.includes(language)) },
        ...(version === undefined ? {} : { version }),
      }),
    onSaved: () => {
      showToast('success', say('saved'));
      onClose();
    },
    fields: { enabled: 'handlesChats' },
    show: (field, value) => {
      if (field === 'roles') return (value as string[]).map((code) => roles.nameOf(Number(code)));
      return field === 'departments' ? (value as string[]).map((id) => departments.find((one) => one.value === id)?.label ?? id) : value;
    },
  });
  const { draft, change, field, box } = form;

  return (
    <DialogForm submit={sayCommon('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
      {form.failure ? <SaveFailure error={form.failure} /> : null}
      <MultiSelect label={say('roles')} description={say('rolesHint')} searchable data={roles.options} {...field('roles')} />
      {departments.length > 0 ? (
        <MultiSelect
          label={say('departments')}
          description={say('departmentsHint')}
          searchable
          data={departments}
          {...field('departments')}
        />
      ) : null}
      <Fieldset legend={say('chatSettings')}>
        <Stack gap="md">
          <Switch label={say('handlesChats')} {...box('enabled')} />
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
            {...field('languages')}
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
