import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../account/shared/brand.ts';

/** Round every screen: the document's title follows the screen and the brand. */
export function RootFrame() {
  const { t } = useTranslation();
  const { info } = useBrand();
  const key = useRouterState({ select: (state) => state.matches.findLast((match) => match.staticData.title)?.staticData.title });
  useEffect(() => {
    const screen = key ? t(key as 'dashboard.title') : '';
    document.title = screen ? `${screen} · ${info.title}` : info.title;
  }, [key, info.title, t]);
  return <Outlet />;
}
