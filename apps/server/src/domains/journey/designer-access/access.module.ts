import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { openAccess, renewAccess } from './access.service.ts';

/** Accesses of the designer: each frame has one to its document, and nothing else of its user's. */
export const designerAccess: Module = {
  name: 'designer',
  routes(app) {
    route(app, endpoints.designer.access, (ctx, { query }) => openAccess(ctx, query));
    route(app, endpoints.designer.renew, (ctx, { request }) => renewAccess(ctx, request));
  },
};
