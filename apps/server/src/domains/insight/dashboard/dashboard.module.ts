import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { getCards, getDashboard, listMissed } from './dashboard.service.ts';

export const dashboard: Module = {
  name: 'dashboard',
  routes(app) {
    route(app, endpoints.dashboard.info, async (ctx, { query }) => ({ dashBoardData: await getDashboard(ctx, query) }));
    route(app, endpoints.dashboard.cards, (ctx, { query }) => getCards(ctx, query.clientOffset));
    route(app, endpoints.dashboard.missed, (ctx, { query }) => listMissed(ctx, query.clientOffset));
  },
};
