import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { createReplies } from '../conversation/chat.reply.ts';
import { writeNote } from '../note/note.service.ts';
import { assignByCall, replyByCall } from './program.service.ts';

const { chatPrograms: calls } = endpoints;

/** Acts on chats by calls, for programs with a key. */
export const chatProgram: Module = {
  name: 'chatProgram',
  routes(app, deps) {
    const tools = { replies: createReplies(deps), metrics: deps.metrics };
    route(app, calls.reply, async (ctx, { params, body }) => answer(await replyByCall(ctx, tools, { ...params, ...body }), 'Sent.'));
    route(app, calls.note, async (ctx, { params, body }) => answer(await writeNote(ctx, { ...params, ...body }), 'Saved.'));
    route(app, calls.assign, async (ctx, { params, body }) => {
      await assignByCall(ctx, { ...params, ...body });
      return answer(null, 'The chat is handed on.');
    });
  },
};
