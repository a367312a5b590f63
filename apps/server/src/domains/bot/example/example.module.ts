import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { startExample } from './example.service.ts';

export const example: Module = {
  name: 'example',
  routes(app) {
    route(app, endpoints.training.startExample, (ctx, { params, body }) => startExample(ctx, params.agentId, body));
  },
};
