import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ChannelListSearch, noChannelListSearch } from '../../../../features/channel/channel/channel.search.ts';

export const Route = createFileRoute('/_frame/admin/channels/')({
  staticData: { title: 'menu.channels' },
  validateSearch: ChannelListSearch,
  search: { middlewares: [stripSearchParams(noChannelListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/channel/channel/channel-list-page.tsx'), 'ChannelListPage'),
});
