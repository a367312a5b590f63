import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

export type RowAction = { label: string; isDangerous?: boolean; onClick: () => void };

/** What can be done with a row beside opening it. @param label names the row, for those who do not see it */
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
