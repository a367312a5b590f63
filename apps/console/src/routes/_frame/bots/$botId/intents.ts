import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { IntentSearch, noIntentSearch } from '../../../../features/bot/intent/intent.search.ts';

export const Route = createFileRoute('/_frame/bots/$botId/intents')({
  staticData: { title: 'screen.intents' },
  validateSearch: IntentSearch,
  search: { middlewares: [stripSearchParams(noIntentSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/bot/intent/intents-page.tsx'), 'IntentsPage'),
});
