import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

/** The words of a toast with the way back. */
export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  const t = useWords(customerWords.phoneBook);
  const [isUsed, setUsed] = useState(false);
  return (
    <Group component="span" gap="sm" justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        disabled={isUsed}
        onClick={() => {
          setUsed(true);
          onUndo();
        }}
      >
        {t('undo')}
      </Button>
    </Group>
  );
}
