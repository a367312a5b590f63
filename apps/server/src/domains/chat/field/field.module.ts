import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { fieldRecord } from './field.record.ts';
import { createField, orderFields, readField, readFields, removeField, saveField } from './field.service.ts';
import { readValues, saveValues } from './field.values.ts';

const { chatFields: calls } = endpoints;

export const chatField: Module = {
  name: 'chat-field',
  records: [fieldRecord],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => readFields(ctx, query.deptId));
    route(app, calls.create, async (ctx, { body }) => answer(await createField(ctx, body), 'The field is added.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderFields(ctx, body), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readField(ctx, params.fieldId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveField(ctx, params.fieldId, body), 'The field is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      const removed = await removeField(ctx, params.fieldId);
      return answer(removed, removed.isRetired ? 'Chats have values of the field: it is retired.' : 'The field is deleted.');
    });
    route(app, calls.ofChat, (ctx, { params }) => readValues(ctx, params.chatId));
    route(app, calls.saveOfChat, async (ctx, { params, body }) => answer(await saveValues(ctx, params.chatId, body.values), 'Saved.'));
  },
};
