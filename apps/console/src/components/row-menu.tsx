import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

export type RowAction = { label: string; isDangerous?: boolean; onClick: () => void };

/** Actions on a row besides opening it. @param label names the row for assistive technology */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: action, isDangerous, onClick }) => (
          <Menu.Item key={action} {...(isDangerous ? { color: 'red' } : {})} onClick={onClick}>
            {action}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
