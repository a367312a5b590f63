import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noPublishSearch, PublishSearch } from '../../features/journey/publish/publish.search.ts';

export const Route = createFileRoute('/_frame/publish')({
  staticData: { title: 'screen.publish' },
  validateSearch: PublishSearch,
  search: { middlewares: [stripSearchParams(noPublishSearch)] },
  component: lazyRouteComponent(() => import('../../features/journey/publish/publish-page.tsx'), 'PublishPage'),
});
