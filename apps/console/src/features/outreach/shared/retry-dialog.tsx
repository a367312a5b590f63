import { Modal, Text } from '@mantine/core';
import type { ActivityItem } from '@parley/contract';
import { useRef } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityChange } from './campaign.queries.ts';

type RetryDialogProps = { activity: Pick<ActivityItem, 'id'>; onClose: () => void; onDone: (activityId: string) => void };

/** A new iteration for those whose failure may be over by now; it needs an approval of its own. */
export function RetryDialog({ activity, onClose, onDone }: RetryDialogProps) {
  const say = useWords(campaignWords.report);
  const requestKey = useRef(crypto.randomUUID());
  const retry = useActivityChange(() =>
    api.activities.retry({ params: { activityId: activity.id }, body: { requestKey: requestKey.current } }),
  );
  const handleSubmit = () =>
    retry.mutate(undefined, {
      onSuccess: ({ id, number }) => {
        showToast('success', say('retried', { number }));
        onClose();
        onDone(id);
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('retryTitle')}>
      <DialogForm submit={say('makeIteration')} isBusy={retry.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {retry.error ? <SaveFailure error={retry.error} /> : null}
        <Text size="sm">{say('retryText')}</Text>
      </DialogForm>
    </Modal>
  );
}
