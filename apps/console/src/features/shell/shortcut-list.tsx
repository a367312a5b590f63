import { Group, Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areSingleKeysOn, setSingleKeys } from '../../lib/single-keys.ts';

export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(areSingleKeysOn);
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const rows = [
    { keys: [mod, 'K'], text: t('shell.shortcutPalette') },
    { keys: ['?'], text: t('shell.shortcutHelp') },
    { keys: ['['], text: t('shell.shortcutMenu') },
    { keys: [mod, 'Shift', 'L'], text: t('shell.shortcutScheme') },
  ];
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('shell.shortcuts')} size="sm">
      <Stack gap="xs">
        {rows.map((row) => (
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
        ))}
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
