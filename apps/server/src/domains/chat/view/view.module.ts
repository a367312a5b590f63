import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { viewRecord } from './view.record.ts';
import { createView, orderViews, readView, readViews, removeView, saveView } from './view.service.ts';

const { chatViews: calls } = endpoints;

export const chatView: Module = {
  name: 'chat-view',
  records: [viewRecord],
  routes(app) {
    route(app, calls.list, (ctx) => readViews(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createView(ctx, body), 'The view is saved.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderViews(ctx, body), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readView(ctx, params.viewId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveView(ctx, params.viewId, body), 'The view is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeView(ctx, params.viewId);
      return answer(null, 'The view is deleted.');
    });
  },
};
