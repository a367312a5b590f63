import { Alert, Button, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Channel, ChannelOptions, ProbeStep, VendorField } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { ApiError } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { describeFailure, readFieldErrors, readIssues, type SaidFault } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { channelTypeName } from '../shared/channel-type-name.ts';
import { answeringBotsQuery, channelDetailsQuery, useSaveChannel, useTestChannel } from './channel.queries.ts';
import { type ChannelDraft, faultsOf, fieldsOf, fillSandbox, isWebType, toBody, toDraft, toTest } from './channel-draft.ts';
import { NoDomain } from './no-domain.tsx';
import { ProbeSteps } from './probe-steps.tsx';
import { VendorInputs } from './vendor-inputs.tsx';
import { WebFields } from './web-fields.tsx';

type Errors = Readonly<Record<string, string>>;
export type ChannelFormProps = { channel: Channel | undefined; options: ChannelOptions; canSave: boolean };

/** Faults of a refused request, by the last part of the field's name. */
const issuesOf = (error: unknown): SaidFault[] =>
  readIssues(error).map(({ field, message }) => ({ field: field.replace(/^data\./, '').split('.')[0] ?? '', message }));
const byField = (faults: readonly SaidFault[]): Errors => Object.fromEntries(faults.map(({ field, message }) => [field, message]));

