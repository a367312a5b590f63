import { Button, Group, Select, SimpleGrid, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { type CompanyGeneral, currencies, industries } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { hasFlag } from '../../../lib/app-config.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { isPhone, isWellSpaced } from '../../../lib/validators.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { companyWords } from '../../../locales/company.ts';
import { May, MayChange } from '../shared/may.tsx';
import { timeZonesQuery } from '../shared/time-zones.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import { countriesQuery, generalQuery, useSaveGeneral } from './company.queries.ts';

const CompanyLogo = late(() => import('./company-logo.tsx').then((module) => module.CompanyLogo));

const editors = ['ENTERPRISE.EDIT'] as const;
/** Returns the field that a fault's path from the server ends with. */
const fieldOf = (path: string) => path.split('.').at(-1) ?? path;

/** Name, address and contact of the company. */
export function GeneralForm({ general, version, logoUrl }: { general: CompanyGeneral; version: number; logoUrl: string }) {
  const say = useWords(companyWords.general);
  const sayCommon = useWords(commonWords.ui);
  const save = useSaveGeneral();
  /** Addresses of logos that were uploaded here and are not saved yet. */
  const [uploaded, setUploaded] = useState<Record<string, string>>({});
  const zones = useQuery(timeZonesQuery);
  const countries = useQuery(countriesQuery);
  const form = useRecordForm({
    record: { general, version },
    toDraft: (of) => of.general,
    read: (client) => client.fetchQuery({ ...generalQuery, staleTime: 0 }),
    check: ({ name, contactPhone }) => ({
      name: name.trim() === '' ? sayCommon('mandatory') : !isWellSpaced(name) && sayCommon('spacing'),
      contactPhone: contactPhone !== '' && contactPhone !== general.contactPhone && !isPhone(contactPhone) && sayCommon('phone'),
    }),
    save: (draft, read = version) => save.mutateAsync({ general: draft, version: read }),
    keep: (saved) => saved,
    onSaved: () => showToast('success', say('saved')),
    fieldOf,
    fields: { state: 'region' },
    // A picture has no words.
    show: (field, value) => (field === 'logo' && value !== '' ? say('logoSet') : value),
  });
  const { draft, faults, change, field, choice } = form;
  const text = (name: 'name' | 'city' | 'state' | 'pincode' | 'contactName' | 'contactEmail' | 'contactPhone' | 'taxId', type = 'text') => (
    <TextInput label={say(name)} type={type} {...field(name)} />
  );
  const known = [...new Set([draft.timeZone, ...(zones.data ?? [])])];
  const listed = (countries.data ?? []).map(({ code, name, dialCode }) => ({ value: code, label: `${name} (${dialCode})` }));
  // A country typed at sign-up may be written out in full.
  const isListed = draft.country === '' || listed.some(({ value }) => value === draft.country);

  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <MayChange any={editors}>
        <Stack gap="md">
          {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
          <Panel title={say('company')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {text('name')}
              <Select label={say('industry')} placeholder={say('none')} clearable data={[...industries]} {...choice('industry')} />
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
                  error={faults.currency}
                  onChange={(currency) => currency && change({ currency })}
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
                onChange={(timeZone) => timeZone && change({ timeZone })}
              />
            </SimpleGrid>
          </Panel>
          <Panel title={say('place')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Textarea label={say('address')} autosize minRows={2} maxLength={500} {...field('address')} />
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
                {...choice('country')}
              />
            </SimpleGrid>
          </Panel>
          <Suspense fallback={<Skeleton height={220} radius="md" />}>
            <CompanyLogo
              general={draft}
              url={draft.logo === '' ? '' : (uploaded[draft.logo] ?? logoUrl)}
              onChange={({ id, url }) => {
                setUploaded((known) => ({ ...known, [id]: url }));
                change({ logo: id as '' });
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
              <Button type="submit" loading={form.isBusy}>
                {sayCommon('save')}
              </Button>
            </Group>
          </May>
        </Stack>
      </MayChange>
    </form>
  );
}
