import { endpoints } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { sampleMakers } from '../../account/door.ts';
import { quickReplyBin } from './quick-reply.bin.ts';
import { importQuickReplies } from './quick-reply.import.ts';
import { quickReplyRecord } from './quick-reply.record.ts';
import { sampleReplies } from './quick-reply.sample.ts';
import {
  createQuickReply,
  deleteQuickReply,
  fillQuickReply,
  putQuickReplyBack,
  readQuickReplies,
  readQuickReply,
  saveQuickReply,
} from './quick-reply.service.ts';

const { quickReplies: calls } = endpoints;

export const quickReply: Module = {
  name: 'quickReply',
  records: [withPutBack(withBin(quickReplyRecord, quickReplyBin), { fields: ['shortcut', 'text', 'textHi'], save: putQuickReplyBack })],
  extensions: [extend(sampleMakers, sampleReplies)],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => readQuickReplies(ctx, query));
    route(app, calls.get, (ctx, { params }) => readQuickReply(ctx, params.replyId));
    route(app, calls.fill, (ctx, { params, query }) => fillQuickReply(ctx, params.replyId, query.chatId));
    route(app, calls.create, async (ctx, { body }) => answer(await createQuickReply(ctx, body), 'The quick reply is added.'));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveQuickReply(ctx, params.replyId, body), 'The quick reply is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteQuickReply(ctx, params.replyId);
      return answer(null, 'The quick reply is deleted.');
    });
    route(app, calls.import, async (ctx, { body }) => answer(await importQuickReplies(ctx, body), 'The file is read.'));
  },
};
