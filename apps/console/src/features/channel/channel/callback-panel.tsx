import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { ChannelDetails } from '@parley/contract';
import { Panel } from '../../../components/panel.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './channel.module.css';
import { useActOnChannel } from './channel.queries.ts';

type CallbackPanelProps = { channelId: string; callback: NonNullable<ChannelDetails['callback']>; canEdit: boolean };

/** Callback address of the vendor, and the steps that change it without losing a call. */
export function CallbackPanel({ channelId, callback, canEdit }: CallbackPanelProps) {
  const say = useWords(channelWords.channel);
  const call = useActOnChannel();
  const step = callback.formerIsValid ? ('finish' as const) : ('rotate' as const);
  const handleStep = async () => {
    const isYes = await openDialog({
      type: 'confirm',
      title: say(step),
      text: say(`${step}Text`),
      confirm: say(step),
      cancel: say('cancel'),
    });
    if (isYes)
      call.mutate(
        { channelId, act: step },
        {
          onSuccess: ({ message }) => showToast('success', sayDone(message, step === 'rotate' ? 'addressChanged' : 'addressEnded')),
          onError: tellFailure,
        },
      );
  };
  return (
    <Panel title={say('address')} text={say('addressHint')}>
      <Line label={say('address')} value={callback.address} />
      <Line label={say('token')} value={callback.token} />
      {callback.formerIsValid ? (
        <Alert color="yellow" mt="sm">
          {say('formerValid')}
        </Alert>
      ) : null}
      {canEdit ? (
        <Button mt="sm" size="xs" variant="default" loading={call.isPending} onClick={() => void handleStep()}>
          {say(step)}
        </Button>
      ) : null}
    </Panel>
  );
}

export function Line({ label, value }: { label: string; value: string }) {
  const say = useWords(channelWords.channel);
  return (
    <div>
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy} aria-label={`${say('copy')}: ${label}`}>
              {say(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block className={classes.address ?? ''} style={{ whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
    </div>
  );
}
