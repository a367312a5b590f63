import { Checkbox, Modal, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import type { Customer } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { privacyWords } from '../../../locales/privacy.ts';
import { HoldingsTable } from './holdings-table.tsx';
import { holdingsQuery, useErase } from './privacy.queries.ts';

type EraseDialogProps = { customer: Pick<Customer, 'id' | 'name'>; onClose: () => void; onErased: () => void };

/** Says first what goes, and asks for the name: nobody takes this back. */
export function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  const say = useWords(privacyWords.person);
  const holdings = useQuery(holdingsQuery(customer.id));
  const erase = useErase(customer.id);
  const form = useForm({ initial: { name: '', reason: '', keepOptOut: true } });
  const { name, reason } = form.draft;
  const handleSubmit = async () => {
    try {
      await erase.mutateAsync(form.draft);
      showToast('success', say('started'));
      onErased();
    } catch (error) {
      tellFailure(error);
    }
  };
  const { kinds = [], openChats = 0, waitingMessages = 0, optOuts = 0 } = holdings.data ?? {};
  return (
    <Modal opened onClose={onClose} title={say('eraseTitle', { name: customer.name })} closeOnClickOutside={false}>
      <DialogForm
        submit={say('submit')}
        isBusy={erase.isPending}
        isDisabled={!holdings.data || reason.trim() === '' || name.trim() !== customer.name.trim()}
        isDangerous
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        <Text size="sm">{say('eraseText')}</Text>
        {holdings.data ? (
          <HoldingsTable kinds={kinds} label={say('willErase')} />
        ) : holdings.isError ? (
          <ErrorState error={holdings.error} onRetry={() => void holdings.refetch()} />
        ) : (
          <Skeleton height={220} />
        )}
        {openChats > 0 ? <Text size="sm">{say('openChats', { count: openChats })}</Text> : null}
        {waitingMessages > 0 ? <Text size="sm">{say('waiting', { count: waitingMessages })}</Text> : null}
        {optOuts > 0 ? <Checkbox label={say('optOuts', { count: optOuts })} {...form.box('keepOptOut')} /> : null}
        <Textarea
          label={say('reason')}
          description={say('reasonHint')}
          required
          maxLength={300}
          autosize
          minRows={2}
          {...form.field('reason')}
        />
        <TextInput label={say('typeName', { name: customer.name })} autoComplete="off" {...form.field('name')} />
      </DialogForm>
    </Modal>
  );
}
