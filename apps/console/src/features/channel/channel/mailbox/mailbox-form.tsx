import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { type Mailbox, mailLogins, mailSecurities, mostMailAliases } from '@parley/contract';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { SecretInput } from '../../../../components/secret-input.tsx';
import { readFieldErrors } from '../../../../lib/errors.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { ProbeSteps } from '../probe-steps.tsx';
import { useSaveMailbox, useTestMailbox } from './mailbox.queries.ts';
import { type MailboxDraft, toBody, toDraft } from './mailbox-draft.ts';

type Props = { channelId: string; box: Mailbox; onSaved: () => void };

/** The form of a mailbox: its server, its login, and the server by which its mails leave. */
export function MailboxForm({ channelId, box, onSaved }: Props) {
  const say = useWords(channelWords.mailbox);
  const save = useSaveMailbox(channelId);
  const test = useTestMailbox(channelId);
  const form = useForm<MailboxDraft>({
    initial: () => toDraft(box),
    check: (draft) => ({
      host: draft.host.trim() === '' && say('hostEmpty'),
      username: draft.username.trim() === '' && say('usernameEmpty'),
    }),
  });
  const { field, choice, draft } = form;
  const handleFailure = (error: unknown) => {
    const faults = Object.fromEntries(readFieldErrors(error).map(({ field: name, message }) => [name, message]));
    form.setFaults(faults);
    if (Object.keys(faults).length === 0) tellFailure(error);
  };
  const handleSave = form.submit((typed) =>
    save.mutate(
      { ...toBody(typed), version: box.version },
      {
        onSuccess: () => {
          showToast('success', say('saved'));
          onSaved();
        },
        onError: handleFailure,
      },
    ),
  );
  const handleTest = () => {
    if (form.isSound()) test.mutate(toBody(form.getDraft()), { onError: handleFailure });
  };
  const securities = mailSecurities.map((value) => ({ value, label: say(value === 'none' ? 'noEncryption' : value) }));
  const port = (name: 'port' | 'smtpPort') => ({
    ...field(name),
    onChange: (value: string | number) => form.setField(name, String(value)),
    min: 1,
    max: 65_535,
    allowDecimal: false,
    allowNegative: false,
    hideControls: true,
  });
  const secret = (isSet: boolean) => ({ autoComplete: 'off', maxLength: 4000, description: isSet ? say('kept') : undefined });
  return (
    <form onSubmit={handleSave} noValidate>
      <Stack gap="sm">
        {save.error && Object.keys(form.faults).length === 0 ? <SaveFailure error={save.error} /> : null}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <TextInput label={say('host')} placeholder="imap.example.com" withAsterisk maxLength={253} {...field('host')} />
          <NumberInput label={say('port')} {...port('port')} />
          <Select label={say('security')} data={securities} allowDeselect={false} {...choice('security')} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={say('username')} withAsterisk maxLength={254} autoComplete="off" {...field('username')} />
          <Select
            label={say('login')}
            data={mailLogins.map((value) => ({ value, label: say(value) }))}
            allowDeselect={false}
            {...choice('login')}
          />
        </SimpleGrid>
        {draft.login === 'password' ? (
          <SecretInput label={say('password')} {...secret(box.hasPassword)} {...field('password')} />
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={say('tokenUrl')} maxLength={1000} {...field('tokenUrl')} />
            <TextInput label={say('clientId')} maxLength={500} {...field('clientId')} />
            <SecretInput label={say('clientSecret')} {...secret(box.hasClientSecret)} {...field('clientSecret')} />
            <SecretInput label={say('refreshToken')} {...secret(box.hasRefreshToken)} {...field('refreshToken')} />
          </SimpleGrid>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={say('folder')} maxLength={200} {...field('folder')} />
          <TextInput label={say('authservId')} description={say('authservIdHint')} maxLength={253} {...field('authservId')} />
        </SimpleGrid>
        <TagsInput label={say('aliases')} description={say('aliasesHint')} maxTags={mostMailAliases} {...field('aliases')} />
        <Text component="h3" size="sm" fw={600} mt="xs">
          {say('sending')}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <TextInput label={say('smtpHost')} description={say('smtpHostHint')} maxLength={253} {...field('smtpHost')} />
          <NumberInput label={say('smtpPort')} description=" " disabled={draft.smtpHost === ''} {...port('smtpPort')} />
          <Select
            label={say('smtpSecurity')}
            description=" "
            data={securities}
            allowDeselect={false}
            disabled={draft.smtpHost === ''}
            {...choice('smtpSecurity')}
          />
        </SimpleGrid>
        {draft.smtpHost === '' ? null : <Switch label={say('smtpSameLogin')} {...form.box('smtpSameLogin')} />}
        {draft.smtpHost === '' || draft.smtpSameLogin ? null : (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={say('smtpUsername')} maxLength={254} autoComplete="off" {...field('smtpUsername')} />
            <SecretInput label={say('smtpPassword')} {...secret(box.hasSmtpPassword)} {...field('smtpPassword')} />
          </SimpleGrid>
        )}
        <Group gap="sm">
          <Button type="submit" loading={save.isPending}>
            {say('save')}
          </Button>
          <Button variant="default" loading={test.isPending} onClick={handleTest}>
            {say('test')}
          </Button>
        </Group>
        <div role="status">
          {test.data ? (
            <Stack gap="xs">
              <ProbeSteps steps={test.data.steps} />
              <Alert color={test.data.isOk ? 'green' : 'red'}>{say(test.data.isOk ? 'testOk' : 'testFailed')}</Alert>
            </Stack>
          ) : null}
        </div>
      </Stack>
    </form>
  );
}
