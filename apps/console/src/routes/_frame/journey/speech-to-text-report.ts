import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noSpeechSearch, SpeechSearch } from '../../../features/journey/speech/speech.search.ts';

export const Route = createFileRoute('/_frame/journey/speech-to-text-report')({
  staticData: { title: 'menu.speechToTextReport' },
  validateSearch: SpeechSearch,
  search: { middlewares: [stripSearchParams(noSpeechSearch)] },
  component: lazyRouteComponent(() => import('../../../features/journey/speech/speech-page.tsx'), 'SpeechPage'),
});
