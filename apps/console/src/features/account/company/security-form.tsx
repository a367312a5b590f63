import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, TagsInput } from '@mantine/core';
import type { CompanySecurity } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure, readIssues } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { companyWords } from '../../../locales/company.ts';
import { May, MayChange } from '../shared/may.tsx';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
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
  const { draft, change, settle } = useDraft(security);
  const save = useSaveSecurity();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const versioned = useVersionedForm<CompanySecurity>({
    typed: draft,
    latest: { values: security, version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...securityQuery, staleTime: 0 });
      return { values: stands.security, version: stands.version };
    },
    onTake: (values, saved) => {
      settle(saved);
      change(values);
      save.reset();
    },
  });

  const write = async (confirm: boolean): Promise<void> => {
    try {
      const saved = await versioned.save((values, read = version) => save.mutateAsync({ security: values, version: read, confirm }));
      if (!saved) return;
      settle(saved.security);
      versioned.settle({ values: saved.security, version: saved.version });
      showToast('success', say('saved'));
    } catch (error) {
      if (describeFailure(error).code === 'security.lock_out') return askLockOut();
      setErrors(Object.fromEntries(readIssues(error).map(({ field, message }) => [fieldOf(field), message])));
    }
  };
  const askLockOut = async (): Promise<void> => {
    save.reset();
    const isSure = await openDialog({
      type: 'confirm',
      title: say('lockOutTitle'),
      text: say('lockOutText', { address }),
      confirm: say('lockOutConfirm'),
      color: 'red',
    });
    if (isSure) await write(true);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void write(false);
  };
  const set = (part: Partial<CompanySecurity>) => {
    setErrors({});
    change(part);
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
      error={errors[field]}
      value={draft[field] ?? ''}
      onChange={(value) => set({ [field]: value === '' ? null : Number(value) })}
    />
  );
  const list = (field: 'domains' | 'networks') => (
    <TagsInput
      label={say(field)}
      description={say(hints[field])}
      placeholder={draft[field].length === 0 ? say(noneWords[field]) : ''}
      acceptValueOnBlur
      error={errors[field]}
      value={draft[field]}
      onChange={(values) => set({ [field]: values })}
    />
  );

  return (
    <form noValidate onSubmit={handleSubmit}>
      <MayChange any={editors}>
        <Stack gap="md">
          {save.error && Object.keys(errors).length === 0 ? <SaveFailure error={save.error} /> : null}
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
