import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noWebsiteSearch, WebsiteSearch } from '../../../../../features/channel/channel/website/website.search.ts';

/** The form of one channel, `create` for a new one. */
export const Route = createFileRoute('/_frame/admin/channels/$channelId/')({
  staticData: { title: 'menu.channels' },
  validateSearch: WebsiteSearch,
  search: { middlewares: [stripSearchParams(noWebsiteSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/channel/channel/channel-page.tsx'), 'ChannelPage'),
});
