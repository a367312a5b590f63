import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noTemplateListSearch, TemplateListSearch, TemplateSearch } from '../features/channel/template/template.search.ts';
import { layoutRoute } from './frame.route.ts';

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/messageTemplate/whatsapp',
});

/** Templates of all kinds: the list, and the builder of one (`create` for a new one). */
export const templatesRoute = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: '/',
    validateSearch: TemplateListSearch,
    search: { middlewares: [stripSearchParams(noTemplateListSearch)] },
    component: lazyRouteComponent(() => import('../features/channel/template/template-list-page.tsx'), 'TemplateListPage'),
    staticData: { title: 'menu.templates' },
  }),
  createRoute({
    getParentRoute: () => area,
    path: '$templateId',
    validateSearch: TemplateSearch,
    search: { middlewares: [stripSearchParams({ tab: 'whatsapp' as const })] },
    component: lazyRouteComponent(() => import('../features/channel/template/template-page.tsx'), 'TemplatePage'),
    staticData: { title: 'menu.templates' },
  }),
]);
