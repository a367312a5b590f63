import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isApp } from '../../../lib/install.ts';
import { liveClient } from '../../../lib/live.ts';
import { isOwnPath } from '../../../lib/own-path.ts';
import { useMe } from '../shared/me.ts';
import { registerWorker, renewPush } from '../shared/push.ts';
import { playSound } from '../shared/sounds.ts';
import { productNotificationsQuery, useMarkRead } from './product-notification.queries.ts';

/**
 * Handles notifications on every screen while the console is open. Opening an address marks the notifications that lead there, kinds with a
 * sound play it, and the browser stays registered for pushes. Draws nothing, and loads after the screen.
 */
export function NotificationKeeper() {
  useMarkByAddress();
  useSound();
  usePush();
  return null;
}

function useMarkByAddress(): void {
  const here = useRouterState({ select: ({ location }) => `${location.pathname}${location.searchStr}` });
  const list = useQuery(productNotificationsQuery(false)).data;
  const { mutate } = useMarkRead();
  const seen = useRef('');
  useEffect(() => {
    // Once for each address that is opened: what arrives while its place is on screen is news all the same.
    if (!list || seen.current === here) return;
    seen.current = here;
    const unread = list.notifications.filter(({ isRead }) => !isRead);
    const leadsHere = unread.some(({ link }) => link.replace(/#.*/, '') === here);
    // Older ones than the list holds may lead here too.
    if (leadsHere || list.unreadCount > unread.length) mutate({ link: here });
  }, [here, list, mutate]);
}

function useSound(): void {
  const settings = useMe()?.audioSettings;
  const latest = useRef(settings);
  latest.current = settings;
  useEffect(
    () =>
      liveClient.on('notification', ({ hasSound }) => {
        // Held back by the browser until the first click, it would ring for what is long over.
        if (!hasSound || !latest.current?.enable || navigator.userActivation?.hasBeenActive === false) return;
        playSound('Software Interface', latest.current.sounds.find(({ type }) => type === 'new_message')?.volume ?? 40);
      }),
    [],
  );
}

function usePush(): void {
  const userId = useMe()?.uId;
  const navigate = useNavigate();
  const { language } = useTranslation().i18n;
  useEffect(() => {
    // Nobody has asked for anything now: what fails is tried again with the next start, and the switch says how it stands.
    if (userId) renewPush(userId, language).catch(() => {});
    // Only the app has no browser around it that would say why a page does not open.
    if (isApp() && 'serviceWorker' in navigator) registerWorker(language).catch(() => {});
  }, [userId, language]);
  useEffect(() => {
    const handleMessage = ({ data }: MessageEvent<unknown>) => {
      const { type, path } = (data ?? {}) as { type?: unknown; path?: unknown };
      if (type === 'open' && typeof path === 'string' && isOwnPath(path)) void navigate({ href: path } as Parameters<typeof navigate>[0]);
    };
    navigator.serviceWorker?.addEventListener('message', handleMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', handleMessage);
  }, [navigate]);
}
