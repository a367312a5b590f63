import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { areSingleKeysOn, setSingleKeys } from '../../lib/single-keys.ts';
import { useWords } from '../../lib/words.ts';
import { chatWords } from '../../locales/chat.ts';
import { shellWords } from '../../locales/shell.ts';
import { useCan } from '../account/shared/me.ts';
import { chatActs, shownKeys } from '../chat/shared/chat-acts.ts';

export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useWords(shellWords.frame);
  const sayChat = useWords(chatWords.conversation);
  const canHandleChats = useCan(['CHAT.HANDLE']);
  const [isOn, setOn] = useState(areSingleKeysOn);
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const rows = [
    { keys: [mod, 'K'], text: say('shortcutPalette') },
    { keys: ['?'], text: say('shortcutHelp') },
    { keys: ['['], text: say('shortcutMenu') },
    { keys: [mod, 'Shift', 'L'], text: say('shortcutScheme') },
  ];
  const chatRows = chatActs.filter(({ keys }) => keys.length > 0).map(({ keys, word }) => ({ keys: shownKeys(keys), text: sayChat(word) }));
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('shortcuts')} size="sm">
      <Stack gap="xs">
        <ShortcutRows rows={rows} />
        {canHandleChats ? (
          <>
            <Text component="h3" size="sm" fw={600} mt="xs">
              {sayChat('title')}
            </Text>
            <ShortcutRows rows={chatRows} />
          </>
        ) : null}
        <Switch
          mt="sm"
          label={say('shortcutSingle')}
          checked={isOn}
          onChange={(event) => {
            setOn(event.currentTarget.checked);
            setSingleKeys(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Modal>
  );
}

function ShortcutRows({ rows }: { rows: readonly { keys: readonly string[]; text: string }[] }) {
  return rows.map((row) => (
    <Group key={row.text} justify="space-between" wrap="nowrap">
      <Text size="sm">{row.text}</Text>
      <Group gap={4} wrap="nowrap">
        {row.keys.map((key, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may be pressed twice in a row
          <Kbd key={place} size="xs">
            {key}
          </Kbd>
        ))}
      </Group>
    </Group>
  ));
}
