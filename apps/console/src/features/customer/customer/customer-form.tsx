import { Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useUnsavedGuard } from '../../../lib/use-unsaved-guard.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { ownDefinitions } from '../shared/attribute.queries.ts';
import { listLanguages, listTimeZones } from '../shared/locale-choices.ts';
import { type SetKind, setsQuery } from '../shared/set.queries.ts';
import { AttributeControl } from './attribute-control.tsx';
import classes from './customer.module.css';
import { customerQuery, useSaveCustomer } from './customer.queries.ts';
import { type CustomerDraft, type CustomerValues, checkDraft, pathOf, textFields, toDraft, toValues } from './customer-draft.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { PhoneField } from './phone-field.tsx';
import { formatPhone } from './phone-number.ts';

export type CustomerFormProps = {
  /** None: a new customer. */
  customer?: Customer;
  definitions: readonly InputFieldDefinition[];
  onDone: () => void;
  onCancel: () => void;
  onOpen: (customerId: string) => void;
};

const inputTypes = { emailId: 'email', whatsAppNumber: 'tel' } as const;

/** A customer's fields in their order (PHONE-069): who, how to reach, what is known, where they belong. */
export function CustomerForm({ customer, definitions, onDone, onCancel, onOpen }: CustomerFormProps) {
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const { i18n } = useTranslation();
  const save = useSaveCustomer();
  const [merging, setMerging] = useState<{ existingId: string; values: CustomerValues }>();
  const form = useForm<CustomerDraft>({
    mode: 'uncontrolled',
    initialValues: toDraft(customer, definitions),
    validate: (draft) => checkDraft(draft, definitions, customer),
    validateInputOnBlur: true,
  });
  const release = useUnsavedGuard(() => form.isDirty());
  const loaded = (of: Customer) => ({ values: toDraft(of, definitions), version: of.version });
  const [read, setRead] = useState(customer);
  const versioned = useVersionedForm<CustomerDraft>({
    typed: form.getValues(),
    latest: customer && loaded(customer),
    load: async (client) => {
      const stands = await client.fetchQuery({ ...customerQuery(customer?.id ?? ''), staleTime: 0 });
      setRead(stands);
      return loaded(stands);
    },
    onTake: (values, next) => {
      form.setInitialValues(next);
      form.setValues(values);
      save.reset();
    },
    fields: { emailId: 'email', phoneNumber: 'phone', tags: 'labels', data: 'attributes' },
    nameOf: (path) => own.find(({ _id }) => path === `data.${_id}`)?.fieldLabel,
    show: (field, value) => {
      const named = [
        ...(field === 'groups' ? groups : labels),
        ...(customer?.[field as 'groups'] ?? []),
        ...(read?.[field as 'groups'] ?? []),
      ];
      const isSets = field === 'groups' || field === 'tags';
      return isSets ? (value as string[]).map((id) => named.find((set) => set.id === id)?.name ?? id) : value;
    },
  });
  const { data: groups = [] } = useQuery(setsQuery('group'));
  const { data: labels = [] } = useQuery(setsQuery('label'));
  const own = ownDefinitions(definitions);
  const languages = useMemo(() => listLanguages(i18n.language, customer?.language ?? ''), [i18n.language, customer]);
  const timeZones = useMemo(() => listTimeZones(customer?.timeZone ?? ''), [customer]);

  const focus = (path: string | undefined) => {
    if (path) document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  };
  const handleSubmit = async (draft: CustomerDraft) => {
    try {
      const saved = await versioned.save((next, version) => {
        const values = toValues(next, definitions, customer);
        return save.mutateAsync(customer && version !== undefined ? { id: customer.id, version, ...values } : values);
      }, draft);
      if (!saved) return;
      showToast('success', sayDone(saved.message, customer ? 'saved' : 'added'));
      release();
      onDone();
    } catch (error) {
      for (const { field, message } of readFieldErrors(error)) {
        const path = pathOf(field, definitions);
        if (path) form.setFieldError(path, message);
      }
    }
  };
  const handleElsewhere = (customerId: string, message?: string) => {
    if (message) {
      showToast('success', message);
      release();
    }
    onOpen(customerId);
  };

  return (
    <form
      noValidate
      className={classes.card}
      onSubmit={form.onSubmit(
        (draft) => void handleSubmit(draft),
        (errors) => focus(Object.keys(errors)[0]),
      )}
    >
      {save.error ? <SaveFailure error={save.error} mb="md" /> : null}
      <Part title={say('contactPart')}>
        <TextInput
          className={classes.wide}
          label={say('name')}
          required
          data-autofocus
          autoComplete="off"
          data-path="name"
          {...form.getInputProps('name')}
        />
        {customer?.phoneNumber ? (
          <TextInput
            className={classes.wide}
            label={say('phoneNumber')}
            description={say('phoneFixed')}
            value={formatPhone(customer.phoneNumber)}
            readOnly
            variant="filled"
          />
        ) : (
          <PhoneField
            form={form}
            isRequired={!customer}
            onOpen={handleElsewhere}
            onMerge={(existingId) => setMerging({ existingId, values: toValues(form.getValues(), definitions, customer) })}
            onRestored={({ id }, message) => handleElsewhere(id, inEnglish(message) || say('restored'))}
          />
        )}
        {textFields.map((field) => (
          <TextInput
            key={field}
            label={say(field)}
            type={field in inputTypes ? inputTypes[field as keyof typeof inputTypes] : 'text'}
            placeholder={field === 'whatsAppNumber' ? say('whatsAppHint') : undefined}
            autoComplete="off"
            data-path={field}
            {...form.getInputProps(field)}
          />
        ))}
      </Part>
      {own.length > 0 ? (
        <Part title={say('attributePart')}>
          {own.map((definition) => (
            <div key={definition._id} className={definition.fieldType === 'textarea' ? classes.wide : undefined}>
              <AttributeControl definition={definition} form={form} />
            </div>
          ))}
        </Part>
      ) : null}
      <Part title={say('setPart')}>
        <SetSelect kind="group" label={say('groups')} own={customer?.groups} {...form.getInputProps('groups')} />
        <SetSelect kind="label" label={say('labels')} own={customer?.tags} {...form.getInputProps('tags')} />
      </Part>
      <Part title={say('localePart')}>
        <Select
          label={say('language')}
          data={languages}
          searchable
          clearable
          placeholder={say('notSet')}
          nothingFoundMessage={sayCommon('nothingMatches')}
          data-path="language"
          {...form.getInputProps('language')}
          onChange={(code) => form.setFieldValue('language', code ?? '')}
        />
        <Select
          label={say('timeZone')}
          data={timeZones}
          searchable
          clearable
          limit={60}
          placeholder={say('notSet')}
          nothingFoundMessage={sayCommon('nothingMatches')}
          data-path="timeZone"
          {...form.getInputProps('timeZone')}
          onChange={(zone) => form.setFieldValue('timeZone', zone ?? '')}
        />
      </Part>
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {sayCommon('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {sayCommon('save')}
        </Button>
      </div>
      {merging ? (
        <MergeDialog
          {...merging}
          customer={customer}
          definitions={definitions}
          onClose={() => setMerging(undefined)}
          onMerged={(kept, message) => handleElsewhere(kept.id, inEnglish(message) || say('merged'))}
        />
      ) : null}
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2 className={classes.partTitle}>{title}</h2>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

type SetSelectProps = { kind: SetKind; label: string; own: Customer['groups'] | undefined; defaultValue?: string[] };

/** Keeps the names of the customer's groups or labels while the lists are loading. */
function SetSelect({ kind, label, own = [], ...input }: SetSelectProps) {
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const { data: sets = [] } = useQuery(setsQuery(kind));
  const names = new Map([...own, ...sets].map(({ id, name }) => [id, name]));
  return (
    <MultiSelect
      label={label}
      data={[...names].map(([value, name]) => ({ value, label: name }))}
      searchable
      clearable
      hidePickedOptions
      placeholder={say('choose')}
      nothingFoundMessage={sayCommon('nothingMatches')}
      {...input}
    />
  );
}
