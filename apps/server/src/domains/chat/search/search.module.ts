import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { searchChats } from './search.service.ts';
import { writeSearch } from './search.worker.ts';

const { inbox: calls } = endpoints;

export const chatSearch: Module = {
  name: 'chatSearch',
  routes: (app) => route(app, calls.search, (ctx, { query }) => searchChats(ctx, query)),
  work: async (deps) => writeSearch(deps),
};
