import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** `create`, or the id of an entity (ENTITY-012). */
export const Route = createFileRoute('/_frame/bots/$botId/entity-list/$type')({
  staticData: { title: 'screen.entities' },
  component: lazyRouteComponent(() => import('../../../../../features/bot/entity/entity-page.tsx'), 'EntityPage'),
});
