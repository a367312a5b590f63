import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { messageLimit } from './chat-kinds.ts';
import { ChatAction } from './chat-record.ts';

const tag = 'Chat';
const access = screens.conversation.permissions;
const base = '/e/enterprise/chat/:chatId/messages/:number';
const params = z.object({ chatId: Id, number: z.coerce.number().int().min(1).max(2_000_000_000) });
const inItsRecord = leavesNothing("the chat's own record holds it");

/** Acts of an agent on one message. Each answers with the entry as it stands then: done, or on its way to the vendor (`detail.act`). */
export const messageActEndpoints = {
  react: defineEndpoint({
    method: 'PUT',
    path: `${base}/reaction`,
    summary: "React to a customer's message; an empty emoji takes the reaction back",
    audit: inItsRecord,
    tag,
    access,
    params,
    body: z.object({ emoji: text(32).default('') }),
    answer: ChatAction,
  }),
  edit: defineEndpoint({
    method: 'PUT',
    path: `${base}/text`,
    summary: 'Give an own message other words; `was` are those that the caller saw',
    audit: inItsRecord,
    tag,
    access,
    params,
    body: z.object({ text: requiredText(messageLimit), was: text(messageLimit) }),
    answer: ChatAction,
  }),
  takeBack: defineEndpoint({
    method: 'DELETE',
    path: base,
    summary: "Take an own message back, or as the chat's owner any agent's: the customer sees it no more",
    audit: inItsRecord,
    tag,
    access,
    params,
    answer: ChatAction,
  }),
  drop: defineEndpoint({
    method: 'DELETE',
    path: `${base}/act`,
    summary: 'Drop an act that failed or whose outcome is unknown: the message stays as it is',
    audit: inItsRecord,
    tag,
    access,
    params,
    answer: ChatAction,
  }),
};
