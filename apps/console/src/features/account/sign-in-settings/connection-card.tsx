import { Badge, Button, Group, Stack, Title } from '@mantine/core';
import type { SsoConnection } from '@parley/contract';
import { useState } from 'react';
import { FactList } from '../../../components/fact-list.tsx';
import { confirmDelete, openDialog } from '../../../lib/dialogs.ts';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { May } from '../shared/may.tsx';
import { goToProvider } from '../shared/sso-departure.ts';
import { DomainList } from './domain-list.tsx';
import { EnforceDialog } from './enforce-dialog.tsx';
import { Provisioning } from './provisioning.tsx';
import { enforceSso, removeSso, startSsoTest, switchSso, useSsoChange } from './sso.queries.ts';

const stateColours = { draft: 'gray', tested: 'blue', on: 'green' } as const;

type Facts = [label: string, value: string][];

const oidcFacts = ({ issuer, clientId, redirectUri, logoutUri }: SsoConnection): Facts => [
  [ssoWords.settings('issuer'), issuer],
  [ssoWords.settings('clientId'), clientId],
  [ssoWords.settings('redirectUri'), redirectUri],
  [ssoWords.settings('logoutUri'), logoutUri],
];

const samlFacts = ({ issuer, saml, redirectUri, logoutUri }: SsoConnection): Facts => [
  [ssoWords.settings('entityId'), issuer],
  [ssoWords.settings('signInUrl'), saml?.signInUrl ?? ''],
  [ssoWords.settings('validUntil'), saml?.validUntil ? formatTimestamp(saml.validUntil) : ''],
  [ssoWords.settings('metadataUri'), saml?.metadataUri ?? ''],
  [ssoWords.settings('assertionUri'), redirectUri],
  [ssoWords.settings('samlLogoutUri'), logoutUri],
];

/** One connection: what it is, what the provider has to know of us, its domains, and what can be done with it. */
export function ConnectionCard({ connection, onEdit }: { connection: SsoConnection; onEdit: () => void }) {
  const say = useWords(ssoWords.settings);
  const { name, kind, state, isEnforced, exempt, testedAt } = connection;
  return (
    <Stack gap="sm" component="section" aria-label={name}>
      <Group gap="xs">
        <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Badge size="sm" variant="light" color={stateColours[state]}>
          {say(state)}
        </Badge>
        {isEnforced ? (
          <Badge size="sm" variant="light" color="orange">
            {say('enforced')}
          </Badge>
        ) : null}
      </Group>
      <FactList
        facts={[
          ...(kind === 'saml' ? samlFacts(connection) : oidcFacts(connection)),
          [say('testedAt'), testedAt ? formatTimestamp(testedAt) : ''],
          [say('exempt'), isEnforced ? exempt.map((person) => person.name).join(', ') : ''],
        ]}
      />
      <DomainList connection={connection} />
      <Provisioning connection={connection} />
      <May any={['ENTERPRISE.EDIT']}>
        <CardActions connection={connection} onEdit={onEdit} />
      </May>
    </Stack>
  );
}

function CardActions({ connection, onEdit }: { connection: SsoConnection; onEdit: () => void }) {
  const say = useWords(ssoWords.settings);
  const [isEnforcing, setEnforcing] = useState(false);
  const test = useSsoChange(() => startSsoTest(connection));
  const change = useSsoChange((isOn: boolean) => switchSso(connection, isOn));
  const release = useSsoChange(() => enforceSso(connection, false, []));
  const remove = useSsoChange(() => removeSso(connection));
  const { state, isEnforced, name } = connection;
  const handleOff = async () => {
    if (await openDialog({ type: 'confirm', title: say('switchOff'), text: say('switchOffText', { name }), confirm: say('switchOff') }))
      change.mutate(false);
  };
  const handleRemove = async () => {
    if (await confirmDelete('delete', name)) remove.mutate(undefined);
  };
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant={state === 'draft' ? 'filled' : 'default'}
        loading={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: goToProvider })}
      >
        {say('test')}
      </Button>
      {state === 'on' ? (
        <Button size="xs" variant="default" loading={change.isPending} onClick={() => void handleOff()}>
          {say('switchOff')}
        </Button>
      ) : (
        <Button size="xs" variant="default" disabled={state === 'draft'} loading={change.isPending} onClick={() => change.mutate(true)}>
          {say('switchOn')}
        </Button>
      )}
      {isEnforced ? (
        <Button size="xs" variant="default" loading={release.isPending} onClick={() => release.mutate(undefined)}>
          {say('release')}
        </Button>
      ) : (
        <Button size="xs" variant="default" disabled={state !== 'on'} onClick={() => setEnforcing(true)}>
          {say('enforce')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={onEdit}>
        {say('edit')}
      </Button>
      <Button size="xs" variant="default" loading={remove.isPending} onClick={() => void handleRemove()}>
        {say('remove')}
      </Button>
      {isEnforcing ? <EnforceDialog connection={connection} onClose={() => setEnforcing(false)} /> : null}
    </Group>
  );
}
