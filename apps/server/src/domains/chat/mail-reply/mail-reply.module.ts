import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { mailThreads } from '../mail-thread/mail.thread.port.ts';
import { readReplyingMail } from './mail-reply.service.ts';
import { placeInThreads } from './mail-reply.thread.ts';

export const mailReply: Module = {
  name: 'mailReply',
  extensions: [extend(mailThreads, placeInThreads)],
  routes(app) {
    route(app, endpoints.mailReplies.get, (ctx, { params, query }) => readReplyingMail(ctx, params.chatId, query.answers ?? null));
  },
};
