import { Button, Group, Modal } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';

/** Asked after a click on a notification of the browser. Ignore only closes it. */
export function PickupQuestion({ isOpen, onIgnore, onPickup }: { isOpen: boolean; onIgnore: () => void; onPickup: () => void }) {
  const t = useWords(chatWords.notification);
  return (
    <Modal opened={isOpen} onClose={onIgnore} title={t('question')} size="sm">
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onIgnore}>
          {t('ignore')}
        </Button>
        <Button data-autofocus onClick={onPickup}>
          {t('pickup')}
        </Button>
      </Group>
    </Modal>
  );
}
