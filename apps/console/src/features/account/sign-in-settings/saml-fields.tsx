import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import type { Draft, TextName } from './connection-draft.ts';
import { readSamlMetadata } from './sso.queries.ts';

type Props = {
  draft: Draft;
  faults: Record<string, string>;
  field: (name: TextName) => object;
  onChange: (change: Partial<Draft>) => void;
};

/** A SAML provider: its metadata fills the fields, each of which can be typed as well. */
export function SamlFields({ draft, faults, field, onChange }: Props) {
  const say = useWords(ssoWords.form);
  const certificateFault = Object.entries(faults).find(([name]) => name.startsWith('certificates'))?.[1];
  return (
    <>
      <MetadataReader onRead={onChange} />
      <TextInput label={say('entityId')} description={say('entityIdHint')} {...field('issuer')} />
      <TextInput label={say('signInUrl')} placeholder="https://login.example.com/saml" {...field('signInUrl')} />
      <TextInput label={say('logoutUrl')} description={say('logoutUrlHint')} {...field('logoutUrl')} />
      <Textarea
        label={say('certificates')}
        description={say('certificatesHint')}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={3}
        maxRows={8}
        {...field('certificates')}
        error={certificateFault}
      />
      <TextInput label={say('emailAttribute')} description={say('attributeHint')} {...field('emailAttribute')} />
      <TextInput label={say('nameAttribute')} description={say('attributeHint')} {...field('nameAttribute')} />
      <Switch
        label={say('providerStarted')}
        description={say('providerStartedHint')}
        checked={draft.isProviderStarted}
        onChange={(event) => onChange({ isProviderStarted: event.currentTarget.checked })}
      />
    </>
  );
}

function MetadataReader({ onRead }: { onRead: (change: Partial<Draft>) => void }) {
  const say = useWords(ssoWords.form);
  const [typed, setTyped] = useState('');
  const read = useMutation({ meta: { isQuiet: true }, mutationFn: readSamlMetadata });
  const handleRead = () =>
    read.mutate(typed.trim(), { onSuccess: ({ certificates, ...rest }) => onRead({ ...rest, certificates: certificates.join('') }) });
  return (
    <Stack gap="xs">
      <Textarea
        label={say('metadata')}
        description={say('metadataHint')}
        placeholder="https://login.example.com/metadata"
        autosize
        minRows={1}
        maxRows={4}
        value={typed}
        error={read.error ? describeFailure(read.error).message : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group>
        <Button size="compact-sm" variant="default" disabled={typed.trim() === ''} loading={read.isPending} onClick={handleRead}>
          {say('readMetadata')}
        </Button>
      </Group>
    </Stack>
  );
}
