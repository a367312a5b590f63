import { Button, Modal, Skeleton, Stack } from '@mantine/core';
import type { SsoConnection } from '@parley/contract';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { ssoWords } from '../../../locales/sso.ts';
import { May } from '../shared/may.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionsQuery } from './sso.queries.ts';

/** The identity providers by which people of the enterprise sign in. */
export function SsoPanel() {
  const say = useWords(ssoWords.settings);
  const connections = useQuery(connectionsQuery);
  const [edited, setEdited] = useState<{ connection: SsoConnection | undefined }>();
  const close = () => setEdited(undefined);
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      actions={
        <May any={['ENTERPRISE.EDIT']}>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={!connections.data}
            onClick={() => setEdited({ connection: undefined })}
          >
            {say('add')}
          </Button>
        </May>
      }
    >
      {connections.isPending ? (
        <Skeleton height={96} radius="md" />
      ) : connections.isError ? (
        <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />
      ) : connections.data.length === 0 ? (
        <EmptyState icon={IconShieldLock} title={say('none')} text={say('noneText')} />
      ) : (
        <Stack gap="lg">
          {connections.data.map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} onEdit={() => setEdited({ connection })} />
          ))}
        </Stack>
      )}
      <Modal
        opened={edited !== undefined}
        onClose={close}
        title={say(edited?.connection ? 'edit' : 'add')}
        size="lg"
        closeOnClickOutside={false}
      >
        {edited ? <ConnectionForm connection={edited.connection} onClose={close} /> : null}
      </Modal>
    </Panel>
  );
}
