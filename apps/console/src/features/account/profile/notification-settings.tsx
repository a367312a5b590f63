import { Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { digestHours } from '@parley/contract';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatClock } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { notificationWords } from '../../../locales/notification.ts';
import { useMe } from '../shared/me.ts';
import { InstallApp } from './install-app.tsx';
import { NotificationMatrix } from './notification-matrix.tsx';
import { preferencesQuery, useSavePreferences, useSendTest } from './notification-settings.queries.ts';
import classes from './profile.module.css';
import { PushSwitch } from './push-switch.tsx';

const atOnce = 'at-once';
const hourText = (hour: number): string => formatClock(`${String(hour).padStart(2, '0')}:00`);

/** The user's ways of notification for each kind: a switch is saved at once. */
export function NotificationSettings() {
  const say = useWords(notificationWords.settings);
  const me = useMe();
  const preferences = useQuery(preferencesQuery);
  const { save, setWay } = useSavePreferences();
  const isSkeletonDue = useDelayed(preferences.isPending);
  if (preferences.isError) return <ErrorState error={preferences.error} onRetry={() => void preferences.refetch()} />;
  if (!preferences.data || !me) return <Skeleton className={classes.notificationsSkeleton} visible={isSkeletonDue} />;
  const { digestHour, kinds } = preferences.data;
  return (
    <Stack gap="lg">
      <InstallApp />
      <PushSwitch userId={me.uId} />
      <NotificationMatrix kinds={kinds} onChange={setWay} />
      <Select
        label={say('digest')}
        description={say('digestHint')}
        maw={340}
        allowDeselect={false}
        data={[
          { value: atOnce, label: say('atOnce') },
          ...Array.from({ length: digestHours }, (_, hour) => ({ value: String(hour), label: say('daily', { hour: hourText(hour) }) })),
        ]}
        value={digestHour === null ? atOnce : String(digestHour)}
        onChange={(value) =>
          value &&
          save({ digestHour: value === atOnce ? null : Number(value) }, { onSuccess: () => showToast('success', say('digestSaved')) })
        }
      />
      <TestButton />
    </Stack>
  );
}

function TestButton() {
  const say = useWords(notificationWords.settings);
  const sayWay = useWords(notificationWords.way);
  const send = useSendTest();
  const handleSend = () =>
    send.mutate(undefined, {
      onSuccess: ({ ways, browsers }) => {
        const told = (['inApp', 'sound', 'mail'] as const).filter((way) => ways[way]).map((way) => sayWay(way));
        if (browsers > 0) told.push(say('testBrowser', { count: browsers }));
        showToast(told.length > 0 ? 'success' : 'warning', told.length > 0 ? say('testSent', { ways: told.join(', ') }) : say('testNone'));
      },
    });
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={handleSend} loading={send.isPending}>
        {say('test')}
      </Button>
      <Text size="xs" c="dimmed">
        {say('testHint')}
      </Text>
    </Group>
  );
}
