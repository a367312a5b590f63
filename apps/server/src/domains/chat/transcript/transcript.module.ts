import { endpoints } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assertMay, route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { chatTranscriptRecord } from './transcript.record.ts';
import { openTranscriptPdf, writeTranscript } from './transcript.service.ts';

const calls = endpoints.chatHistory;

/** A link gives what the screens give to its user: those who may read chats. */
async function readerOf(app: FastifyInstance, deps: Deps, request: FastifyRequest, accessId: string): Promise<Ctx> {
  const actor = await downloaderOf(app, deps, request, accessId);
  // A caller without a token gets the answer of a chat that nobody has.
  if (!actor) throw chatNotFound();
  assertMay(actor, endpoints.chats.get);
  return app.contextOf(request, actor);
}

export const chatTranscript: Module = {
  name: 'chatTranscript',
  records: [chatTranscriptRecord],
  routes(app, deps) {
    route(app, calls.pdf, async (_ctx, { params, query, request, reply }) => {
      const ctx = await readerOf(app, deps, request, query['x-access-id']);
      const { name, stream } = await openTranscriptPdf(ctx, params.chatId, query);
      return reply
        .type('application/pdf')
        .header('content-disposition', contentDisposition('document', `${name}.pdf`))
        .send(stream);
    });
    route(app, calls.text, async (_ctx, { params, query, request, reply }) => {
      const ctx = await readerOf(app, deps, request, query['x-access-id']);
      const { name, text } = await writeTranscript(ctx, params.chatId, query);
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', contentDisposition('document', `${name}.txt`))
        .send(text);
    });
  },
};
