import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { moveSources } from '../market/move-kinds.ts';
import { z } from '../z.ts';

/** Authors of messages in another product. */
export const movedAuthors = ['customer', 'agent', 'bot', 'system'] as const;
export type MovedAuthor = (typeof movedAuthors)[number];

/** A conversation that was led in another product. */
export const MovedChat = z
  .object({
    id: Id,
    source: z.enum(moveSources),
    /** Its number there */
    number: z.string(),
    subject: z.string(),
    startedOn: Instant,
    endedOn: Instant,
    /** '' where it is of nobody in the phone book */
    customerId: z.string(),
    customerName: z.string(),
    /** Number or e-mail address that it was led with */
    address: z.string(),
    channelName: z.string(),
    departmentName: z.string(),
    agents: z.array(z.string()),
    labels: z.array(z.string()),
    messages: z.number(),
    /** Its words are removed by the rule of retention */
    isRemoved: z.boolean(),
  })
  .meta({ id: 'MovedChat' });
export type MovedChat = z.infer<typeof MovedChat>;

export const MovedMessage = z
  .object({
    key: z.string(),
    at: Instant,
    by: z.enum(movedAuthors),
    name: z.string(),
    text: z.string(),
    isNote: z.boolean(),
    /** Files as the other product named them: nothing of them is kept here */
    files: z.array(z.object({ name: z.string(), address: z.string() })),
  })
  .meta({ id: 'MovedMessage' });
export type MovedMessage = z.infer<typeof MovedMessage>;

export const movedChatEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/moved/:movedId',
    summary: 'A conversation that was led in another product, with a page of its messages, oldest first',
    tag: 'Chat history',
    access: screens.chatHistory.permissions,
    params: z.object({ movedId: Id }),
    query: z.object({
      from: z.coerce.number().int().min(0).max(1_000_000).default(0),
      perPage: z.coerce.number().int().min(1).max(500).default(200),
    }),
    answer: z.object({ chat: MovedChat, messages: z.array(MovedMessage), more: z.boolean() }),
  }),
};
