import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { readDelivery } from './delivery.service.ts';
import { listChoices } from './history.choices.ts';
import { listHistory } from './history.service.ts';

export const chatHistory: Module = {
  name: 'chatHistory',
  routes(app) {
    route(app, endpoints.chats.history, (ctx, { query }) => listHistory(ctx, query));
    route(app, endpoints.chatHistory.choices, (ctx) => listChoices(ctx));
    route(app, endpoints.chatHistory.delivery, (ctx, { params }) => readDelivery(ctx, params.chatId, params.number));
  },
};
