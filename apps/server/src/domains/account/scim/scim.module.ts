import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { makeScimKey, removeScimKey } from './scim.key.ts';
import { scimGroupRecord } from './scim.record.ts';
import { scimRoutes } from './scim.routes.ts';

const { sso: calls } = endpoints;

export const scim: Module = {
  name: 'scim',
  records: [scimGroupRecord],
  routes(app, deps) {
    scimRoutes(app, deps);
    route(app, calls.makeKey, async (ctx, { params, body }) =>
      answer(await makeScimKey(deps, ctx, params.connectionId, body), 'The key is made.'),
    );
    route(app, calls.removeKey, async (ctx, { params }) =>
      answer(await removeScimKey(deps, ctx, params.connectionId), 'The key is removed.'),
    );
  },
};
