import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, TagsInput } from '@mantine/core';
import type { CompanySecurity } from '@parley/contract';
import { useRef } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { companyWords } from '../../../locales/company.ts';
import { May, MayChange } from '../shared/may.tsx';
import { useRecordForm } from '../shared/use-record-form.ts';
import { securityQuery, useSaveSecurity } from './company.queries.ts';

const editors = ['ENTERPRISE.EDIT'] as const;
const limits = { sessionHours: [1, 168], idleMinutes: [5, 10_080], passwordDays: [1, 3650] } as const;
const hints = {
  sessionHours: 'sessionHoursHint',
  idleMinutes: 'idleMinutesHint',
  passwordDays: 'passwordDaysHint',
  domains: 'domainsHint',
  networks: 'networksHint',
} as const;
const noneWords = { domains: 'domainsNone', networks: 'networksNone' } as const;
/** `security.networks.0` is a fault of the networks. */
const fieldOf = (path: string) => path.split('.').find((part) => part !== 'security') ?? path;

type SecurityFormProps = { security: CompanySecurity; version: number; address: string };

/** The company's requirements for signing in. */
export function SecurityForm({ security, version, address }: SecurityFormProps) {
  const say = useWords(companyWords.security);
  const sayCommon = useWords(commonWords.ui);
  const save = useSaveSecurity();
  /** A rule that would lock out whoever saves it is saved once that is confirmed. */
  const isConfirmed = useRef(false);
  const form = useRecordForm({
    record: { security, version },
    toDraft: (of) => of.security,
    read: (client) => client.fetchQuery({ ...securityQuery, staleTime: 0 }),
    save: (draft, read = version) => save.mutateAsync({ security: draft, version: read, confirm: isConfirmed.current }),
    keep: (saved) => saved,
    onSaved: () => showToast('success', say('saved')),
    onRefused: (error) => {
      if (describeFailure(error).code === 'security.lock_out') void askLockOut();
    },
    fieldOf,
  });
  const { draft, faults, change } = form;

  const write = async (confirm: boolean): Promise<void> => {
    isConfirmed.current = confirm;
    await form.save();
  };
  const askLockOut = async (): Promise<void> => {
    form.clearFailure();
    const isSure = await openDialog({
      type: 'confirm',
      title: say('lockOutTitle'),
      text: say('lockOutText', { address }),
      confirm: say('lockOutConfirm'),
      color: 'red',
    });
    if (isSure) await write(true);
  };
  const number = (field: keyof typeof limits) => (
    <NumberInput
      label={say(field)}
      description={say(hints[field])}
      placeholder={say('unlimited')}
      min={limits[field][0]}
      max={limits[field][1]}
      allowDecimal={false}
      clampBehavior="blur"
      error={faults[field]}
      value={draft[field] ?? ''}
      onChange={(value) => change({ [field]: value === '' ? null : Number(value) })}
    />
  );
  const list = (field: 'domains' | 'networks') => (
    <TagsInput
      label={say(field)}
      description={say(hints[field])}
      placeholder={draft[field].length === 0 ? say(noneWords[field]) : ''}
      acceptValueOnBlur
      error={faults[field]}
      value={draft[field]}
      onChange={(values) => change({ [field]: values })}
    />
  );

  return (
    <form noValidate onSubmit={form.submit(() => write(false))}>
      <MayChange any={editors}>
        <Stack gap="md">
          {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
          <Panel title={say('sessions')} text={say('sessionsHint')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {number('sessionHours')}
              {number('idleMinutes')}
            </SimpleGrid>
          </Panel>
          <Panel title={say('places')} text={say('yourAddress', { address })}>
            {list('networks')}
          </Panel>
          <Panel title={say('invitations')}>{list('domains')}</Panel>
          <Panel title={say('passwords')}>
            <Stack gap="sm">
              <Alert color="yellow">{say('passwordAdvice')}</Alert>
              {number('passwordDays')}
            </Stack>
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
