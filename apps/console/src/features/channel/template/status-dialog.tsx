import { Modal, Select, Textarea, TextInput } from '@mantine/core';
import { type Template, templateStatuses } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useRegisterTemplate } from './template.queries.ts';

/** Enters the decision that a vendor without calls for templates shows at its portal. */
export function StatusDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const say = useWords(channelWords.template);
  const register = useRegisterTemplate();
  const form = useForm({
    initial: { status: template.status, vendorTemplateId: template.vendorTemplateId, reason: template.statusReason },
  });
  const handleSubmit = () =>
    register.mutate(
      { id: template.id, ...form.draft },
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
      <DialogForm submit={say('setButton')} isBusy={register.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        <Select
          label={say('status')}
          allowDeselect={false}
          data={templateStatuses.map((value) => ({ value, label: say(value) }))}
          {...form.field('status')}
        />
        <TextInput label={say('vendorId')} maxLength={120} {...form.field('vendorTemplateId')} />
        <Textarea label={say('reason')} maxLength={500} {...form.field('reason')} />
      </DialogForm>
    </Modal>
  );
}
