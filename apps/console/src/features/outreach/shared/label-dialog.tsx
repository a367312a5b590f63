import { Modal, Select, TextInput } from '@mantine/core';
import { type AudienceResult, audienceResults, faultWords } from '@parley/contract';
import { useRef } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityChange } from './campaign.queries.ts';

/** A label for everybody of whom a result is true, such as 'delivered, not read'. */
export function LabelDialog({ activityId, onClose }: { activityId: string; onClose: () => void }) {
  const say = useWords(campaignWords.report);
  const sayCommon = useWords(campaignWords.common);
  const requestKey = useRef(crypto.randomUUID());
  const label = useActivityChange((body: { result: AudienceResult; name: string; requestKey: string }) =>
    api.told.activities.label({ params: { activityId }, body }),
  );
  const form = useForm({
    initial: { result: 'not_read' as AudienceResult, name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && sayFault(faultWords('field.mandatory')) }),
    checkOn: 'typing',
  });
  const handleSubmit = ({ result, name }: typeof form.draft) =>
    label.mutate(
      { result, name: name.trim(), requestKey: requestKey.current },
      {
        onSuccess: ({ answer }) => {
          showToast('success', say('labelled', { count: answer.people, name: name.trim(), interpolation: { escapeValue: false } }));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('labelTitle')}>
      <DialogForm submit={say('giveLabel')} isBusy={label.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {label.error ? <SaveFailure error={label.error} /> : null}
        <Select
          label={say('labelResult')}
          allowDeselect={false}
          data={audienceResults.map((one) => ({ value: one, label: sayCommon(`result_${one}`) }))}
          {...form.field('result')}
        />
        <TextInput
          label={say('labelName')}
          withAsterisk
          maxLength={60}
          {...form.field('name')}
          onChange={(event) => {
            form.change({ name: event.currentTarget.value });
            requestKey.current = crypto.randomUUID();
          }}
        />
      </DialogForm>
    </Modal>
  );
}
