import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { TemplateSearch } from '../../../../../features/channel/template/template.search.ts';

/** The builder of one template, `create` for a new one. */
export const Route = createFileRoute('/_frame/admin/messageTemplate/whatsapp/$templateId')({
  staticData: { title: 'menu.templates' },
  validateSearch: TemplateSearch,
  search: { middlewares: [stripSearchParams({ tab: 'whatsapp' as const })] },
  component: lazyRouteComponent(() => import('../../../../../features/channel/template/template-page.tsx'), 'TemplatePage'),
});
