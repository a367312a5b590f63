import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { SecretDialog } from '../../../../components/secret-dialog.tsx';
import { openDialog } from '../../../../lib/dialogs.ts';
import { formatReportDate } from '../../../../lib/format.ts';
import { tellFailure } from '../../../../lib/tell-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { identityQuery, useEndIdentity, useRotateIdentity } from './website.queries.ts';

type Props = { channelId: string; canEdit: boolean };

/** The secret by which the enterprise's server signs who a visitor is. */
export function IdentityPanel({ channelId, canEdit }: Props) {
  const say = useWords(channelWords.website);
  const { data, error, refetch } = useQuery(identityQuery(channelId));
  const rotate = useRotateIdentity(channelId);
  const end = useEndIdentity(channelId);
  const [secret, setSecret] = useState<string>();
  const ask = (title: string, text: string) => openDialog({ type: 'confirm', title, text, confirm: title, cancel: say('cancel') });
  const handleRotate = async () => {
    if (data?.isOn && !(await ask(say('rotate'), say('rotateText')))) return;
    rotate.mutate(undefined, { onSuccess: (made) => setSecret(made.secret), onError: tellFailure });
  };
  const handleEnd = async (what: 'former' | 'all') => {
    const title = say(what === 'former' ? 'endFormer' : 'takeAway');
    if (!(await ask(title, say(what === 'former' ? 'endFormerText' : 'takeAwayText')))) return;
    end.mutate(what, { onSuccess: () => showToast('success', say(what === 'former' ? 'formerEnded' : 'takenAway')), onError: tellFailure });
  };
  return (
    <Panel title={say('identity')} text={say('identityHint')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={40} radius="md" /> : null}
      {data ? (
        <>
          <Text size="sm">
            {data.isOn
              ? say('secretSet', { last4: data.last4, date: formatReportDate(data.changedAt ?? ''), name: data.changedBy })
              : say('secretNone')}
          </Text>
          {data.formerUntil ? (
            <Alert color="yellow" mt="sm">
              {say('formerUntil', { date: formatReportDate(data.formerUntil) })}
            </Alert>
          ) : null}
          {canEdit ? (
            <Group gap="xs" mt="sm">
              <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => void handleRotate()}>
                {say(data.isOn ? 'rotate' : 'make')}
              </Button>
              {data.formerUntil ? (
                <Button size="xs" variant="default" loading={end.isPending} onClick={() => void handleEnd('former')}>
                  {say('endFormer')}
                </Button>
              ) : null}
              {data.isOn ? (
                <Button size="xs" variant="default" color="red" loading={end.isPending} onClick={() => void handleEnd('all')}>
                  {say('takeAway')}
                </Button>
              ) : null}
            </Group>
          ) : null}
        </>
      ) : null}
      {secret ? <SecretDialog title={say('secretTitle')} secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </Panel>
  );
}
