import { Button, Select, TextInput } from '@mantine/core';
import type { Customer, InputFieldDefinition } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';
import { listLanguages, listTimeZones } from '../shared/locale-choices.ts';
import { formatPhone } from '../shared/phone-number.ts';
import { setsQuery } from '../shared/set.queries.ts';
import { AttributeControl } from './attribute-control.tsx';
import classes from './customer.module.css';
import { customerQuery, useSaveCustomer } from './customer.queries.ts';
import { type CustomerValues, checkDraft, pathOf, textFields, toDraft, toValues } from './customer-draft.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { PhoneField } from './phone-field.tsx';
import { SetSelect } from './set-select.tsx';

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
  const { data: groups = [] } = useQuery(setsQuery('group'));
  const { data: labels = [] } = useQuery(setsQuery('label'));
  const own = ownDefinitions(definitions);
  const languages = useMemo(() => listLanguages(i18n.language, customer?.language ?? ''), [i18n.language, customer]);
  const timeZones = useMemo(() => listTimeZones(customer?.timeZone ?? ''), [customer]);

  const [read, setRead] = useState(customer);
  const form = useRecordForm({
    record: customer,
    toDraft: (of) => toDraft(of, definitions),
    read: async (client) => {
      const stands = await client.fetchQuery({ ...customerQuery(customer?.id ?? ''), staleTime: 0 });
      setRead(stands);
      return stands;
    },
    check: (draft) => checkDraft(draft, definitions, customer),
    checkOn: 'blur',
    save: (draft, version) => {
      const values = toValues(draft, definitions, customer);
      return save.mutateAsync(customer && version !== undefined ? { id: customer.id, version, ...values } : values);
    },
    onSaved: ({ message }) => {
      showToast('success', sayDone(message, customer ? 'saved' : 'added'));
      onDone();
    },
    fieldOf: (path) => pathOf(path, definitions),
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

  const handleElsewhere = (customerId: string, message?: string) => {
    if (message) {
      showToast('success', message);
      form.release();
    }
    onOpen(customerId);
  };

  return (
    <form noValidate className={classes.card} onSubmit={form.handleSubmit}>
      {form.failure ? <SaveFailure error={form.failure} mb="md" /> : null}
      <Part title={say('contactPart')}>
        <TextInput className={classes.wide} label={say('name')} required data-autofocus autoComplete="off" {...form.field('name')} />
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
            onMerge={(existingId) => setMerging({ existingId, values: toValues(form.getDraft(), definitions, customer) })}
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
            {...form.field(field)}
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
        <SetSelect kind="group" label={say('groups')} own={customer?.groups} {...form.field('groups')} />
        <SetSelect kind="label" label={say('labels')} own={customer?.tags} {...form.field('tags')} />
      </Part>
      <Part title={say('localePart')}>
        <Select
          label={say('language')}
          data={languages}
          searchable
          clearable
          placeholder={say('notSet')}
          nothingFoundMessage={sayCommon('nothingMatches')}
          {...form.choice('language')}
        />
        <Select
          label={say('timeZone')}
          data={timeZones}
          searchable
          clearable
          limit={60}
          placeholder={say('notSet')}
          nothingFoundMessage={sayCommon('nothingMatches')}
          {...form.choice('timeZone')}
        />
      </Part>
      <div className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {sayCommon('cancel')}
        </Button>
        <Button type="submit" loading={form.isBusy}>
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
