import { Modal, Select, TextInput } from '@mantine/core';
import { type Template, type TemplateSave, templateKindOf, templateKinds, templateLanguages } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { languageOptions } from '../shared/language-name.ts';
import { channelsOfTypeQuery } from '../shared/template.queries.ts';
import { useCloneTemplate } from './template.queries.ts';

/** A copy under another name, in another language, or on another channel of the kind. */
export function CopyDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const say = useWords(channelWords.template);
  const navigate = useNavigate();
  const clone = useCloneTemplate();
  const kind = templateKindOf(template.channelType) ?? 'whatsapp';
  const channels = useQuery(channelsOfTypeQuery(templateKinds[kind]));
  const form = useForm({ initial: { name: template.name, language: template.language as string, channelId: template.channelId } });
  const { name, language, channelId } = form.draft;
  const isKnown = (templateLanguages as readonly string[]).includes(language);

  const handleSubmit = () =>
    clone.mutate(
      { id: template.id, name, language: language as TemplateSave['language'], channelId },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'copied'));
          onClose();
          void navigate({ to: '/admin/messageTemplate/whatsapp/$templateId', params: { templateId: answer.id } });
        },
        onError: (error) => {
          const faults = readFieldErrors(error);
          form.setFaults(Object.fromEntries(faults.map(({ field, message }) => [field, message])));
          if (faults.length === 0) tellFailure(error);
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('copyTitle', { name: template.name })}>
      <DialogForm
        submit={say('copyButton')}
        isBusy={clone.isPending}
        isDisabled={name.trim() === '' || !isKnown}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        <TextInput label={say('newName')} description={say('nameHint')} maxLength={512} data-autofocus {...form.field('name')} />
        <Select label={say('language')} searchable data={languageOptions} {...form.choice('language')} value={isKnown ? language : null} />
        <Select
          label={say('channel')}
          data={(channels.data ?? []).map((channel) => ({ value: channel.id, label: channel.name }))}
          {...form.field('channelId')}
          onChange={(next) => form.change({ channelId: next ?? template.channelId })}
        />
      </DialogForm>
    </Modal>
  );
}
