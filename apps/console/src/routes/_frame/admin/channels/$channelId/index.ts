import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** The form of one channel, `create` for a new one. */
export const Route = createFileRoute('/_frame/admin/channels/$channelId/')({
  staticData: { title: 'menu.channels' },
  component: lazyRouteComponent(() => import('../../../../../features/channel/channel/channel-page.tsx'), 'ChannelPage'),
});
