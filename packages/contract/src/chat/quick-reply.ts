import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FaultWords, faultTexts } from '../faults.ts';
import { formNumber, Id, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { messageLimit } from './chat-kinds.ts';
import { chatMessageLanguages } from './settings.ts';

/** Quick replies of an enterprise. */
export const quickRepliesMax = 10_000;
/** Lines of one file. */
export const quickReplyLinesMax = 2_000;
/** Replies that an agent's browser keeps, the most used first. */
export const quickRepliesKept = 200;
export const quickReplyFileColumns = ['shortcut', 'language', 'text', 'department'] as const;
const longestFile = 2 * 1024 * 1024;

/** Variables of quick replies, as `{{ customer.name }}`, in the language of streams' expressions. */
export const quickReplyVariables = ['customer.name', 'agent.name', 'department.name'] as const;

export const shortcutPattern = /^[\p{L}\p{M}\p{N}_.-]{1,40}$/u;
const Shortcut = z.string().trim().regex(shortcutPattern, faultTexts['quick_reply.shortcut']);
const ReplyText = text(messageLimit);

export const QuickReply = z
  .object({
    id: Id,
    /** Empty: of all departments */
    deptId: z.string(),
    shortcut: z.string(),
    /** A text for each language; one of them may be empty */
    text: z.string(),
    textHi: z.string(),
    usedCount: z.number(),
    version: z.number(),
  })
  .meta({ id: 'QuickReply' });
export type QuickReply = z.infer<typeof QuickReply>;

/** The text of a quick reply for one chat. A gap is a variable without a value: the writer fills it. */
export const FilledReply = z
  .object({
    language: z.enum(chatMessageLanguages),
    parts: z.array(z.object({ text: z.string(), isGap: z.boolean() })),
  })
  .meta({ id: 'FilledReply' });
export type FilledReply = z.infer<typeof FilledReply>;

const QuickReplySave = z.object({ shortcut: Shortcut, text: ReplyText.default(''), textHi: ReplyText.default('') });
const Choice = z.union([Id, z.literal('')]).default('');
const LineFault = FaultWords.extend({ line: z.number() });

const tag = 'Quick replies';
const base = '/e/enterprise/quick_replies';
const ReplyParams = z.object({ replyId: Id });
const readers = ['CHAT.HANDLE', 'CHAT.CHAT_CONFIG'] as const;
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const quickReplyEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary:
      'Quick replies of a department or of all; with a chat those that it may use. Searched by the shortcut’s beginning, then by words',
    tag,
    access: readers,
    query: z.object({
      deptId: Choice,
      chatId: Choice,
      search: text(120).default(''),
      sort: z.enum(['shortcut', 'used']).default('shortcut'),
      from: formNumber(0, quickRepliesMax).default(0),
      perPage: formNumber(1, quickRepliesKept).default(25),
    }),
    answer: z.object({ replies: z.array(QuickReply), more: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:replyId`,
    summary: 'One quick reply',
    tag,
    access: readers,
    params: ReplyParams,
    answer: QuickReply,
  }),
  fill: defineEndpoint({
    method: 'GET',
    path: `${base}/:replyId/text`,
    summary: 'The text of a quick reply in the language of a chat’s customer, filled for it',
    tag,
    access: screens.conversation.permissions,
    params: ReplyParams,
    query: z.object({ chatId: Id }),
    answer: FilledReply,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a quick reply',
    audit: leaves('quick_reply', 'create'),
    tag,
    access: editors,
    body: QuickReplySave.extend({ deptId: Choice }),
    answer: QuickReply,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:replyId`,
    summary: 'Change a quick reply',
    audit: leaves('quick_reply', 'edit'),
    tag,
    access: editors,
    params: ReplyParams,
    body: QuickReplySave.extend({ version: Version }),
    answer: QuickReply,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:replyId`,
    summary: 'Delete a quick reply',
    audit: leaves('quick_reply', 'delete'),
    tag,
    access: editors,
    params: ReplyParams,
    answer: z.null(),
  }),
  import: defineEndpoint({
    method: 'POST',
    path: `${base}/import`,
    summary: 'Add the quick replies of a CSV file; faulty lines are said and left out',
    audit: leaves('quick_reply', 'import'),
    tag,
    access: editors,
    perMinute: 20,
    mostBytes: longestFile + 64 * 1024,
    /** deptId: of lines that name no department */
    body: z.object({ csv: text(longestFile), deptId: Choice }),
    answer: z.object({ added: z.number(), faults: z.array(LineFault) }),
  }),
};
