import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../../lib/words.ts';
import { titleWords } from '../../locales/shell.ts';
import { useBrand } from '../account/shared/brand.ts';

/** Round every screen: the document's title follows the screen and the brand. */
export function RootFrame() {
  const say = useWords(titleWords);
  const { info } = useBrand();
  const key = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title });
  useEffect(() => {
    const screen = key ? say(key) : '';
    document.title = screen ? `${screen} · ${info.title}` : info.title;
  }, [key, info.title, say]);
  return <Outlet />;
}
