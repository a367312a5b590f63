import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import { type Template, type TemplateStatus, templateStatuses } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useRegisterTemplate } from './template.queries.ts';

/** Enters the decision that a vendor without calls for templates shows at its portal. */
export function StatusDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const say = useWords(channelWords.template);
  const register = useRegisterTemplate();
  const [status, setStatus] = useState<TemplateStatus>(template.status);
  const [vendorTemplateId, setVendorTemplateId] = useState(template.vendorTemplateId);
  const [reason, setReason] = useState(template.statusReason);
  const handleSubmit = () =>
    register.mutate(
      { id: template.id, status, vendorTemplateId, reason },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
        onError: tellErrors,
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('statusTitle', { name: template.name })}>
      <DialogForm submit={say('setButton')} isBusy={register.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        <Select
          label={say('status')}
          allowDeselect={false}
          data={templateStatuses.map((value) => ({ value, label: say(value) }))}
          value={status}
          onChange={(next) => setStatus((next ?? status) as TemplateStatus)}
        />
        <TextInput
          label={say('vendorId')}
          maxLength={120}
          value={vendorTemplateId}
          onChange={(event) => setVendorTemplateId(event.currentTarget.value)}
        />
        <Textarea label={say('reason')} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </DialogForm>
    </Modal>
  );
}
