import { Modal, NumberInput, Radio, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type EncapLaunch, givenModes, type LaunchConfig, launchStates } from '@parley/contract';
import { DateField, DateTimeField } from '@parley/ui/date-field';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { today } from '../../../lib/days.ts';
import { sayDone } from '../../../lib/done.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { fromLocal, toLocal } from '../../../lib/local-time.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useCan } from '../../account/shared/me.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { type Encap, launchQuery, useLaunchCalls } from './encap.queries.ts';

type LaunchFormProps = { encap: Encap; launch: EncapLaunch | undefined; onClose: () => void };

type Draft = LaunchConfig & { startsNow: boolean };
const toBody = ({ startsNow: _, ...config }: Draft): LaunchConfig => config;
const toDraft = (launch: EncapLaunch | undefined): Draft => ({
  name: launch?.name ?? '',
  mode: launch?.mode === 'API' ? 'API' : 'LINK',
  // 0 is the newest one when it is made; a launch keeps its own.
  number: launch?.number ?? 0,
  expiryDays: launch?.expiryDays ?? 0,
  expiryDate: launch?.expiryDate ?? '',
  scheduledOn: launch?.scheduledOn ?? '',
  startsNow: false,
});
const isInstant = (text: string) => text === '' || text.endsWith('Z');

/** A launch: who gets an address, through which version it leads, how long its links live, and from when. */
export function LaunchForm({ encap, launch, onClose }: LaunchFormProps) {
  const say = useWords(encapWords.launch);
  const canPlan = useCan(['CAMPAIGNS.CREATE']) && launch === undefined;
  const { create, save, launch: start } = useLaunchCalls(encap.id);
  // A repeated press is the same launch.
  const [requestKey] = useState(() => crypto.randomUUID());
  const form = useRecordDialog({
    record: launch,
    toDraft,
    toBody,
    fromBody: (body: LaunchConfig): Draft => ({ ...body, startsNow: false }),
    check: ({ name, scheduledOn }) => ({
      name: name.trim() === '' && say('nameMissing'),
      scheduledOn: !isInstant(scheduledOn) && say('noMoment'),
    }),
    read: (client) => client.fetchQuery({ ...launchQuery({ encapId: encap.id, instanceId: launch?.id ?? '' }), staleTime: 0 }),
    save: async (config, version) => {
      const body = { ...config, name: config.name.trim() };
      if (launch && version !== undefined) return save.mutateAsync({ ...body, instanceId: launch.id, version });
      if (!form.getDraft().startsNow) return create.mutateAsync(body);
      return (await start.mutateAsync({ config: body, requestKey })).answer;
    },
    onSaved: () => {
      showToast('success', sayDone(say(launch ? 'saved' : 'added'), launch ? 'saved' : 'added'));
      onClose();
    },
    nameOf: (path) => (path in fieldWords ? say(fieldWords[path as keyof typeof fieldWords]) : undefined),
  });
  const { mode, number, expiryDays, expiryDate, scheduledOn } = form.draft;
  // Links of a launch lead where they did when they were made.
  const isFixed = launch !== undefined && (launch.state > launchStates.scheduled || launch.figures.launched > 0);
  const numbers = Array.from({ length: encap.published }, (_, place) => encap.published - place);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={launch ? say('editTitle', { name: launch.name }) : say('newTitle')}
      closeOnClickOutside={false}
    >
      <DialogForm
        submit={say(launch ? 'save' : form.draft.startsNow ? 'createAndStart' : 'create')}
        isBusy={form.isBusy}
        onCancel={onClose}
        onSubmit={form.handleSubmit}
      >
        {form.failure ? <SaveFailure error={form.failure} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={60} {...form.field('name')} />
        <Radio.Group label={say('mode')} value={mode} onChange={(next) => form.change({ mode: next as LaunchConfig['mode'] })}>
          <Stack gap="xs" mt={6}>
            {givenModes.map((one) => (
              <Radio key={one} value={one} label={say(`mode_${one}`)} description={say(`modeHint_${one}`)} disabled={isFixed} />
            ))}
          </Stack>
        </Radio.Group>
        {canPlan ? (
          <Text size="sm" c="dimmed">
            {say('bulkHint')} <Link to="/campaigns/campaigns-list">{say('bulkLink')}</Link>
          </Text>
        ) : null}
        <Select
          label={say('version')}
          description={say(isFixed ? 'versionFixed' : 'versionHint')}
          allowDeselect={false}
          disabled={isFixed}
          comboboxProps={{ withinPortal: true }}
          data={[
            ...(launch ? [] : [{ value: '0', label: say('newest', { number: encap.published }) }]),
            ...numbers.map((one) => ({ value: String(one), label: say('versionOf', { number: one }) })),
          ]}
          value={String(number)}
          onChange={(next) => form.change({ number: Number(next ?? number) })}
        />
        <NumberInput
          label={say('expiryDays')}
          description={say('expiryDaysHint', { count: encap.properties.expiryDays })}
          min={0}
          max={365}
          clampBehavior="strict"
          allowDecimal={false}
          value={expiryDays}
          onChange={(next) => form.change({ expiryDays: Number(next) || 0 })}
        />
        <DateField
          label={say('expiryDate')}
          description={say('expiryDateHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
          min={today()}
          value={expiryDate}
          error={form.faults.expiryDate}
          onChange={(day) => form.change({ expiryDate: day })}
        />
        <DateTimeField
          label={say('scheduledOn')}
          description={say('scheduledOnHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
          min={toLocal(new Date().toISOString())}
          value={toLocal(scheduledOn)}
          error={form.faults.scheduledOn}
          onChange={(local) => form.change({ scheduledOn: local === '' ? '' : fromLocal(local) })}
        />
        {launch ? null : <Switch label={say('startsNow')} description={say('startsNowHint')} {...form.box('startsNow')} />}
      </DialogForm>
    </Modal>
  );
}

/** Names of the fields in a comparison with what somebody else has saved. */
const fieldWords = {
  name: 'name',
  mode: 'mode',
  number: 'version',
  expiryDays: 'expiryDays',
  expiryDate: 'expiryDate',
  scheduledOn: 'scheduledOn',
} as const;
