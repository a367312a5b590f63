import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noTemplateListSearch, TemplateListSearch } from '../../../../../features/channel/template/template.search.ts';

export const Route = createFileRoute('/_frame/admin/messageTemplate/whatsapp/')({
  staticData: { title: 'menu.templates' },
  validateSearch: TemplateListSearch,
  search: { middlewares: [stripSearchParams(noTemplateListSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/channel/template/template-list-page.tsx'), 'TemplateListPage'),
});