/** Type, vendor, exactly the vendor's keys, who answers first, speed; tested before it is saved as active. */
export function ChannelForm({ channel, options, canSave }: ChannelFormProps) {
  const say = useWords(channelWords.channel);
  const navigate = useNavigate();
  const { draft, change: put, settle, release } = useDraft<ChannelDraft>(() => toDraft(channel));
  const [errors, setErrors] = useState<Errors>({});
  const [tested, setTested] = useState<{ form: string; isOk: boolean; steps: ProbeStep[] }>();
  const save = useSaveChannel();
  const test = useTestChannel();
  const bots = useQuery(answeringBotsQuery);
  const departments = useDepartmentOptions();
  const loaded = (of: Channel) => ({ values: toDraft(of), version: of.version });
  const versioned = useVersionedForm<ChannelDraft>({
    typed: draft,
    latest: channel && loaded(channel),
    load: async (client) => loaded((await client.fetchQuery({ ...channelDetailsQuery(channel?.id ?? ''), staleTime: 0 })).channel),
    onTake: (values, next) => {
      settle(next);
      put(values);
    },
    fields: { keys: 'config', speed: 'speedPerSecond' },
    nameOf: (path) => (path === 'isActive' ? say('isActive') : path.startsWith('keys.') ? path.slice('keys.'.length) : undefined),
    show: (field, value) => {
      if (field === 'deptId') return departments.find((one) => one.value === value)?.label ?? value;
      return field === 'botId' ? (bots.data?.find(({ id }) => id === value)?.name ?? value) : value;
    },
  });
  const isWeb = isWebType(draft.type);
  const types = options.types.filter(({ type }) => !channel || type === channel.type);
  const vendors = options.types.find(({ type }) => String(type) === draft.type)?.vendors ?? [];
  const chosen = vendors.find(({ vendor }) => vendor === draft.vendor);
  const assumed = Object.entries(chosen?.evidence ?? {}).flatMap(([feature, evidence]) => (evidence === 'assumed' ? [feature] : []));
  const form = JSON.stringify(toTest(draft, channel?.id ?? ''));
  const isTested = tested?.form === form;

  const change = (next: Partial<ChannelDraft>) => {
    put(next);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in next))));
  };
  const changeKey = (key: VendorField['key'], value: string) => {
    if (key === 'environment' && value === 'sandbox') change({ environment: value, ...fillSandbox(draft, channel) });
    else if (key === 'contactId' || key === 'environment') change({ [key]: value });
    else put((before) => ({ keys: { ...before.keys, [key]: value } }));
    setErrors(({ [key]: _gone, ...rest }) => rest);
  };
  const check = (): boolean => {
    const faults = [
      ...(draft.name.trim() === '' ? [{ field: 'name', message: say('nameEmpty') }] : []),
      ...(draft.type === '' ? [{ field: 'type', message: say('typeEmpty') }] : []),
      ...(draft.type !== '' && !isWeb && draft.vendor === '' ? [{ field: 'vendor', message: say('vendorEmpty') }] : []),
      ...faultsOf(draft, channel),
    ];
    setErrors(byField(faults));
    return faults.length === 0;
  };
  const tellRefusal = (error: unknown) => {
    const faults = [...readFieldErrors(error), ...issuesOf(error)];
    setErrors(byField(faults));
    if (faults.length === 0) tellFailure(error);
  };
  const runTest = async (): Promise<boolean> => {
    try {
      const answer = await test.mutateAsync(toTest(draft, channel?.id ?? ''));
      setTested({ form, ...answer });
      return answer.isOk;
    } catch (error) {
      tellRefusal(error);
      return false;
    }
  };
  const write = async (isActive: boolean, confirm = false): Promise<void> => {
    try {
      const saved = await versioned.save((values, version) =>
        save.mutateAsync({
          ...(channel && version !== undefined ? { id: channel.id, version } : {}),
          confirm,
          body: toBody(values, isActive),
        }),
      );
      if (!saved) return;
      const { answer, message } = saved;
      showToast('success', sayDone(message, channel ? 'saved' : 'added'));
      // An existing channel stays open: more may be typed, which needs a question when leaving.
      if (channel) {
        settle(toDraft(answer));
        versioned.settle(loaded(answer));
      } else release();
      if (!channel) await navigate({ to: '/admin/channels/$channelId', params: { channelId: answer.id } as never });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'channel.confirm_needed') return tellRefusal(error);
      const isYes = await openDialog({
        type: 'confirm',
        title: say('confirmTitle'),
        text: describeFailure(error).message,
        confirm: say('confirm'),
        cancel: say('cancel'),
      });
      if (isYes) await write(isActive, true);
    }
  };
  const handleSave = async (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    if (isWeb || !draft.isActive) return write(draft.isActive);
    // An active channel is tested before it is saved; after a failure it can only be saved as paused.
    if (isTested ? tested.isOk : await runTest()) await write(true);
  };

  return (
    <form noValidate onSubmit={(event) => void handleSave(event)} aria-label={channel?.name ?? say('createTitle')}>
      <Stack gap="md">
        <Panel title={say('general')}>
          <Stack gap="sm">
            <TextInput
              label={say('name')}
              withAsterisk
              maxLength={80}
              value={draft.name}
              error={errors.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <Select
              label={say('type')}
              withAsterisk
              disabled={channel !== undefined}
              data={types.map(({ type }) => ({ value: String(type), label: channelTypeName(type) }))}
              value={draft.type || null}
              error={errors.type}
              onChange={(type) => {
                const only = options.types.find((entry) => String(entry.type) === type)?.vendors;
                const allowed = only?.filter(({ isAllowed }) => isAllowed) ?? [];
                change({ type: type ?? '', vendor: allowed.length === 1 ? (allowed[0]?.vendor ?? '') : '', keys: {} });
              }}
            />
            {draft.type !== '' && !isWeb ? (
              <Select
                label={say('vendor')}
                withAsterisk
                description={chosen && !chosen.isAllowed ? say('sandboxOnlyHint') : undefined}
                data={vendorChoices(vendors, channel?.vendor, say('sandboxOnly'))}
                value={draft.vendor || null}
                error={errors.vendor ?? (vendors.length === 0 ? say('noVendor') : undefined)}
                onChange={(name) => {
                  const next = { vendor: name ?? '', contactId: '', keys: {} };
                  const isFilled = draft.environment === 'sandbox' && next.vendor !== '';
                  change(isFilled ? { ...next, ...fillSandbox({ ...draft, ...next }, channel) } : next);
                }}
              />
            ) : null}
            {chosen?.closed ? <Alert color="yellow">{chosen.closed}</Alert> : null}
            {assumed.length > 0 ? (
              <Alert color="yellow" title={say('assumed')}>
                {say('assumedHint', { features: assumed.join(', ') })}
              </Alert>
            ) : null}
          </Stack>
        </Panel>
        {fieldsOf(draft).length > 0 ? (
          <Panel title={say('connection')} text={say('connectionHint')}>
            <Stack gap="sm">
              <VendorInputs draft={draft} channel={channel} errors={errors} onChange={changeKey} />
              <Group gap="sm">
                <Button
                  variant="default"
                  loading={test.isPending}
                  onClick={() => {
                    if (check()) void runTest();
                  }}
                >
                  {say('test')}
                </Button>
              </Group>
              <div role="status">
                {isTested ? (
                  <Stack gap="xs">
                    <ProbeSteps steps={tested.steps} />
                    <Text size="sm" c={tested.isOk ? 'green' : 'red'}>
                      {say(tested.isOk ? 'testOk' : 'testFailed')}
                    </Text>
                  </Stack>
                ) : null}
              </div>
            </Stack>
          </Panel>
        ) : null}
        {isWeb ? (
          <Panel title={say('web')}>
            <Stack gap="sm">
              <WebFields draft={draft} errors={errors} onChange={change} />
              {draft.allowedDomains.length === 0 ? <NoDomain /> : null}
            </Stack>
          </Panel>
        ) : null}
        {draft.type !== '' ? (
          <Panel title={say('entry')}>
            <Stack gap="sm">
              <Select
                aria-label={say('entry')}
                allowDeselect={false}
                data={[
                  { value: 'bot', label: say('entryBot') },
                  { value: 'queue', label: say('entryQueue') },
                ]}
                value={draft.entry}
                onChange={(entry) => change({ entry: entry === 'bot' ? 'bot' : 'queue' })}
              />
              {draft.entry === 'bot' ? (
                <Select
                  label={say('bot')}
                  placeholder={say('noBot')}
                  searchable
                  clearable
                  data={(bots.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  value={draft.botId || null}
                  onChange={(botId) => change({ botId: botId ?? '' })}
                />
              ) : null}
              {isWeb ? null : (
                <NumberInput
                  label={say('speed')}
                  description={chosen ? say('speedHint', { count: chosen.speedPerSecond }) : undefined}
                  min={0.01}
                  max={1000}
                  value={draft.speed}
                  error={errors.speedPerSecond}
                  onChange={(speed) => change({ speed: String(speed) })}
                />
              )}
              {departments.length > 0 ? (
                <Select
                  label={say('department')}
                  description={say('departmentHint')}
                  placeholder={say('noDepartment')}
                  clearable
                  data={departments}
                  value={draft.deptId || null}
                  onChange={(deptId) => change({ deptId: deptId ?? '' })}
                />
              ) : null}
              <Switch
                label={say('isActive')}
                checked={draft.isActive}
                onChange={(event) => change({ isActive: event.currentTarget.checked })}
              />
            </Stack>
          </Panel>
        ) : null}
        {canSave ? (
          <Group justify="flex-end" gap="xs">
            {isTested && !tested.isOk ? (
              <Button variant="default" loading={save.isPending} onClick={() => void write(false)}>
                {say('savePaused')}
              </Button>
            ) : null}
            <Button type="submit" loading={save.isPending || test.isPending} disabled={isTested && !tested.isOk && draft.isActive}>
              {say('save')}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}

/** A vendor that the brand does not list may be tried in the sandbox; the stored one of a channel is always there. */
function vendorChoices(vendors: readonly { vendor: string; isAllowed: boolean }[], stored: string | undefined, sandboxOnly: string) {
  const choices = vendors.map(({ vendor, isAllowed }) => ({ value: vendor, label: isAllowed ? vendor : `${vendor} · ${sandboxOnly}` }));
  return stored === undefined || vendors.some(({ vendor }) => vendor === stored) ? choices : [...choices, { value: stored, label: stored }];
}
