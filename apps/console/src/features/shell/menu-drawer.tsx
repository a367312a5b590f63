import { Drawer } from '@mantine/core';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
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
  const say = useWords(shellWords.frame);
  return (
    <Drawer opened={isOpen} onClose={onClose} size={280} title={say('menu')} padding="sm">
      <SideMenu groups={groups} current={current} isCollapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}
