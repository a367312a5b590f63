import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import type { Department } from '@parley/contract';
import { useRef, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { peopleWords } from '../../../locales/people.ts';
import { useDepartmentOptions } from '../shared/departments.ts';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
import { UserPicker } from '../shared/user-picker.tsx';
import { departmentQuery, useSaveDepartment } from './department.queries.ts';

const toDraft = (department: Department | undefined) => ({
  name: department?.name ?? '',
  desc: department?.desc ?? '',
  manager: department?.manager?.id ?? '',
  fallback: department?.fallback?.id ?? '',
});

/** A department's name, who manages it, and who takes over; a new one without `department`. */
export function DepartmentForm({ department, onClose }: { department?: Department; onClose: () => void }) {
  const say = useWords(peopleWords.department);
  const save = useSaveDepartment();
  const others = useDepartmentOptions().filter(({ value }) => value !== department?.id);
  const [nameError, setNameError] = useState('');
  const { draft, change, markSaved, release } = useDraft(() => toDraft(department));
  const names = useRef(new Map<string, string>());
  const nameOf = (userId: string) => names.current.get(userId) ?? (userId === department?.manager?.id ? department.manager.name : '');
  const versioned = useVersionedForm({
    typed: draft,
    latest: department && { values: toDraft(department), version: department.version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...departmentQuery(department?.id ?? ''), staleTime: 0 });
      if (stands.manager) names.current.set(stands.manager.id, stands.manager.name);
      return { values: toDraft(stands), version: stands.version };
    },
    onTake: (values, saved) => {
      markSaved(saved);
      change(values);
      save.reset();
    },
    fields: { desc: 'description' },
    show: (field, value) => {
      if (field === 'manager') return nameOf(String(value));
      return field === 'fallback' ? others.find((one) => one.value === value)?.label : value;
    },
  });

  const handleSubmit = async () => {
    const isNamed = draft.name.trim() !== '';
    setNameError(isNamed ? '' : say('nameEmpty'));
    if (!isNamed) return;
    try {
      const saved = await versioned.save(({ manager, fallback, ...values }, version) =>
        save.mutateAsync({
          ...values,
          manager: manager as '',
          fallback: fallback as '',
          ...(department && version !== undefined ? { id: department.id, version } : {}),
        }),
      );
      if (!saved) return;
      release();
      showToast('success', say(department ? 'saved' : 'created'));
      onClose();
    } catch {
      // The form shows what the server found.
    }
  };

  return (
    <Modal opened onClose={onClose} title={department ? say('editTitle', { name: department.name }) : say('addTitle')}>
      <DialogForm submit={say(department ? 'save' : 'create')} isBusy={save.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput
          data-autofocus
          label={say('name')}
          maxLength={120}
          error={nameError}
          value={draft.name}
          onChange={(event) => {
            setNameError('');
            change({ name: event.currentTarget.value });
          }}
        />
        <Textarea
          label={say('desc')}
          autosize
          minRows={2}
          maxLength={500}
          value={draft.desc}
          onChange={(event) => change({ desc: event.currentTarget.value })}
        />
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
          value={draft.fallback || null}
          onChange={(fallback) => change({ fallback: fallback ?? '' })}
        />
      </DialogForm>
    </Modal>
  );
}
