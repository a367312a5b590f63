import { Modal } from '@mantine/core';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';

/** Asked after a click on a notification of the browser. Ignore only closes it. */
export function PickupQuestion({ isOpen, onIgnore, onPickup }: { isOpen: boolean; onIgnore: () => void; onPickup: () => void }) {
  const t = useWords(chatWords.notification);
  return (
    <Modal opened={isOpen} onClose={onIgnore} title={t('question')} size="sm">
      <DialogActions submit={t('pickup')} cancel={t('ignore')} focusOn="submit" onCancel={onIgnore} onSubmit={onPickup} />
    </Modal>
  );
}
