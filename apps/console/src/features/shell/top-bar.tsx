import { ActionIcon, Burger, Kbd, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { screens } from '@parley/contract';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { late } from '../../lib/late.ts';
import { useWords } from '../../lib/words.ts';
import { shellWords } from '../../locales/shell.ts';
import { ProductNotificationMenu } from '../account/notification/product-notification-menu.tsx';
import { useBrand } from '../account/shared/brand.ts';
import { BrandMark } from '../account/shared/brand-mark.tsx';
import { useCan, useMayOpen } from '../account/shared/me.ts';
import { openPalette } from './open-palette.ts';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './top-bar.module.css';

const BillingBar = late(() => import('../billing/bar/billing-bar.tsx').then((module) => module.BillingBar));
const ChatNotificationMenu = late(() => import('../chat/waiting/chat-notification-menu.tsx').then((module) => module.ChatNotificationMenu));

export function TopBar({ onOpenMenu, onShowShortcuts }: { onOpenMenu: () => void; onShowShortcuts: () => void }) {
  const say = useWords(shellWords.frame);
  const { colors, info, logoPath } = useBrand();
  const canHandleChats = useCan(['CHAT.HANDLE']);
  const hasBilling = useMayOpen(screens.billing);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const isBranded = colors.topBar.toLowerCase() !== '#ffffff';
  const palette = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
  return (
    <header
      className={classes.bar}
      data-branded={isBranded || undefined}
      style={isBranded ? ({ '--bar-back': colors.topBar, '--bar-text': colors.topBarText } as React.CSSProperties) : undefined}
    >
      {isNarrow ? <Burger size="sm" lineSize={1.5} aria-label={say('menuOpen')} onClick={onOpenMenu} color="currentColor" /> : null}
      <Link to="/dashboard" className={classes.home} aria-label={isNarrow && !logoPath ? info.title : undefined}>
        <BrandMark size={26} isCompact={isNarrow ?? false} />
      </Link>
      <div className={classes.middle}>
        {isNarrow ? null : (
          <UnstyledButton className={classes.search} onClick={openPalette}>
            <IconSearch size={15} aria-hidden />
            <span>{say('search')}</span>
            <Kbd size="xs">{palette}</Kbd>
          </UnstyledButton>
        )}
      </div>
      <div className={classes.end}>
        {isNarrow ? (
          <ActionIcon size={34} aria-label={say('palette')} onClick={openPalette} c="inherit">
            <IconSearch size={18} />
          </ActionIcon>
        ) : null}
        {hasBilling ? (
          <Suspense>
            <BillingBar />
          </Suspense>
        ) : null}
        {canHandleChats ? (
          <Suspense>
            <ChatNotificationMenu />
          </Suspense>
        ) : null}
        <ProductNotificationMenu />
        <ProfileMenu onShowShortcuts={onShowShortcuts} />
      </div>
    </header>
  );
}
