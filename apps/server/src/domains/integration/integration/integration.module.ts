import { endpoints, integrationTexts } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { integrationRecord } from './integration.record.ts';
import {
  deleteIntegration,
  getIntegration,
  listIntegrations,
  putIntegrationBack,
  saveIntegration,
  sealKey,
} from './integration.service.ts';

const { integrations } = endpoints;

export const integration: Module = {
  name: 'integration',
  records: [withPutBack(integrationRecord, { fields: ['name', 'llm', 'baseUrl', 'model', 'embeddingModel'], save: putIntegrationBack })],
  routes(app, deps) {
    route(app, integrations.list, (ctx, { query }) => listIntegrations(ctx, query));
    route(app, integrations.create, async (ctx, { body }) =>
      answer(await saveIntegration(ctx, body, sealKey(deps.secrets, body.apikey)), integrationTexts.saved),
    );
    route(app, integrations.get, (ctx, { params }) => getIntegration(ctx, params.integrationId));
    route(app, integrations.update, async (ctx, { params, body }) =>
      answer(await saveIntegration(ctx, body, sealKey(deps.secrets, body.apikey), params.integrationId), integrationTexts.saved),
    );
    route(app, integrations.remove, async (ctx, { params }) => {
      await deleteIntegration(ctx, params.integrationId);
      return answer(null, integrationTexts.deleted);
    });
  },
};
