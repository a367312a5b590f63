import { Modal, MultiSelect, TextInput } from '@mantine/core';
import { type BillingAlert, type Currency, endpoints, showAmount } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readIssues } from '../../../lib/errors.ts';
import { formatCost } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { commonWords } from '../../../locales/common.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { userPickerQuery } from '../../account/shared/people.ts';
import { parseAmount } from './amount.ts';
import { useSaveAlert } from './billing.queries.ts';

const lookers = endpoints.users.listUsers.access;

type AlertFormProps = {
  alert: BillingAlert | undefined;
  currency: Currency;
  nameOf: (userId: string) => string;
  onReload: () => void;
  onClose: () => void;
};

/** An amount, and who is told when the balance falls below it. Whoever may not look at users can choose themselves. */
export function AlertForm({ alert, currency, nameOf, onReload, onClose }: AlertFormProps) {
  const say = useWords(billingWords.alerts);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const me = useMe();
  const save = useSaveAlert();
  const form = useForm({
    initial: { threshold: alert ? showAmount(alert.threshold, 2) : '', userIds: alert?.userIds ?? (me ? [me.uId] : []) },
    check: (draft) => ({
      threshold: parseAmount(draft.threshold) === undefined && say('amountWrong'),
      userIds: draft.userIds.length === 0 && say('peopleMissing'),
    }),
  });
  const { userIds } = form.draft;
  const [search, setSearch] = useState('');
  const found = useQuery({ ...userPickerQuery(search), enabled: useCan(lookers), placeholderData: keepPreviousData });
  const [seen] = useState(() => new Map<string, string>());
  if (me) seen.set(me.uId, me.name);
  for (const { uId, name } of found.data?.users ?? []) seen.set(uId, name);
  const options = [...new Set([...seen.keys(), ...userIds])].map((value) => ({ value, label: seen.get(value) ?? nameOf(value) }));

  const handleSubmit = () => {
    const threshold = parseAmount(form.draft.threshold);
    if (threshold === undefined) return;
    save.mutate(
      { alertId: alert?.alertId ?? '', threshold, userIds, version: alert?.version ?? 0 },
      {
        onSuccess: () => {
          showToast('success', sayDone('saved'));
          onClose();
        },
        onError: (error) =>
          form.setFaults(Object.fromEntries(readIssues(error).map(({ field, message }) => [field.split('.')[0] ?? field, message]))),
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={alert ? say('edit', { amount: formatCost(alert.threshold, currency) }) : say('add')}
    >
      <DialogForm submit={sayCommon('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {save.error && Object.keys(form.faults).length === 0 ? (
          <SaveFailure
            error={save.error}
            onReload={() => {
              onReload();
              onClose();
            }}
          />
        ) : null}
        <TextInput
          data-autofocus
          label={say('threshold', { currency })}
          inputMode="decimal"
          autoComplete="off"
          withAsterisk
          {...form.field('threshold')}
        />
        <MultiSelect
          label={say('people')}
          withAsterisk
          searchable
          maxValues={20}
          data={options}
          {...form.field('userIds')}
          searchValue={search}
          onSearchChange={setSearch}
        />
      </DialogForm>
    </Modal>
  );
}
