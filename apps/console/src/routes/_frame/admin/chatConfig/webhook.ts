import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noWebhookSearch, WebhookSearch } from '../../../../features/integration/webhook/webhook.search.ts';

export const Route = createFileRoute('/_frame/admin/chatConfig/webhook')({
  staticData: { title: 'menu.webhook' },
  validateSearch: WebhookSearch,
  search: { middlewares: [stripSearchParams(noWebhookSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/integration/webhook/webhook-page.tsx'), 'WebhookPage'),
});
