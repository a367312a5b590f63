import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { chatLabelRecord } from './label.record.ts';
import { createLabel, orderLabels, readLabel, readLabelOfChat, readLabels, removeLabel, saveLabel } from './label.service.ts';

const { chatLabels: calls } = endpoints;

export const chatLabel: Module = {
  name: 'chatLabel',
  records: [chatLabelRecord],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => readLabels(ctx, query));
    route(app, calls.create, async (ctx, { body }) => answer(await createLabel(ctx, body), 'The label is added.'));
    route(app, calls.details, (ctx, { query }) => readLabelOfChat(ctx, query));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderLabels(ctx, body), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readLabel(ctx, params.configId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveLabel(ctx, params.configId, body), 'The label is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      const removed = await removeLabel(ctx, params.configId);
      return answer(removed, removed.isRetired ? 'Chats have the label, so it is retired.' : 'The label is deleted.');
    });
  },
};
