import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { ChatSummary } from './chat-record.ts';
import { inboxSorts, mostBulkChats, noDepartment, raisedPriority, serverTabs } from './inbox-kinds.ts';

/** Department of chats, `none` for chats of no department; empty: every chat */
export const InboxDepartment = z.union([Id, z.literal(['', noDepartment])]).default('');
/** Least priority of chats, which is above the usual one; null: every chat */
export const InboxPriority = z.coerce.number().int().min(raisedPriority).max(9);

/** Place in a list that is read page by page: the time and the id of the last row. */
export const ChatCursor = z
  .string()
  .max(80)
  .refine((value) => {
    const [at, id, ...rest] = value.split('_');
    return rest.length === 0 && z.iso.datetime().safeParse(at).success && z.uuid().safeParse(id).success;
  }, 'No such place in the list.')
  .meta({ examples: ['2026-11-28T10:00:00.000Z_01900000-0000-7000-8000-000000000001'] });

/** A row of the inbox: a chat, and who offers it to the reader. */
export const InboxChat = ChatSummary.extend({
  offer: z
    .object({
      kind: z.enum(['transferred', 'invited', 'assigned']),
      fromName: z.string(),
      note: z.string(),
      /** Seconds in which it may still be accepted: clocks of browsers are wrong */
      secondsLeft: z.number(),
    })
    .nullable(),
}).meta({ id: 'InboxChat' });
export type InboxChat = z.infer<typeof InboxChat>;

export const InboxPage = z
  .object({
    chats: z.array(InboxChat),
    /** `before` of the next page; null at the end */
    next: z.string().nullable(),
    /** Time of the server, by which waits are counted */
    asOf: z.iso.datetime(),
  })
  .meta({ id: 'InboxPage' });
export type InboxPage = z.infer<typeof InboxPage>;

/** Place in the hits of a search: time, chat and number of the last one. */
const SearchCursor = z
  .string()
  .max(90)
  .refine((value) => {
    const [at, id, number = '', ...rest] = value.split('_');
    const isNumber = /^[0-9]{1,9}$/.test(number);
    return rest.length === 0 && isNumber && z.iso.datetime().safeParse(at).success && z.guid().safeParse(id).success;
  }, 'No such place in the list.')
  .meta({ examples: ['2026-11-28T10:00:00.000Z_01900000-0000-7000-8000-000000000001_1'] });

/** A message that has the words of a search. */
export const ChatHit = z
  .object({
    chatId: Id,
    number: z.number(),
    actedOn: z.iso.datetime(),
    customerName: z.string(),
    customerNumber: z.string(),
    channelType: z.number(),
    state: z.number(),
    authorKind: z.enum(['customer', 'agent', 'bot', 'system']),
    authorName: z.string(),
    /** Part of the message round the words */
    text: z.string(),
    /** Places of the words in it, each from and to */
    marks: z.array(z.tuple([z.number(), z.number()])),
  })
  .meta({ id: 'ChatHit' });
export type ChatHit = z.infer<typeof ChatHit>;

export const ChatSearchPage = z
  .object({
    /** Latest chats of customers who are called so; on the first page alone */
    chats: z.array(ChatSummary),
    hits: z.array(ChatHit),
    /** `before` of the next page; null where all is looked through */
    next: z.string().nullable(),
    /** The time up to which was looked, where time and not the page has ended it */
    lookedTo: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ChatSearchPage' });
export type ChatSearchPage = z.infer<typeof ChatSearchPage>;

/** One act on many chats. */
export const BulkAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('label'), tag: text(80) }),
  z.object({ kind: z.literal('transfer'), agentId: Id.optional(), departmentId: Id.optional(), note: requiredText(1000) }),
  z.object({ kind: z.literal('close'), feedback: text(1000).default('') }),
]);
export type BulkAct = z.infer<typeof BulkAct>;

export const BulkOutcome = z
  .object({
    done: z.array(Id),
    /** Each chat that stays as it was, with the reason. */
    refused: z.array(z.object({ chatId: Id, code: z.string(), message: z.string() })),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.infer<typeof BulkOutcome>;

/**
 * Another open chat of a chat's customer. Where the caller may not read it, its channel and state alone are told.
 * @property departmentName '' for chats of no department
 */
export const CustomerChat = z
  .object({
    chatId: Id,
    channelType: z.number(),
    channelName: z.string(),
    state: z.number(),
    handledBy: ChatSummary.shape.handledBy,
    isReadable: z.boolean(),
    ownerId: z.string(),
    ownerName: z.string(),
    departmentName: z.string(),
    lastMessage: z.string(),
    lastActivityAt: z.iso.datetime().nullable(),
    /** The caller takes part in it, and so may answer */
    takesPart: z.boolean(),
    /** It waits, and the caller may pick it up by hand */
    mayPickUp: z.boolean(),
    /** Its channel takes free text for this customer no more */
    isJITRequired: z.boolean(),
    /** Time until which free text may be sent; null where there is no such limit, or the caller may not read the chat */
    windowEndsAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'CustomerChat' });
export type CustomerChat = z.infer<typeof CustomerChat>;

const tag = 'Inbox';
const handle = screens.conversation.permissions;
const base = '/e/enterprise/chat';

export const inboxEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/inbox`,
    summary: 'Chats of a tab of the inbox, page by page',
    tag,
    access: handle,
    keyScopes: ['chats'],
    query: z.object({
      tab: z.enum(serverTabs),
      sort: z.enum(inboxSorts).default('newest'),
      channel: z.coerce.number().int().min(0).max(99).optional(),
      label: text(80).default(''),
      department: InboxDepartment,
      priority: InboxPriority.optional(),
      before: ChatCursor.optional(),
      perPage: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: InboxPage,
  }),
  search: defineEndpoint({
    method: 'GET',
    path: `${base}/search`,
    summary: 'Messages with the words, newest first, in all chats that the caller may read; the last word may be the beginning of one',
    tag,
    access: screens.conversation.permissions,
    keyScopes: ['chats'],
    perMinute: 240,
    query: z.object({ q: text(200).default(''), before: SearchCursor.optional() }),
    answer: ChatSearchPage,
  }),
  customerChats: defineEndpoint({
    method: 'GET',
    path: `${base}/:chatId/customer_chats`,
    summary: 'Other open chats of the same customer, on all channels, latest first',
    tag,
    access: handle,
    params: z.object({ chatId: Id }),
    answer: z.array(CustomerChat),
  }),
  bulk: defineEndpoint({
    method: 'POST',
    path: `${base}/bulk`,
    summary: 'Label, transfer or close many chats; each that is refused is named, the others are done',
    audit: leavesNothing("each chat's own record holds it"),
    tag,
    access: handle,
    perMinute: 30,
    body: z.object({ chatIds: z.array(Id).min(1).max(mostBulkChats), act: BulkAct }),
    answer: BulkOutcome,
  }),
  reopen: defineEndpoint({
    method: 'POST',
    path: `${base}/:chatId/reopen`,
    summary: 'Take a closed chat up again, as its owner from now on',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    params: z.object({ chatId: Id }),
    answer: ChatSummary,
  }),
};
