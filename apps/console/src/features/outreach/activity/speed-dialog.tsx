import { Modal, NumberInput, Text } from '@mantine/core';
import { type ActivityItem, faultWords } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityChange } from '../shared/campaign.queries.ts';

/** Slower is anybody's of its makers and checkers; faster needs a new approval. */
export function SpeedDialog({ activity, onClose }: { activity: ActivityItem; onClose: () => void }) {
  const say = useWords(campaignWords.activity);
  const form = useForm<{ perMinute: number | string }>({
    initial: { perMinute: activity.perMinute ?? '' },
    check: ({ perMinute }) => ({ perMinute: faultOf(perMinute, activity.perMinute) }),
  });
  const change = useActivityChange((speed: number) =>
    api.told.activities.speed({ params: { activityId: activity.id }, body: { perMinute: speed } }),
  );
  const told = readFieldErrors(change.error).find(({ field }) => field === 'perMinute')?.message;
  const handleSubmit = ({ perMinute }: typeof form.draft) =>
    change.mutate(Number(perMinute), {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'saved'));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('changeSpeed')}>
      <DialogForm submit={say('save')} isBusy={change.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {change.error && told === undefined ? <SaveFailure error={change.error} /> : null}
        <Text size="sm">{say('speedText')}</Text>
        <NumberInput
          label={say('perMinute')}
          data-autofocus
          min={1}
          max={600_000}
          allowDecimal={false}
          allowNegative={false}
          {...form.field('perMinute')}
          error={form.faults.perMinute ?? told}
        />
      </DialogForm>
    </Modal>
  );
}

function faultOf(perMinute: number | string, maximum: number | null): string | undefined {
  const speed = Number(perMinute);
  if (perMinute === '' || !Number.isInteger(speed) || speed < 1) return sayFault(faultWords('field.mandatory'));
  return maximum !== null && speed > maximum ? sayFault(faultWords('activity.speed_up', { maximum })) : undefined;
}
