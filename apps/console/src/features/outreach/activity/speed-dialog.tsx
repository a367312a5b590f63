import { Modal, NumberInput, Text } from '@mantine/core';
import { type ActivityItem, faultWords } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { withMessage } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityChange } from '../shared/campaign.queries.ts';

/** Slower is anybody's of its makers and checkers; faster needs a new approval. */
export function SpeedDialog({ activity, onClose }: { activity: ActivityItem; onClose: () => void }) {
  const say = useWords(campaignWords.activity);
  const [perMinute, setPerMinute] = useState<string | number>(activity.perMinute ?? '');
  const [fault, setFault] = useState('');
  const change = useActivityChange((speed: number) =>
    withMessage(({ activities }) => activities.speed({ params: { activityId: activity.id }, body: { perMinute: speed } })),
  );
  const told = readFieldErrors(change.error).find(({ field }) => field === 'perMinute')?.message;
  const handleSubmit = () => {
    const speed = Number(perMinute);
    if (perMinute === '' || !Number.isInteger(speed) || speed < 1) return setFault(sayFault(faultWords('field.mandatory')));
    if (activity.perMinute !== null && speed > activity.perMinute)
      return setFault(sayFault(faultWords('activity.speed_up', { maximum: activity.perMinute })));
    setFault('');
    change.mutate(speed, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'saved'));
        onClose();
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={say('changeSpeed')}>
      <DialogForm submit={say('save')} isBusy={change.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {change.error && told === undefined ? <SaveFailure error={change.error} /> : null}
        <Text size="sm">{say('speedText')}</Text>
        <NumberInput
          label={say('perMinute')}
          data-autofocus
          min={1}
          max={600_000}
          allowDecimal={false}
          allowNegative={false}
          value={perMinute}
          error={fault || told}
          onChange={setPerMinute}
        />
      </DialogForm>
    </Modal>
  );
}
