import { Modal, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type JourneyInstance, mostToldLength, type ToldOutcome, toldOutcomes } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { goesOnWhenTold, useTellCall } from './monitor.queries.ts';

type TellDialogProps = { instance: Pick<JourneyInstance, 'id' | 'state'>; call: number; onClose: () => void };

/** Asks what a call has done whose outcome nobody knows; it is said once. */
export function TellDialog({ instance, call, onClose }: TellDialogProps) {
  const say = useWords(journeyWords.monitor);
  const form = useForm({ initial: { outcome: 'DONE' as ToldOutcome, answer: '', error: '' } });
  const { outcome, answer, error } = form.draft;
  const tell = useTellCall(instance.id, call);
  const handleSubmit = () =>
    tell.mutate(outcome === 'DONE' ? { outcome, answer, error: '' } : { outcome, answer: '', error }, {
      onSuccess: ({ goesOn }) => {
        showToast('success', say(goesOn ? 'toldGoesOn' : 'toldNoted'));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('tellTitle')}>
      <DialogForm submit={say('tellSubmit')} isBusy={tell.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {tell.error ? <SaveFailure error={tell.error} /> : null}
        <Text size="sm">{say(goesOnWhenTold(instance) ? 'tellText' : 'tellTextEnded')}</Text>
        <Radio.Group label={say('tellOutcome')} {...form.field('outcome')}>
          <Stack gap={6} mt={6}>
            {toldOutcomes.map((one) => (
              <Radio key={one} value={one} label={say(`tell_${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {outcome === 'DONE' ? (
          <Textarea
            label={say('tellAnswer')}
            description={say('tellAnswerHint')}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={mostToldLength}
            {...form.field('answer')}
          />
        ) : (
          <TextInput label={say('tellError')} maxLength={300} {...form.field('error')} />
        )}
      </DialogForm>
    </Modal>
  );
}
