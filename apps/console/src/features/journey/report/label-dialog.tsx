import { Modal, TextInput } from '@mantine/core';
import { faultWords } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { useLabelPeople } from './milestone.queries.ts';
import type { MilestoneSearch } from './milestone.search.ts';

type LabelDialogProps = { search: MilestoneSearch; milestone: { id: string; name: string }; onClose: () => void };

/** A label for everybody who has reached a milestone. */
export function LabelDialog({ search, milestone, onClose }: LabelDialogProps) {
  const say = useWords(streamReportWords.report);
  const label = useLabelPeople(search, milestone.id);
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && sayFault(faultWords('field.mandatory')) }),
    checkOn: 'typing',
  });
  const handleSubmit = ({ name }: typeof form.draft) =>
    label.mutate(name.trim(), {
      onSuccess: (count) => {
        showToast('success', say('labelled', { count, name: name.trim(), interpolation: { escapeValue: false } }));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('labelTitle', { name: milestone.name, interpolation: { escapeValue: false } })}>
      <DialogForm submit={say('labelSubmit')} isBusy={label.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {label.error ? <SaveFailure error={label.error} /> : null}
        <TextInput label={say('labelName')} description={say('labelHint')} withAsterisk maxLength={60} {...form.field('name')} />
      </DialogForm>
    </Modal>
  );
}
