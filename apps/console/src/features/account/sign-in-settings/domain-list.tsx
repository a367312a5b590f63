import { ActionIcon, Badge, Button, Code, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { MailDomain, type SsoConnection } from '@parley/contract';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { May } from '../shared/may.tsx';
import { addSsoDomain, checkSsoDomain, removeSsoDomain, useSsoChange } from './sso.queries.ts';

type Domain = SsoConnection['domains'][number];

/** The domains whose addresses sign in by a connection, each proved by a TXT record. */
export function DomainList({ connection }: { connection: SsoConnection }) {
  const say = useWords(ssoWords.settings);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={550}>
        {say('domains')}
      </Text>
      {connection.domains.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noDomains')}
        </Text>
      ) : null}
      {connection.domains.map((domain) => (
        <DomainRow key={domain.domain} connection={connection} domain={domain} />
      ))}
      <May any={['ENTERPRISE.EDIT']}>
        <AddDomain connection={connection} />
      </May>
    </Stack>
  );
}

function DomainRow({ connection, domain: { domain, record, isVerified } }: { connection: SsoConnection; domain: Domain }) {
  const say = useWords(ssoWords.settings);
  const check = useSsoChange(() => checkSsoDomain(connection, domain));
  const remove = useSsoChange(() => removeSsoDomain(connection, domain));
  const handleCheck = () =>
    check.mutate(undefined, {
      onSuccess: ({ domains }) => {
        const isThere = domains.some((row) => row.domain === domain && row.isVerified);
        showToast(isThere ? 'success' : 'error', say(isThere ? 'recordFound' : 'recordMissing', { domain }));
      },
    });
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {domain}
        </Text>
        <Badge size="sm" variant="light" color={isVerified ? 'green' : 'yellow'}>
          {say(isVerified ? 'verified' : 'unverified')}
        </Badge>
        <May any={['ENTERPRISE.EDIT']}>
          {isVerified ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={say('checkOne', { domain })}
              loading={check.isPending}
              onClick={handleCheck}
            >
              {say('check')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={say('removeOne', { domain })}
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {say('remove')}
          </Button>
        </May>
      </Group>
      {isVerified ? null : (
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {say('recordHint', { domain })} <Code>{record}</Code>
          </Text>
          <CopyButton value={record}>
            {({ copied, copy }) => (
              <ActionIcon variant="default" aria-label={say(copied ? 'copied' : 'copyRecord')} onClick={copy}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      )}
    </Stack>
  );
}

function AddDomain({ connection }: { connection: SsoConnection }) {
  const say = useWords(ssoWords.settings);
  const form = useForm({
    initial: { domain: '' },
    check: ({ domain }) => ({ domain: !MailDomain.safeParse(domain).success && say('domainFault') }),
  });
  const add = useSsoChange((domain: string) => addSsoDomain(connection, domain), { isQuiet: true });
  const handleSubmit = ({ domain }: typeof form.draft) =>
    add.mutate(MailDomain.parse(domain), {
      onSuccess: form.reset,
      onError: (error) => form.setFault('domain', describeFailure(error).message),
    });
  return (
    <form onSubmit={form.submit(handleSubmit)} noValidate>
      <Group gap="xs" align="flex-end">
        <TextInput label={say('newDomain')} placeholder="example.com" {...form.field('domain')} />
        <Button type="submit" variant="default" loading={add.isPending}>
          {say('addDomain')}
        </Button>
      </Group>
    </form>
  );
}
