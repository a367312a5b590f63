import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { screens } from '@parley/contract';
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useWords } from '../../lib/words.ts';
import { chatWords } from '../../locales/chat.ts';
import { shellWords } from '../../locales/shell.ts';
import { UnreadCount } from '../chat/shared/unread-count.tsx';
import { useUnreadCount } from '../chat/shared/use-unread-count.ts';
import { isCurrentEntry, type MenuEntry, type MenuGroup } from './menu-config.ts';
import classes from './side-menu.module.css';

export type SideMenuProps = {
  groups: MenuGroup[];
  current: MenuGroup | undefined;
  isCollapsed: boolean;
  onToggle?: () => void;
  onNavigate?: () => void;
};

/** The groups; the current one lies open. Collapsed it is a rail of icons with tooltips, and flyouts for what has several pages. */
export function SideMenu({ groups, current, isCollapsed, onToggle, onNavigate }: SideMenuProps) {
  const say = useWords(shellWords.frame);
  const toggleText = say(isCollapsed ? 'menuExpand' : 'menuCollapse');
  return (
    <nav className={classes.nav} aria-label={say('menu')} data-collapsed={isCollapsed || undefined}>
      <ul className={classes.list}>
        {groups.map((group) => (
          <li key={group.id}>
            {isCollapsed ? (
              <RailItem group={group} isCurrent={group.id === current?.id} />
            ) : (
              <OpenItem group={group} isCurrent={group.id === current?.id} onNavigate={onNavigate} />
            )}
          </li>
        ))}
      </ul>
      {onToggle ? (
        <Tooltip label={toggleText} position="right" disabled={!isCollapsed}>
          <UnstyledButton className={classes.toggle} onClick={onToggle} aria-expanded={!isCollapsed} aria-label={toggleText}>
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
            )}
            {isCollapsed ? null : <span>{toggleText}</span>}
          </UnstyledButton>
        </Tooltip>
      ) : null}
    </nav>
  );
}

type ItemProps = { group: MenuGroup; isCurrent: boolean; onNavigate?: (() => void) | undefined };

function OpenItem({ group, isCurrent, onNavigate }: ItemProps) {
  const say = useWords(shellWords.menu);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const first = group.entries[0];
  if (!first) return null;
  const hasPages = group.entries.length > 1 || first.label !== group.id;
  const GroupIcon = group.icon;
  return (
    <>
      <Link
        to={first.path}
        className={classes.item}
        data-current={isCurrent || undefined}
        data-page={(isCurrent && !hasPages) || undefined}
        onClick={onNavigate}
      >
        <GroupIcon size={18} stroke={1.6} aria-hidden />
        <span className={classes.label}>{say(group.id)}</span>
        {hasPages && isCurrent ? null : <Unread entries={group.entries} />}
        {hasPages ? <IconChevronDown size={14} className={classes.chevron} data-open={isCurrent || undefined} aria-hidden /> : null}
      </Link>
      {hasPages && isCurrent ? (
        <ul className={classes.pages}>
          {group.entries.map((entry) => {
            const isHere = isCurrentEntry(entry, pathname);
            return (
              <li key={entry.path}>
                <Link
                  to={entry.path}
                  className={classes.page}
                  data-current={isHere || undefined}
                  aria-current={isHere ? 'page' : undefined}
                  onClick={onNavigate}
                >
                  {say(entry.label)}
                  <Unread entries={[entry]} />
                </Link>
              </li>
            );
          })}
        </ul>
      ) : null}
    </>
  );
}

function RailItem({ group, isCurrent }: ItemProps) {
  const say = useWords(shellWords.menu);
  const sayChat = useWords(chatWords.conversation);
  const unread = useUnreadOf(group.entries);
  const first = group.entries[0];
  if (!first) return null;
  const GroupIcon = group.icon;
  const name = say(group.id);
  const link = (
    <Link
      to={first.path}
      className={classes.item}
      data-current={isCurrent || undefined}
      aria-label={unread > 0 ? `${name}, ${sayChat('unread', { count: unread })}` : name}
      data-page={isCurrent || undefined}
    >
      <GroupIcon size={19} stroke={1.6} aria-hidden />
      <Unread entries={group.entries} />
    </Link>
  );
  if (group.entries.length === 1)
    return (
      <Tooltip label={name} position="right">
        {link}
      </Tooltip>
    );
  return (
    <Menu trigger="click-hover" position="right-start" offset={10} openDelay={80} closeDelay={160} withinPortal>
      <Menu.Target>{link}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        {group.entries.map((entry) => (
          <Menu.Item key={entry.path} component={Link} to={entry.path}>
            {say(entry.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The unread messages that wait behind these entries. */
function useUnreadOf(entries: readonly MenuEntry[]): number {
  const count = useUnreadCount();
  return entries.some(({ path }) => path === screens.conversation.path) ? count : 0;
}

function Unread({ entries }: { entries: readonly MenuEntry[] }) {
  const count = useUnreadOf(entries);
  return count === 0 ? null : (
    <span className={classes.unread}>
      <UnreadCount count={count} />
    </span>
  );
}
