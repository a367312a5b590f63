import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** A conversation of another product that is read, above the history. */
export const Route = createFileRoute('/_frame/chat/history/moved/$movedId')({
  staticData: { title: 'menu.history' },
  component: lazyRouteComponent(() => import('../../../../features/chat/history/moved-view.tsx'), 'MovedView'),
});
