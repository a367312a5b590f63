import { Text, Textarea } from '@mantine/core';
import { blacklistReasonMax, type ChatDetail } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { useBlockCustomer } from './chat.mutations.ts';

type Props = { chat: ChatDetail; onDone: () => void; onClosed: () => void };

/** Puts the customer on the blacklist, for a reason that others read there, and ends the chat. */
export function BlockForm({ chat, onDone, onClosed }: Props) {
  const t = useWords(chatWords.conversation);
  const block = useBlockCustomer(chat.chatId);
  const form = useForm({ initial: { reason: '' }, check: ({ reason }) => ({ reason: reason.trim() === '' && t('blockReasonRequired') }) });
  const handleSubmit = ({ reason }: typeof form.draft) =>
    block.mutate(reason.trim(), {
      onSuccess: () => {
        showToast('success', t('blocked', { name: chat.customerName || chat.customerNumber }));
        onDone();
        onClosed();
      },
    });
  return (
    <DialogForm submit={t('block')} isDangerous isBusy={block.isPending} onCancel={onDone} onSubmit={form.submit(handleSubmit)}>
      {block.error ? <SaveFailure error={block.error} /> : null}
      <Text size="sm">{t('blockText')}</Text>
      <Textarea
        label={t('blockReason')}
        required
        autosize
        minRows={2}
        maxLength={blacklistReasonMax}
        data-autofocus
        {...form.field('reason')}
      />
    </DialogForm>
  );
}
