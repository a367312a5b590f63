import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areSingleKeysOn, setSingleKeys } from '../../lib/single-keys.ts';
import { useCan } from '../account/shared/me.ts';
import { useChatWords } from '../chat/shared/chat.words.ts';
import { chatShortcuts } from '../chat/shared/chat-shortcuts.ts';

export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const chatWords = useChatWords();
  const canHandleChats = useCan(['CHAT.HANDLE']);
  const [isOn, setOn] = useState(areSingleKeysOn);
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const rows = [
    { keys: [mod, 'K'], text: t('shell.shortcutPalette') },
    { keys: ['?'], text: t('shell.shortcutHelp') },
    { keys: ['['], text: t('shell.shortcutMenu') },
    { keys: [mod, 'Shift', 'L'], text: t('shell.shortcutScheme') },
  ];
  const chatRows = chatShortcuts.map(({ key, word }) => ({ keys: [key], text: chatWords(word) }));
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('shell.shortcuts')} size="sm">
      <Stack gap="xs">
        <ShortcutRows rows={rows} />
        {canHandleChats ? (
          <>
            <Text component="h3" size="sm" fw={600} mt="xs">
              {chatWords('title')}
            </Text>
            <ShortcutRows rows={chatRows} />
          </>
        ) : null}
        <Switch
          mt="sm"
          label={t('shell.shortcutSingle')}
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
        {row.keys.map((key) => (
          <Kbd key={key} size="xs">
            {key}
          </Kbd>
        ))}
      </Group>
    </Group>
  ));
}
