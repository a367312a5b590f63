import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';
import { ChatDraft } from './chat-answer.ts';

export const chatDraftEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/draft',
    summary: 'The reply that the caller has begun in a chat; empty at revision 0 where there is none',
    tag: 'Chat',
    access: screens.conversation.permissions,
    params: z.object({ chatId: Id }),
    answer: ChatDraft,
  }),
};
