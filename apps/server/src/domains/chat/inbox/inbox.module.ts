import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { actOnMany } from './bulk.service.ts';
import { listCustomerChats } from './customer-chats.service.ts';
import { readInbox } from './inbox.service.ts';
import { reopenChat } from './reopen.service.ts';

const { inbox: calls } = endpoints;

export const inbox: Module = {
  name: 'inbox',
  routes(app) {
    route(app, calls.list, (ctx, { query }) => readInbox(ctx, query));
    route(app, calls.customerChats, (ctx, { params }) => listCustomerChats(ctx, params.chatId));
    route(app, calls.bulk, (ctx, { body }) => actOnMany(ctx, body.chatIds, body.act));
    route(app, calls.reopen, async (ctx, { params }) => answer(await reopenChat(ctx, params.chatId), 'The chat goes on.'));
  },
};
