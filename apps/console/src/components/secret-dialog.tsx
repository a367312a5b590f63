import { Alert, Button, Code, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';

/** A secret that is shown this once: it is closed by its button alone. */
export function SecretDialog({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const say = useWords(commonWords.ui);
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
      <Stack gap="md">
        <Alert color="yellow" role="status">
          {say('secretOnce')}
        </Alert>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                data-autofocus
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                onClick={copy}
              >
                {say(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{say('secretKept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
