import { Modal, Switch, Text } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ReasonField } from '../../../components/reason-field.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { sayReason } from '../../../lib/reason.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useRemoveJourney } from './workspace.queries.ts';

type DeleteDialogProps = { journey: JourneyItem; onClose: () => void; onGone?: () => void };

/** A stream goes to the bin; while it runs for somebody, only together with their walks. */
export function DeleteDialog({ journey: { id, name, running }, onClose, onGone }: DeleteDialogProps) {
  const say = useWords(journeyWords.list);
  const form = useForm({ initial: { reason: '', stops: false } });
  const { reason, stops } = form.draft;
  const remove = useRemoveJourney();
  const refusal = remove.error ? describeFailure(remove.error) : undefined;
  // Somebody may have begun since the list was read.
  const inside = refusal?.code === 'journey.in_use' ? Number(refusal.data.running) : running;
  const handleSubmit = () => {
    sayReason(reason);
    remove.mutate(
      { journeyId: id, stopInstances: stops },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'deleted'));
          onClose();
          onGone?.();
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={say('deleteTitle', { name })}>
      <DialogForm
        submit={say('delete')}
        isDangerous
        isBusy={remove.isPending}
        isDisabled={inside > 0 && !stops}
        focusOn="cancel"
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {remove.error ? <SaveFailure error={remove.error} /> : null}
        <Text size="sm">{say('deleteText')}</Text>
        {inside > 0 ? <Switch label={say('stopThem')} description={say('stopThemHint', { count: inside })} {...form.box('stops')} /> : null}
        <ReasonField value={reason} onChange={(next) => form.change({ reason: next })} />
      </DialogForm>
    </Modal>
  );
}
