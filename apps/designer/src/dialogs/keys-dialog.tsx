import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../words.ts';

const keys = [
  { keys: ['Tab'], word: 'nextNode' },
  { keys: ['→', '←', '↑', '↓'], word: 'arrows' },
  { keys: ['Enter'], word: 'open' },
  { keys: ['/'], word: 'add' },
  { keys: ['C'], word: 'connect' },
  { keys: ['Delete'], word: 'remove' },
  { keys: ['Ctrl', 'Z'], word: 'undo' },
  { keys: ['Ctrl', 'Y'], word: 'redo' },
  { keys: ['Ctrl', 'C'], word: 'copy' },
  { keys: ['Ctrl', 'V'], word: 'paste' },
  { keys: ['Ctrl', 'D'], word: 'duplicate' },
  { keys: ['Ctrl', 'A'], word: 'all' },
  { keys: ['Ctrl', 'F'], word: 'find' },
  { keys: ['Esc'], word: 'leave' },
  { keys: ['?'], word: 'keys' },
] as const;

/** Every key. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useWords(designerWords.key);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('title')}>
      <Stack gap={8} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {keys.map((one) => (
          <Group key={one.word} component="li" justify="space-between">
            <Text size="sm">{say(one.word)}</Text>
            <Group gap={4}>
              {one.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
