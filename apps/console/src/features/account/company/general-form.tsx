import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { type CompanyGeneral, currencies, industries } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { hasFlag } from '../../../lib/app-config.ts';
import { readIssues } from '../../../lib/errors.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { companyWords } from '../../../locales/company.ts';
import { May, MayChange } from '../shared/may.tsx';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
import { countriesQuery, generalQuery, timeZonesQuery, useSaveGeneral } from './company.queries.ts';

const CompanyLogo = late(() => import('./company-logo.tsx').then((module) => module.CompanyLogo));

const editors = ['ENTERPRISE.EDIT'] as const;
/** Returns the field that a fault's path from the server ends with. */
const fieldOf = (path: string) => path.split('.').at(-1) ?? path;

/** Name, address and contact of the company. */
export function GeneralForm({ general, version, logoUrl }: { general: CompanyGeneral; version: number; logoUrl: string }) {
  const say = useWords(companyWords.general);
  const sayCommon = useWords(commonWords.ui);
  const { draft, change, settle } = useDraft(general);
  const save = useSaveGeneral();
  const [errors, setErrors] = useState<Record<string, string>>({});
  /** Addresses of logos that were uploaded here and are not saved yet. */
  const [uploaded, setUploaded] = useState<Record<string, string>>({});
  const zones = useQuery(timeZonesQuery);
  const countries = useQuery(countriesQuery);
  const versioned = useVersionedForm<CompanyGeneral>({
    typed: draft,
    latest: { values: general, version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...generalQuery, staleTime: 0 });
      return { values: stands.general, version: stands.version };
    },
    onTake: (values, saved) => {
      settle(saved);
      change(values);
      save.reset();
    },
    fields: { state: 'region' },
    // A picture has no words.
    show: (field, value) => (field === 'logo' && value !== '' ? say('logoSet') : value),
  });

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft.name.trim() === '') return setErrors({ name: sayCommon('mandatory') });
    try {
      const saved = await versioned.save((values, read = version) => save.mutateAsync({ general: values, version: read }));
      if (!saved) return;
      settle(saved.general);
      versioned.settle({ values: saved.general, version: saved.version });
      showToast('success', say('saved'));
    } catch (error) {
      setErrors(Object.fromEntries(readIssues(error).map(({ field, message }) => [fieldOf(field), message])));
    }
  };
  const set = (part: Partial<CompanyGeneral>) => {
    setErrors({});
    change(part);
  };
  const text = (
    field: 'name' | 'city' | 'state' | 'pincode' | 'contactName' | 'contactEmail' | 'contactPhone' | 'taxId',
    type = 'text',
  ) => (
    <TextInput
      label={say(field)}
      type={type}
      error={errors[field]}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  const known = [...new Set([draft.timeZone, ...(zones.data ?? [])])];
  const listed = (countries.data ?? []).map(({ code, name, dialCode }) => ({ value: code, label: `${name} (${dialCode})` }));
  // A country typed at sign-up may be written out in full.
  const isListed = draft.country === '' || listed.some(({ value }) => value === draft.country);

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <MayChange any={editors}>
        <Stack gap="md">
          {save.error && Object.keys(errors).length === 0 ? <SaveFailure error={save.error} /> : null}
          <Panel title={say('company')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {text('name')}
              <Select
                label={say('industry')}
                placeholder={say('none')}
                clearable
                data={[...industries]}
                value={draft.industry || null}
                onChange={(industry) => set({ industry: (industry ?? '') as CompanyGeneral['industry'] })}
              />
              {text('taxId')}
              {hasFlag('billing') ? (
                <TextInput label={say('currency')} description={say('currencyFixed')} readOnly value={draft.currency} />
              ) : (
                <Select
                  label={say('currency')}
                  description={say('currencyHint')}
                  allowDeselect={false}
                  data={[...currencies]}
                  value={draft.currency}
                  error={errors.currency}
                  onChange={(currency) => currency && set({ currency })}
                />
              )}
              <Select
                label={say('timeZone')}
                description={say('timeZoneHint')}
                searchable
                limit={60}
                allowDeselect={false}
                data={known}
                value={draft.timeZone}
                onChange={(timeZone) => timeZone && set({ timeZone })}
              />
            </SimpleGrid>
          </Panel>
          <Panel title={say('place')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Textarea
                label={say('address')}
                autosize
                minRows={2}
                maxLength={500}
                value={draft.address}
                onChange={(event) => set({ address: event.currentTarget.value })}
              />
              {text('city')}
              {text('state')}
              {text('pincode')}
              <Select
                label={say('country')}
                description={say('countryHint')}
                placeholder={say('none')}
                searchable
                clearable
                limit={60}
                data={isListed ? listed : [{ value: draft.country, label: draft.country }, ...listed]}
                value={draft.country || null}
                onChange={(country) => set({ country: country ?? '' })}
              />
            </SimpleGrid>
          </Panel>
          <Suspense fallback={<Skeleton height={220} radius="md" />}>
            <CompanyLogo
              general={draft}
              url={draft.logo === '' ? '' : (uploaded[draft.logo] ?? logoUrl)}
              onChange={({ id, url }) => {
                setUploaded((known) => ({ ...known, [id]: url }));
                set({ logo: id as '' });
              }}
            />
          </Suspense>
          <Panel title={say('contact')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {text('contactName')}
              {text('contactEmail', 'email')}
              {text('contactPhone', 'tel')}
            </SimpleGrid>
          </Panel>
          <May any={editors}>
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending}>
                {sayCommon('save')}
              </Button>
            </Group>
          </May>
        </Stack>
      </MayChange>
    </form>
  );
}
