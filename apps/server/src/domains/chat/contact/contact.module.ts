import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { contactRecord } from './contact.record.ts';
import { blockCustomer, revealContact } from './contact.service.ts';

const { chatContacts: calls } = endpoints;

export const chatContact: Module = {
  name: 'chatContact',
  records: [contactRecord],
  routes(app) {
    route(app, calls.reveal, (ctx, { params }) => revealContact(ctx, params.chatId));
    route(app, calls.block, async (ctx, { params, body }) => {
      await blockCustomer(ctx, params.chatId, body.reason);
      return answer(null, 'The customer is blocked, and the chat is closed.');
    });
  },
};
