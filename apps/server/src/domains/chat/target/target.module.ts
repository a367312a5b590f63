import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { chatTargetsRecord } from './target.record.ts';
import { getTargets, saveTargets } from './target.service.ts';

/** Values that figures of chats are to reach. */
export const chatTargets: Module = {
  name: 'chat-targets',
  records: [chatTargetsRecord],
  routes(app) {
    route(app, endpoints.chatTargets.get, (ctx, { query }) => getTargets(ctx, query.departmentId));
    route(app, endpoints.chatTargets.save, async (ctx, { body }) => answer(await saveTargets(ctx, body), 'The targets are saved.'));
  },
};
