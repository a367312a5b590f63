import { Button, Group, Modal, Text } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { designerWords } from '../../../locales/designer.ts';

type Props = { isOpen: boolean; isSaving: boolean; onStay: () => void; onLeave: (save: boolean) => void };

/** Asks for the fate of unsaved changes when somebody leaves the designer. */
export function LeaveDialog({ isOpen, isSaving, onStay, onLeave }: Props) {
  const say = useWords(designerWords.page);
  return (
    <Modal opened={isOpen} onClose={onStay} title={say('unsavedTitle')}>
      <Text size="sm">{say('unsavedText')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onStay}>
          {say('stay')}
        </Button>
        <Button variant="default" color="red" onClick={() => onLeave(false)}>
          {say('discard')}
        </Button>
        <Button loading={isSaving} onClick={() => onLeave(true)}>
          {say('save')}
        </Button>
      </Group>
    </Modal>
  );
}
