import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, formNumber, Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { messageLimit } from './chat-kinds.ts';
import { ChatAction } from './chat-record.ts';
import { ChatSide, mostMentions, noteLimit } from './side.ts';

/** Answers in a minute that one chat gets from all keys together; a program that answers itself would not end. */
export const keyRepliesPerMinute = 60;

const tag = 'Chats by API';
const handle = screens.conversation.permissions;
const base = '/e/enterprise/chat/:chatId';
const params = z.object({ chatId: Id });
const key = requiredText(64);
const inItsRecord = leavesNothing("the chat's own record holds it");

/** Acts on chats by a call, for programs with a key; the console does the same over its socket. */
export const chatProgramEndpoints = {
  reply: defineEndpoint({
    method: 'POST',
    path: `${base}/reply`,
    summary:
      'Answer in a chat that people have or wait for; the same `key` again is the same answer. `seen`: the highest number that was read, behind which a newer answer of others refuses this one',
    audit: inItsRecord,
    tag,
    access: handle,
    keyScopes: ['chat_replies'],
    perMinute: 600,
    params,
    body: z.object({
      key,
      text: text(messageLimit).default(''),
      /** An attachment of the library that goes with it */
      artifactId: Id.optional(),
      seen: formNumber(0, 2_147_483_647).optional(),
      /** The customer waits no longer for the agent who has the chat; else an answer by a key leaves that as it is */
      countsAsReply: formBoolean.default(false),
    }),
    answer: ChatAction,
  }),
  note: defineEndpoint({
    method: 'POST',
    path: `${base}/note`,
    summary: 'Write a note into a chat, which its customer never sees; the same `key` again is the same note',
    audit: inItsRecord,
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    perMinute: 60,
    params,
    body: z.object({ key, text: text(noteLimit), mentions: formList(Id).pipe(z.array(Id).max(mostMentions)) }),
    answer: ChatSide,
  }),
  assign: defineEndpoint({
    method: 'POST',
    path: `${base}/assign`,
    summary:
      'Offer a chat to an agent, who accepts it, or hand it to the queue of a department. A chat that they have already, or that is on offer to them, stays as it is',
    audit: inItsRecord,
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    perMinute: 60,
    params,
    body: z.object({
      agentId: Id.optional(),
      /** One of the two */
      departmentId: Id.optional(),
      note: text(1000).trim().min(1, faultTexts['chat.no_note']),
    }),
    answer: z.null(),
  }),
};
