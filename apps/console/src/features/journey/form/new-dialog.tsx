import { Modal, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import { languageOptions } from '../../channel/shared/language-name.ts';
import { useSaveForm } from './form.queries.ts';
import { formDesignerPath } from './form-link.ts';

/** A new form, which opens where it is written. */
export function NewDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(formWords.list);
  const navigate = useNavigate();
  const form = useForm({ initial: { name: '', language: 'en' } });
  const { name, language } = form.draft;
  const save = useSaveForm();
  const handleSubmit = () =>
    save.mutate(
      { name: name.trim(), language },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
          void navigate({ to: formDesignerPath(answer.id) });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('newTitle')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('create')}
        isBusy={save.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={60} {...form.field('name')} />
        <Select
          label={say('language')}
          description={say('languageHint')}
          searchable
          allowDeselect={false}
          data={languageOptions}
          comboboxProps={{ withinPortal: true }}
          {...nativeOptions}
          {...form.field('language')}
          onChange={(next) => next && form.change({ language: next })}
        />
      </DialogForm>
    </Modal>
  );
}
