import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { getCards, getDashboard, getFigures, listMissed, listRows } from './dashboard.service.ts';

export const dashboard: Module = {
  name: 'dashboard',
  routes(app) {
    route(app, endpoints.dashboard.info, async (ctx, { query }) => ({ dashBoardData: await getDashboard(ctx, query) }));
    route(app, endpoints.dashboard.figures, (ctx, { query }) => getFigures(ctx, query));
    route(app, endpoints.dashboard.rows, (ctx, { query }) => listRows(ctx, query));
    route(app, endpoints.dashboard.cards, (ctx) => getCards(ctx));
    route(app, endpoints.dashboard.missed, (ctx) => listMissed(ctx));
  },
};
