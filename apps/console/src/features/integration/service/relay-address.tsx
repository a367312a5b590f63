import { Button, Code, CopyButton, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { Relay } from '@parley/contract';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { relayAddressQuery } from './relay.queries.ts';

const example = `{ "customerId": "…", "text": "Your order is on its way." }
{ "channelId": "…", "number": "+919876512345",
  "templateId": "…", "values": { "messageTags/body.1": "Meera" } }`;

/** Address to which the outside system posts its replies, and their format. */
export function RelayAddress({ relay, onClose }: { relay: Relay; onClose: () => void }) {
  const say = useWords(integrationWords.relay);
  const sayCommon = useWords(commonWords.ui);
  const address = useQuery(relayAddressQuery(relay.id));
  return (
    <Modal opened onClose={onClose} size="lg" title={say('addressTitle', { name: relay.name })}>
      {address.error ? <ErrorState error={address.error} onRetry={() => void address.refetch()} /> : null}
      {address.data === undefined && !address.error ? <Skeleton height={180} /> : null}
      {address.data === undefined ? null : (
        <Stack gap="md">
          <Text size="sm">{say('addressHint')}</Text>
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {`POST ${address.data}`}
          </Code>
          <Text size="sm">{say('bodyHint')}</Text>
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {example}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={address.data}>
              {({ copied, copy }) => (
                <Button
                  data-autofocus
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {sayCommon(copied ? 'copied' : 'copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
