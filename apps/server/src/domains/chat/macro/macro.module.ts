import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { previewInChat } from './macro.facts.ts';
import { macroRecord } from './macro.record.ts';
import { runMacro } from './macro.run.ts';
import { createMacro, orderMacros, readMacro, readMacros, removeMacro, saveMacro } from './macro.service.ts';

const { macros: calls } = endpoints;

export const macro: Module = {
  name: 'macro',
  records: [macroRecord],
  routes(app, deps) {
    route(app, calls.list, (ctx, { query }) => readMacros(ctx, query));
    route(app, calls.create, async (ctx, { body }) => answer(await createMacro(ctx, body), 'The macro is added.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderMacros(ctx, body), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readMacro(ctx, params.macroId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveMacro(ctx, params.macroId, body), 'The macro is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeMacro(ctx, params.macroId);
      return answer(null, 'The macro is deleted.');
    });
    route(app, calls.preview, (ctx, { params }) => previewInChat(ctx, params.chatId, params.macroId));
    route(app, calls.run, async (ctx, { params, body }) => {
      const { done, replies } = await runMacro(ctx, params.chatId, params.macroId, body);
      if (replies > 0) deps.metrics.messages.inc({ direction: 'out', source: 'CHAT' }, replies);
      return answer({ done }, 'The macro is done.');
    });
  },
};
