import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import type { Department } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { calendarChoicesQuery } from '../shared/calendars.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import { UserPicker } from '../shared/user-picker.tsx';
import { departmentQuery, useSaveDepartment } from './department.queries.ts';

const toDraft = (department: Department | undefined) => ({
  name: department?.name ?? '',
  desc: department?.desc ?? '',
  manager: department?.manager?.id ?? '',
  fallback: department?.fallback?.id ?? '',
  calendarId: department?.calendar?.id ?? '',
});

/** A department's name, who manages it, and who takes over; a new one without `department`. */
export function DepartmentForm({ department, onClose }: { department?: Department; onClose: () => void }) {
  const say = useWords(peopleWords.department);
  const save = useSaveDepartment();
  const others = useDepartmentOptions().filter(({ value }) => value !== department?.id);
  const { data: choices = [] } = useQuery(calendarChoicesQuery);
  const calendars = choices.map(({ id, name }) => ({ value: id, label: name }));
  const names = useRef(new Map<string, string>());
  const nameOf = (userId: string) => names.current.get(userId) ?? (userId === department?.manager?.id ? department.manager.name : '');
  const form = useRecordForm({
    record: department,
    toDraft,
    read: async (client) => {
      const stands = await client.fetchQuery({ ...departmentQuery(department?.id ?? ''), staleTime: 0 });
      if (stands.manager) names.current.set(stands.manager.id, stands.manager.name);
      return stands;
    },
    check: ({ name }) => ({ name: name.trim() === '' && say('nameEmpty') }),
    save: ({ manager, fallback, calendarId, ...values }, version) =>
      save.mutateAsync({
        ...values,
        manager: manager as '',
        fallback: fallback as '',
        calendarId: calendarId as '',
        ...(department && version !== undefined ? { id: department.id, version } : {}),
      }),
    onSaved: () => {
      showToast('success', say(department ? 'saved' : 'created'));
      onClose();
    },
    fields: { desc: 'description', calendarId: 'calendar' },
    show: (field, value) => {
      if (field === 'manager') return nameOf(String(value));
      if (field === 'calendarId') return calendars.find((one) => one.value === value)?.label ?? say('calendarDefault');
      return field === 'fallback' ? others.find((one) => one.value === value)?.label : value;
    },
  });
  const { draft, change, field, choice } = form;

  return (
    <Modal opened onClose={onClose} title={department ? say('editTitle', { name: department.name }) : say('addTitle')}>
      <DialogForm submit={say(department ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure ? <SaveFailure error={form.failure} /> : null}
        <TextInput data-autofocus label={say('name')} maxLength={120} {...field('name')} />
        <Textarea label={say('desc')} autosize minRows={2} maxLength={500} {...field('desc')} />
        <UserPicker
          label={say('manager')}
          description={say('managerHint')}
          placeholder={say('nobody')}
          isClearable
          chosen={draft.manager === '' ? null : { id: draft.manager, name: nameOf(draft.manager) }}
          onChange={(person) => {
            if (person) names.current.set(person.id, person.name);
            change({ manager: person?.id ?? '' });
          }}
        />
        <Select
          label={say('fallback')}
          description={say('fallbackHint')}
          placeholder={say('none')}
          clearable
          searchable={others.length > 10}
          data={others}
          {...choice('fallback')}
        />
        <Select
          label={say('calendar')}
          description={say('calendarHint')}
          placeholder={say('calendarDefault')}
          clearable
          searchable={calendars.length > 10}
          data={calendars}
          {...choice('calendarId')}
        />
      </DialogForm>
    </Modal>
  );
}
