import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { apiKeyRecord } from './api-key.record.ts';
import { addApiKey, getApiKey, listApiKeys, removeApiKey } from './api-key.service.ts';
import { keysLeft } from './api-key.work.ts';

export const apiKey: Module = {
  name: 'api-key',
  records: [apiKeyRecord],
  extensions: [keysLeft],
  routes(app) {
    const { apiKeys } = endpoints;
    route(app, apiKeys.getAll, async (ctx) => ({ keys: await listApiKeys(ctx) }));
    route(app, apiKeys.get, (ctx, { params }) => getApiKey(ctx, params.keyId));
    route(app, apiKeys.add, async (ctx, { body }) =>
      answer(await addApiKey(ctx, body), 'The key is made. Copy it now: it is not shown again.'),
    );
    route(app, apiKeys.remove, async (ctx, { params }) => {
      await removeApiKey(ctx, params.keyId);
      return answer(null, 'The key is deleted.');
    });
  },
};
