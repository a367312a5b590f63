import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MenuGroup } from './menu-config.ts';
import { SideMenu } from './side-menu.tsx';

/** The menu of narrow screens. */
export function MenuDrawer({
  isOpen,
  groups,
  current,
  onClose,
}: {
  isOpen: boolean;
  groups: MenuGroup[];
  current: MenuGroup | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Drawer opened={isOpen} onClose={onClose} size={280} title={t('shell.menu')} padding="sm">
      <SideMenu groups={groups} current={current} isCollapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}
