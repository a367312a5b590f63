import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { openAccess, renewAccess } from './designer.service.ts';

/** Frames in which documents are edited: each has an access of its own, and nothing else of its user's. */
export const designer: Module = {
  name: 'designer',
  routes(app) {
    route(app, endpoints.designer.access, (ctx, { query }) => openAccess(ctx, query.id));
    route(app, endpoints.designer.renew, (ctx, { request }) => renewAccess(ctx, request));
  },
};
