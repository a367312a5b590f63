import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** A chat that is looked at, above the monitor. */
export const Route = createFileRoute('/_frame/chat/monitor/$chatId')({
  staticData: { title: 'menu.monitor' },
  component: lazyRouteComponent(() => import('../../../../features/chat/chat/live-view.tsx'), 'LiveView'),
});
