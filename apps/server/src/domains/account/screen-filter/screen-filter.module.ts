import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { screenFilterRecord } from './screen-filter.record.ts';
import { createScreenFilter, readScreenFilters, removeScreenFilter, saveScreenFilter } from './screen-filter.service.ts';

const { screenFilters: calls } = endpoints;

/** Filters of screens under names. */
export const screenFilter: Module = {
  name: 'screen-filter',
  records: [screenFilterRecord],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => readScreenFilters(ctx, query.screen));
    route(app, calls.create, async (ctx, { body }) => answer(await createScreenFilter(ctx, body), 'The filter is saved.'));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveScreenFilter(ctx, params.screenFilterId, body), 'The filter is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeScreenFilter(ctx, params.screenFilterId);
      return answer(null, 'The filter is deleted.');
    });
  },
};
