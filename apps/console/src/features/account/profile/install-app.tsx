import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceMobileCheck, IconDownload } from '@tabler/icons-react';
import { installApp, useInstalling } from '../../../lib/install.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { notificationWords } from '../../../locales/notification.ts';

/** The console as an app of this device: the way to it, or that it is one. Nothing where the browser installs no pages. */
export function InstallApp() {
  const say = useWords(notificationWords.app);
  const state = useInstalling();
  if (state === 'no') return null;
  const handleInstall = async () => {
    if (await installApp()) showToast('success', say('installed'));
  };
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {say('label')}
      </Text>
      {state === 'done' ? (
        <Group gap={6} c="dimmed">
          <IconDeviceMobileCheck size={16} aria-hidden />
          <Text size="xs">{say('done')}</Text>
        </Group>
      ) : (
        <Text size="xs" c="dimmed">
          {say(state === 'byMenu' ? 'byMenu' : 'hint')}
        </Text>
      )}
      {state === 'possible' ? (
        <Group>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void handleInstall()}>
            {say('install')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}
