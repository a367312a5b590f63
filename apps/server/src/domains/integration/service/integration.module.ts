import { endpoints, integrationTexts } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { integrationRecord, settingFields } from '../integration/integration.record.ts';
import { sealSecret } from '../integration/integration.secret.ts';
import {
  deleteIntegration,
  getIntegration,
  listGenAiConfigs,
  listIntegrations,
  putIntegrationBack,
  saveIntegration,
} from '../integration/integration.service.ts';
import { tryIntegration } from '../integration/integration.try.ts';
import { tryQuery } from './database.service.ts';
import { listOfTool, signIn } from './workflow.service.ts';

const { integrations } = endpoints;

export const integration: Module = {
  name: 'integration',
  records: [
    withPutBack(integrationRecord, {
      fields: ['name', ...settingFields],
      save: (ctx, id, values, { config }) => putIntegrationBack(ctx, config, id, values),
    }),
  ],
  routes(app, deps) {
    const { config, secrets } = deps;
    route(app, integrations.list, (ctx, { query }) => listIntegrations(ctx, query));
    route(app, integrations.create, async (ctx, { body }) =>
      answer(await saveIntegration(ctx, config, body, sealSecret(secrets, body)), integrationTexts.saved),
    );
    route(app, integrations.get, (ctx, { params }) => getIntegration(ctx, params.integrationId));
    route(app, integrations.update, async (ctx, { params, body }) =>
      answer(await saveIntegration(ctx, config, body, sealSecret(secrets, body), params.integrationId), integrationTexts.saved),
    );
    route(app, integrations.remove, async (ctx, { params }) => {
      await deleteIntegration(ctx, params.integrationId);
      return answer(null, integrationTexts.deleted);
    });
    route(app, integrations.test, (ctx, { body }) => tryIntegration(ctx, deps, body));
    route(app, integrations.login, async (ctx, { body }) =>
      answer(await signIn(ctx, deps, body), 'The workflow tool has let you in. The credentials are kept.'),
    );
    route(app, integrations.projects, (ctx, { params }) => listOfTool(ctx, deps, params.integrationId, { kind: 'projects' }));
    route(app, integrations.workflows, (ctx, { params, query }) =>
      listOfTool(ctx, deps, params.integrationId, { kind: 'workflows', ...query }),
    );
    route(app, integrations.processes, (ctx, { params, query }) =>
      listOfTool(ctx, deps, params.integrationId, { kind: 'processes', ...query }),
    );
    route(app, integrations.query, (ctx, { params, body }) => tryQuery(ctx, deps, params.integrationId, body));
    route(app, integrations.genAiConfigs, (ctx) => listGenAiConfigs(ctx));
  },
};
