import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noTrainingSearch, TrainingSearch } from '../../../../features/bot/training/training.search.ts';

export const Route = createFileRoute('/_frame/bots/$botId/training')({
  staticData: { title: 'screen.training' },
  validateSearch: TrainingSearch,
  search: { middlewares: [stripSearchParams(noTrainingSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/bot/training/training-page.tsx'), 'TrainingPage'),
});
