import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { integrationUses } from '../../integration/door.ts';
import { countUses, listUses } from './assist.counts.ts';
import { listAssistUses } from './assist.repository.ts';

const { assist: calls } = endpoints;

export const chatAssist: Module = {
  name: 'chat-assist',
  extensions: [extend(integrationUses, listAssistUses)],
  routes(app) {
    route(app, calls.counts, (ctx, { query }) => countUses(ctx, query));
    route(app, calls.replies, (ctx, { query }) => listUses(ctx, query));
  },
};
