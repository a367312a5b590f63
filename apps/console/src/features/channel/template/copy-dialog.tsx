import { Modal, Select, TextInput } from '@mantine/core';
import { type Template, type TemplateSave, templateKindOf, templateKinds, templateLanguages } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
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
  const [name, setName] = useState(template.name);
  const [language, setLanguage] = useState<string>(template.language);
  const [channelId, setChannelId] = useState(template.channelId);
  const faults = readFieldErrors(clone.error);
  const faultOf = (field: string) => faults.find((fault) => fault.field === field)?.message;
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
          if (readFieldErrors(error).length === 0) tellFailure(error);
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
        onSubmit={handleSubmit}
      >
        <TextInput
          label={say('newName')}
          description={say('nameHint')}
          maxLength={512}
          data-autofocus
          value={name}
          error={faultOf('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={say('language')}
          searchable
          data={languageOptions}
          value={isKnown ? language : null}
          onChange={(next) => setLanguage(next ?? '')}
        />
        <Select
          label={say('channel')}
          data={(channels.data ?? []).map((channel) => ({ value: channel.id, label: channel.name }))}
          value={channelId}
          error={faultOf('channelId')}
          onChange={(next) => setChannelId(next ?? template.channelId)}
        />
      </DialogForm>
    </Modal>
  );
}
