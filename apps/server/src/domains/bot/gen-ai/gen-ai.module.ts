import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { listGenAiConfigs } from '../../integration/door.ts';
import { testIntegration } from './gen-ai.service.ts';

const { integrations } = endpoints;

/** Integrations of authType 5 as what they are: endpoints of language models. */
export const genAi: Module = {
  name: 'gen-ai',
  routes(app, deps) {
    route(app, integrations.test, (ctx, { params }) => testIntegration(ctx, deps, params.integrationId));
    route(app, integrations.genAiConfigs, (ctx) => listGenAiConfigs(ctx));
  },
};
