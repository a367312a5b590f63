import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { i18next } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { notificationWords } from '../../../locales/notification.ts';
import { canPush, SubscriptionFailed } from '../shared/push.ts';
import { pushQuery, useSwitchPush } from './notification-settings.queries.ts';

/** Tells whether this browser tells the user while the console is closed. */
export function PushSwitch({ userId }: { userId: string }) {
  const say = useWords(notificationWords.push);
  const state = useQuery(pushQuery(userId));
  const change = useSwitchPush(userId, i18next.language);
  const [permission, setPermission] = useState(() => (canPush() ? Notification.permission : 'default'));
  const { publicKey = '', browsers = 0, isHere = false } = state.data ?? {};
  const reason = canPush() ? (state.data && publicKey === '' ? say('off') : undefined) : say('unsupported');

  const handleChange = async (isOn: boolean) => {
    if (isOn) {
      const answer = await Notification.requestPermission();
      setPermission(answer);
      if (answer !== 'granted') return;
    }
    change.mutate({ isOn, publicKey }, { onSuccess: () => showToast('success', say(isOn ? 'on' : 'offDone')) });
  };

  return (
    <Stack gap="sm">
      <Switch
        label={say('label')}
        description={reason ?? say('hint')}
        checked={change.isPending ? change.variables.isOn : isHere}
        disabled={reason !== undefined || !state.data || change.isPending || permission === 'denied'}
        onChange={(event) => void handleChange(event.currentTarget.checked)}
      />
      {permission === 'denied' && !reason ? (
        <Alert color="yellow" title={say('denied')}>
          {say('deniedHow')}
        </Alert>
      ) : null}
      {change.isError ? <Refused error={change.error} /> : null}
      {browsers > 0 && !reason ? (
        <Text size="xs" c="dimmed">
          {say('others', { count: browsers })}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Shows why the browser or the server refuses pushes (SHELL-087). */
function Refused({ error }: { error: unknown }) {
  const say = useWords(notificationWords.push);
  return (
    <Alert color="red" title={say('failed')} role="alert">
      {error instanceof SubscriptionFailed ? say('failedHow') : describeFailure(error).message}
    </Alert>
  );
}
