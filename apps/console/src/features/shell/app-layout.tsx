import { Skeleton } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { screens } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { setEnterpriseCountry, setEnterpriseZone } from '../../lib/format.ts';
import { hasChosenLanguage, setLanguage } from '../../lib/i18n.ts';
import { late } from '../../lib/late.ts';
import { useOwnChoice } from '../../lib/own-store.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { meQuery, useCan } from '../account/shared/me.ts';
import classes from './app-layout.module.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { findCurrentGroup, visibleMenu } from './menu-config.ts';
import { SectionStrip } from './section-strip.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useLiveSession } from './use-live-session.ts';
import { useShortcuts } from './use-shortcuts.ts';

const CommandPalette = late(() => import('./command-palette.tsx').then((module) => module.CommandPalette));
const ShortcutList = late(() => import('./shortcut-list.tsx').then((module) => module.ShortcutList));
const AlarmStrip = late(() => import('../chat/shared/alarm-strip.tsx').then((module) => module.AlarmStrip));
const MenuDrawer = late(() => import('./menu-drawer.tsx').then((module) => module.MenuDrawer));

/** Turns true once the screen is drawn, for parts that the first glance does not need. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

/** Bar, menu, content: the frame of every screen behind the login. */
export function AppLayout() {
  const say = useWords(shellWords.frame);
  const { data: me } = useQuery(meQuery);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [isCollapsed, setCollapsed] = useOwnChoice<boolean>('menu-collapsed', false);
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [isHelpOpen, help] = useDisclosure(false);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const groups = useMemo(() => visibleMenu(me), [me]);
  const current = findCurrentGroup(groups, pathname);
  const main = useRef<HTMLElement>(null);
  const isIdle = useIdle();
  const watches = useCan(screens.chatMonitor.permissions);
  const hasStrip = current !== undefined && current.id !== 'dashboard';

  useLiveSession();
  useShortcuts({ onHelp: help.open, onToggleMenu: () => setCollapsed(!isCollapsed) });
  useEffect(() => {
    setEnterpriseZone(me?.enterpriseTimeZone);
    setEnterpriseCountry(me?.enterpriseCountry);
  }, [me?.enterpriseTimeZone, me?.enterpriseCountry]);
  useEffect(() => {
    // The language chosen on this device wins; a new device follows the profile.
    if (me && !hasChosenLanguage()) void setLanguage(me.language);
  }, [me]);

  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    drawer.close();
    // A new screen begins at its own top, for eyes and for the keyboard; an open dialog, or what the screen put the focus on, keeps it.
    if (document.querySelector('[role="dialog"]') || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, drawer.close]);

  return (
    <div className={classes.frame} data-collapsed={isCollapsed || undefined}>
      <a className="skip-link" href="#content">
        {say('skip')}
      </a>
      <TopBar onOpenMenu={drawer.open} onShowShortcuts={help.open} />
      {isNarrow ? (
        <Suspense>
          <MenuDrawer isOpen={isDrawerOpen} groups={groups} current={current} onClose={drawer.close} />
        </Suspense>
      ) : (
        <aside className={classes.menu}>
          <SideMenu groups={groups} current={current} isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        </aside>
      )}
      <div className={classes.content}>
        <ConnectionBanner />
        {isIdle && watches ? (
          <Suspense>
            <AlarmStrip />
          </Suspense>
        ) : null}
        {hasStrip ? <SectionStrip group={current} /> : null}
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className={classes.main}
          data-bleed={pathname.startsWith('/chat/conversation') || undefined}
        >
          <Suspense fallback={<Skeleton height={240} radius="lg" />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense>
        {isIdle ? <CommandPalette groups={groups} onShowShortcuts={help.open} /> : null}
        {isHelpOpen ? <ShortcutList isOpen onClose={help.close} /> : null}
      </Suspense>
    </div>
  );
}
