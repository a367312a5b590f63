import { Modal, Text, TextInput } from '@mantine/core';
import type { BinEntry } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { binWords } from '../../../locales/bin.ts';
import { usePurge } from './bin.queries.ts';

/** Typing the name is for what nobody can take back. */
export function PurgeDialog({ entry, onClose }: { entry: BinEntry; onClose: () => void }) {
  const say = useWords(binWords.page);
  const purge = usePurge();
  const form = useForm({ initial: { name: '' } });
  const { name } = form.draft;
  const handleSubmit = async () => {
    try {
      await purge.mutateAsync({ id: entry.id, name });
      showToast('success', say('purged'));
      onClose();
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title={say('purgeTitle', { name: entry.name })}>
      <DialogForm
        submit={say('purge')}
        isBusy={purge.isPending}
        isDisabled={name.trim() !== entry.name.trim()}
        isDangerous
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        <Text size="sm">{say('purgeText')}</Text>
        <TextInput label={say('typeName', { name: entry.name })} data-autofocus autoComplete="off" {...form.field('name')} />
      </DialogForm>
    </Modal>
  );
}
