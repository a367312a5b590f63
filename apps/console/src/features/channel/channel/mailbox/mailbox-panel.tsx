import { Alert, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { MailboxState } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { openDialog } from '../../../../lib/dialogs.ts';
import { formatReportDate } from '../../../../lib/format.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { mailboxQuery, useActOnMailbox } from './mailbox.queries.ts';
import { MailboxForm } from './mailbox-form.tsx';

const colours: Record<MailboxState, string> = { OFF: 'gray', CONNECTING: 'yellow', ON: 'green', FAILING: 'red' };

type Props = { channelId: string; canEdit: boolean; isSandbox: boolean };

/** The mailbox of an e-mail channel: whether it is read, why not, and its settings. */
export function MailboxPanel({ channelId, canEdit, isSandbox }: Props) {
  const say = useWords(channelWords.mailbox);
  const { data, error, refetch } = useQuery(mailboxQuery(channelId));
  const act = useActOnMailbox(channelId);
  const [isOpen, setOpen] = useState(false);
  const handleAct = async (what: 'off' | 'read') => {
    if (what === 'off') {
      const isSure = await openDialog({
        type: 'confirm',
        title: say('off'),
        text: say('offText'),
        confirm: say('off'),
        cancel: say('cancel'),
      });
      if (!isSure) return;
    }
    act.mutate(what, { onSuccess: () => showToast('success', say(what === 'off' ? 'isOff' : 'isRead')), onError: tellFailure });
  };
  const hasOne = data !== undefined && data.version > 0;
  return (
    <Panel
      title={say('title')}
      text={say('hint')}
      actions={
        data && hasOne ? (
          <Badge component="span" color={colours[data.state]}>
            {say(data.state)}
          </Badge>
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={40} radius="md" /> : null}
      {data ? (
        <>
          {hasOne ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {say('place', { user: data.username, folder: data.folder, host: data.host })}{' '}
              {data.lastReadAt ? say('lastRead', { date: formatReportDate(data.lastReadAt) }) : say('neverRead')}
            </Text>
          ) : (
            <Text size="sm">{say(isSandbox ? 'sandbox' : 'none')}</Text>
          )}
          {data.state === 'FAILING' && data.lastError ? (
            <Alert
              color="red"
              mt="sm"
              title={data.failingSince ? say('failingSince', { date: formatReportDate(data.failingSince) }) : say('FAILING')}
            >
              {data.lastError}
            </Alert>
          ) : null}
          {canEdit && !(isSandbox && !hasOne) ? (
            <Group gap="xs" mt="sm">
              <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen((before) => !before)}>
                {say(isOpen ? 'close' : hasOne ? 'change' : 'setUp')}
              </Button>
              {data.state === 'OFF' ? null : (
                <>
                  <Button size="xs" variant="default" loading={act.isPending} onClick={() => void handleAct('read')}>
                    {say('read')}
                  </Button>
                  <Button size="xs" variant="default" color="red" loading={act.isPending} onClick={() => void handleAct('off')}>
                    {say('off')}
                  </Button>
                </>
              )}
            </Group>
          ) : null}
          {isOpen ? (
            <div style={{ marginBlockStart: 16 }}>
              <MailboxForm key={data.version} channelId={channelId} box={data} onSaved={() => setOpen(false)} />
            </div>
          ) : null}
        </>
      ) : null}
    </Panel>
  );
}
