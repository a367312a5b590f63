import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { fileUsers } from '../../file/door.ts';
import { laterChanged } from './later.events.ts';
import { laterFiles } from './later.repository.ts';
import { cancelLater, changeLater, planLater, readLater, sendLater } from './later.service.ts';

const { chatLater: calls } = endpoints;

export const later: Module = {
  name: 'later',
  events: [laterChanged],
  extensions: [extend(fileUsers, laterFiles)],
  routes(app, deps) {
    route(app, calls.list, (ctx, { params }) => readLater(ctx, params.chatId));
    route(app, calls.plan, async (ctx, { params, body }) => answer(await planLater(ctx, params.chatId, body), 'The message is planned.'));
    route(app, calls.update, async (ctx, { params, body }) => answer(await changeLater(ctx, params, body), 'The message is planned.'));
    route(app, calls.send, async (ctx, { params, body }) => {
      await sendLater(ctx, params, body);
      deps.metrics.messages.inc({ direction: 'out', source: 'CHAT' });
      return answer(null, 'The message is sent.');
    });
    route(app, calls.cancel, async (ctx, { params }) => {
      await cancelLater(ctx, params.chatId, params.laterId);
      return answer(null, 'The message is taken back.');
    });
  },
};
