import { createRoute, lazyRouteComponent, redirect, stripSearchParams } from '@tanstack/react-router';
import { BotListSearch, noBotListSearch } from '../features/bot/bot/bot.search.ts';
import { EntityListSearch, noEntityListSearch } from '../features/bot/entity/entity.search.ts';
import { IntentSearch, noIntentSearch } from '../features/bot/intent/intent.search.ts';
import { KnowledgeSearch } from '../features/bot/knowledge/knowledge.search.ts';
import { botQuery } from '../features/bot/shared/bot.queries.ts';
import { noTrainingSearch, TrainingSearch } from '../features/bot/training/training.search.ts';
import { layoutRoute } from './frame.route.ts';

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'bots',
});

const listRoute = createRoute({
  getParentRoute: () => area,
  path: '/',
  validateSearch: BotListSearch,
  search: { middlewares: [stripSearchParams(noBotListSearch)] },
  component: lazyRouteComponent(() => import('../features/bot/bot/bot-list-page.tsx'), 'BotListPage'),
  staticData: { title: 'menu.skills' },
});

/** One bot: header and tabs stay while its screens change. */
const botRoute = createRoute({
  getParentRoute: () => area,
  path: '$botId',
  loader: ({ context, params }) => context.queryClient.ensureQueryData(botQuery(params.botId)),
  component: lazyRouteComponent(() => import('../features/bot/bot/bot-frame.tsx'), 'BotFrame'),
  staticData: { title: 'menu.skills' },
});
const parent = { getParentRoute: () => botRoute };

const startRoute = createRoute({
  ...parent,
  path: '/',
  beforeLoad: async ({ context, params }) => {
    const bot = await context.queryClient.ensureQueryData(botQuery(params.botId));
    throw redirect({ to: bot.type === 'prompt' ? '/bots/$botId/prompt' : '/bots/$botId/intents', params, replace: true });
  },
});
const intentsRoute = createRoute({
  ...parent,
  path: 'intents',
  validateSearch: IntentSearch,
  search: { middlewares: [stripSearchParams(noIntentSearch)] },
  component: lazyRouteComponent(() => import('../features/bot/intent/intents-page.tsx'), 'IntentsPage'),
  staticData: { title: 'screen.intents' },
});
const entityListRoute = createRoute({
  ...parent,
  path: 'entity-list',
  validateSearch: EntityListSearch,
  search: { middlewares: [stripSearchParams(noEntityListSearch)] },
  component: lazyRouteComponent(() => import('../features/bot/entity/entity-list-page.tsx'), 'EntityListPage'),
  staticData: { title: 'screen.entities' },
});
/** `create`, or the id of an entity (ENTITY-012). */
const entityRoute = createRoute({
  ...parent,
  path: 'entity-list/$type',
  component: lazyRouteComponent(() => import('../features/bot/entity/entity-page.tsx'), 'EntityPage'),
  staticData: { title: 'screen.entities' },
});
const configurationRoute = createRoute({
  ...parent,
  path: 'configuration',
  component: lazyRouteComponent(() => import('../features/bot/bot-config/bot-config-page.tsx'), 'BotConfigPage'),
  staticData: { title: 'screen.configuration' },
});
const designerRoute = createRoute({
  ...parent,
  path: 'conversation',
  component: lazyRouteComponent(() => import('../features/bot/insight/designer-page.tsx'), 'DesignerPage'),
  staticData: { title: 'screen.designer' },
});
const promptRoute = createRoute({
  ...parent,
  path: 'prompt',
  component: lazyRouteComponent(() => import('../features/bot/prompt/prompt-page.tsx'), 'PromptPage'),
  staticData: { title: 'screen.promptConfiguration' },
});
const knowledgeRoute = createRoute({
  ...parent,
  path: 'gen-ai',
  validateSearch: KnowledgeSearch,
  component: lazyRouteComponent(() => import('../features/bot/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  staticData: { title: 'screen.knowledge' },
});
const classificationRoute = createRoute({
  ...parent,
  path: 'call-classification',
  component: lazyRouteComponent(() => import('../features/bot/insight/classification-page.tsx'), 'ClassificationPage'),
  staticData: { title: 'screen.callClassification' },
});
const sentimentRoute = createRoute({
  ...parent,
  path: 'sentiment',
  component: lazyRouteComponent(() => import('../features/bot/insight/sentiment-page.tsx'), 'SentimentPage'),
  staticData: { title: 'screen.sentiment' },
});
const trainingRoute = createRoute({
  ...parent,
  path: 'training',
  validateSearch: TrainingSearch,
  search: { middlewares: [stripSearchParams(noTrainingSearch)] },
  component: lazyRouteComponent(() => import('../features/bot/training/training-page.tsx'), 'TrainingPage'),
  staticData: { title: 'screen.training' },
});
const reportRoute = createRoute({
  ...parent,
  path: 'nlp-report/overview',
  component: lazyRouteComponent(() => import('../features/bot/unanswered/unanswered-page.tsx'), 'UnansweredPage'),
  staticData: { title: 'screen.report' },
});

/** The builder of bots (000 section 2). */
export const botsRoute = area.addChildren([
  listRoute,
  botRoute.addChildren([
    startRoute,
    intentsRoute,
    entityListRoute,
    entityRoute,
    configurationRoute,
    designerRoute,
    promptRoute,
    knowledgeRoute,
    classificationRoute,
    sentimentRoute,
    trainingRoute,
    reportRoute,
  ]),
]);
