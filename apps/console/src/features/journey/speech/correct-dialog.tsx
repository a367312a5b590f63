import { Modal, Text, Textarea } from '@mantine/core';
import { type SpeechMessage, speechTextMax } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { speechWords } from '../../../locales/speech.ts';

type Props = { message: SpeechMessage; onClose: () => void; onSaved: () => void };

/** Text of a recording as somebody hears it; the one of the service stays beside it. */
export function CorrectDialog({ message, onClose, onSaved }: Props) {
  const say = useWords(speechWords.speech);
  const form = useForm({
    initial: { text: message.text },
    check: ({ text }) => ({ text: text.trim() === '' && say('textNeeded') }),
  });
  const save = useMutation({
    mutationFn: ({ text }: typeof form.draft) =>
      api.speech.correct({ params: { speechId: message.id }, body: { text, version: message.version } }),
    onSuccess: () => {
      showToast('success', say('corrected'));
      onSaved();
      onClose();
    },
    meta: { isQuiet: true },
  });
  return (
    <Modal opened onClose={onClose} size="md" title={say('correctTitle')}>
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit((draft) => save.mutate(draft))}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <Textarea
          label={say('text')}
          dir="auto"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={speechTextMax}
          data-autofocus
          {...form.field('text')}
        />
        <Text size="sm" c="dimmed">
          {say('correctHint')}
        </Text>
      </DialogForm>
    </Modal>
  );
}
