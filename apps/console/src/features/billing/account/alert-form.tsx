import { Modal, MultiSelect, TextInput } from '@mantine/core';
import { type BillingAlert, type Currency, endpoints, showAmount } from '@parley/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readIssues } from '../../../lib/errors.ts';
import { formatCost } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
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
  const [text, setText] = useState(alert ? showAmount(alert.threshold, 2) : '');
  const [userIds, setUserIds] = useState<string[]>(alert?.userIds ?? (me ? [me.uId] : []));
  const [search, setSearch] = useState('');
  const [errors, setErrors] = useState<{ threshold?: string; userIds?: string }>({});
  const found = useQuery({ ...userPickerQuery(search), enabled: useCan(lookers), placeholderData: keepPreviousData });
  const [seen] = useState(() => new Map<string, string>());
  if (me) seen.set(me.uId, me.name);
  for (const { uId, name } of found.data?.users ?? []) seen.set(uId, name);
  const options = [...new Set([...seen.keys(), ...userIds])].map((value) => ({ value, label: seen.get(value) ?? nameOf(value) }));

  const handleSubmit = () => {
    const threshold = parseAmount(text);
    const faults = {
      ...(threshold === undefined ? { threshold: say('amountWrong') } : {}),
      ...(userIds.length === 0 ? { userIds: say('peopleMissing') } : {}),
    };
    setErrors(faults);
    if (threshold === undefined || userIds.length === 0) return;
    save.mutate(
      { alertId: alert?.alertId ?? '', threshold, userIds, version: alert?.version ?? 0 },
      {
        onSuccess: () => {
          showToast('success', sayDone('saved'));
          onClose();
        },
        onError: (error) =>
          setErrors(Object.fromEntries(readIssues(error).map(({ field, message }) => [field.split('.')[0] ?? field, message]))),
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
      <DialogForm submit={sayCommon('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={handleSubmit}>
        {save.error && Object.keys(errors).length === 0 ? (
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
          error={errors.threshold}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <MultiSelect
          label={say('people')}
          withAsterisk
          searchable
          maxValues={20}
          error={errors.userIds}
          data={options}
          value={userIds}
          searchValue={search}
          onSearchChange={setSearch}
          onChange={setUserIds}
        />
      </DialogForm>
    </Modal>
  );
}
