import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { siteRegistry } from './site.registry.ts';
import { listVisitors } from './site.service.ts';

export const siteVisitor: Module = {
  name: 'site-visitor',
  routes(app, deps) {
    const registry = siteRegistry(deps);
    route(app, endpoints.siteVisitors.list, (ctx, { params }) => listVisitors(ctx, registry, params.channelId));
  },
};
