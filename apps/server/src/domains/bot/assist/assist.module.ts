import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { suggest } from './assist.suggest.ts';
import { readTranslations, translateMessages, translateReply } from './assist.translate.ts';
import { writeText } from './assist.write.ts';

const { assist: calls } = endpoints;

/** Help for agents: drafts from bots, and what a language model writes and translates. Nothing of it is sent by itself. */
export const assist: Module = {
  name: 'assist',
  routes(app, deps) {
    route(app, calls.suggest, (ctx, { params, query }) => suggest(ctx, deps, params.chatId, query.number));
    route(app, calls.write, (ctx, { params, body }) => writeText(ctx, deps, params.chatId, body));
    route(app, calls.translations, (ctx, { params, query }) => readTranslations(ctx, params.chatId, query.language));
    route(app, calls.translate, (ctx, { params, body }) => translateMessages(ctx, deps, params.chatId, body));
    route(app, calls.translateReply, (ctx, { params, body }) => translateReply(ctx, deps, params.chatId, body));
  },
};
