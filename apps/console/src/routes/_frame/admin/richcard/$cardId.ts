import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** The editor of one rich card, `create` for a new one. */
export const Route = createFileRoute('/_frame/admin/richcard/$cardId')({
  staticData: { title: 'menu.visualSnippet' },
  component: lazyRouteComponent(() => import('../../../../features/channel/card/card-page.tsx'), 'CardPage'),
});
