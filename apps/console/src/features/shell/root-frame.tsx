import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { titleWords } from '../../locales/shell.ts';
import { useBrand } from '../account/shared/brand.ts';
import { useUnreadCount } from '../chat/shared/use-unread-count.ts';

/** Round every screen: the document's title follows the screen, the brand and the unread messages of the own chats. */
export function RootFrame() {
  const say = useWords(titleWords);
  const { info } = useBrand();
  const unreadCount = useUnreadCount();
  const key = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title });
  useEffect(() => {
    const screen = key ? say(key) : '';
    const title = screen ? `${screen} · ${info.title}` : info.title;
    document.title = unreadCount > 0 ? `(${formatNumber(unreadCount)}) ${title}` : title;
  }, [key, info.title, say, unreadCount]);
  return <Outlet />;
}
