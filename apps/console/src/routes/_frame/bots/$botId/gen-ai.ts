import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KnowledgeSearch } from '../../../../features/bot/knowledge/knowledge.search.ts';

export const Route = createFileRoute('/_frame/bots/$botId/gen-ai')({
  staticData: { title: 'screen.knowledge' },
  validateSearch: KnowledgeSearch,
  component: lazyRouteComponent(() => import('../../../../features/bot/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
});
