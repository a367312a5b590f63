import { type ChatAction, endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { actListeners } from '../../messaging/door.talk.ts';
import { viewerOf } from '../access/chat.access.ts';
import { shownAction } from '../access/entry.reading.ts';
import { lockChats } from '../record/chat.repository.ts';
import { showOutcome } from './message-act.apply.ts';
import { dropAct, editMessage, reactTo, takeBackMessage } from './message-act.service.ts';

const { messageActs: calls } = endpoints;

export const messageAct: Module = {
  name: 'messageAct',
  extensions: [extend(actListeners, { lock: (tx, enterpriseId, chatId) => lockChats(tx, enterpriseId, [chatId]), apply: showOutcome })],
  routes(app) {
    const shown = async (ctx: Ctx, action: Promise<ChatAction>) => shownAction(await action, viewerOf(ctx.actor));
    route(app, calls.react, async (ctx, { params, body }) => answer(await shown(ctx, reactTo(ctx, params, body.emoji)), 'Saved.'));
    route(app, calls.edit, async (ctx, { params, body }) =>
      answer(await shown(ctx, editMessage(ctx, params, body)), 'The message is changed.'),
    );
    route(app, calls.takeBack, async (ctx, { params }) =>
      answer(await shown(ctx, takeBackMessage(ctx, params)), 'The message is taken back.'),
    );
    route(app, calls.drop, async (ctx, { params }) => answer(await shown(ctx, dropAct(ctx, params)), 'Dropped.'));
  },
};
