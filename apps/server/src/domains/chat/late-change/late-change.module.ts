import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { readLateChanges, readLateRows } from './late-change.service.ts';

/** Changes of figures of days that are over. */
export const lateChanges: Module = {
  name: 'chat-late-changes',
  routes(app) {
    route(app, endpoints.lateChanges.summary, (ctx, { query }) => readLateChanges(ctx, query));
    route(app, endpoints.lateChanges.rows, (ctx, { query }) => readLateRows(ctx, query));
  },
};
