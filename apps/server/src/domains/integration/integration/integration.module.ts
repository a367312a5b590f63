import { endpoints, integrationTexts } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { deleteIntegration, getIntegration, listIntegrations, saveIntegration } from './integration.service.ts';

const { integrations } = endpoints;

export const integration: Module = {
  name: 'integration',
  routes(app, deps) {
    route(app, integrations.list, (ctx, { query }) => listIntegrations(ctx, query));
    route(app, integrations.create, async (ctx, { body }) =>
      answer(await saveIntegration(ctx, deps.secrets, body), integrationTexts.saved),
    );
    route(app, integrations.get, (ctx, { params }) => getIntegration(ctx, params.integrationId));
    route(app, integrations.update, async (ctx, { params, body }) =>
      answer(await saveIntegration(ctx, deps.secrets, body, params.integrationId), integrationTexts.saved),
    );
    route(app, integrations.remove, async (ctx, { params }) => {
      await deleteIntegration(ctx, params.integrationId);
      return answer(null, integrationTexts.deleted);
    });
  },
};
