import { leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { ToolTrace } from '../bot/tool.ts';
import { toolConfirms } from '../bot/tool-kinds.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formList, formNumber, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { assistKinds, assistOutcomes } from './assist-kinds.ts';
import { mostChatLabels } from './chat-kinds.ts';
import { clockDeeds, serviceClocks } from './clock-kinds.ts';
import { monitorDeeds } from './monitor-kinds.ts';
import { ruleEvents } from './rule-kinds.ts';
import { RuleCheck, RuleDeed } from './rule-trace.ts';

/** Characters of a note, and the users that one may mention. */
export const noteLimit = 20_000;
export const mostMentions = 20;
/** Lines of a page, of either record */
export const mostSides = 200;
export const chatPriorities = { lowest: 0, usual: 5, highest: 9 } as const;

/** `whisper`: a line to one agent, which nobody else in the chat reads. `assist`: the draft with which a reply began. `tool`: a call of a bot's. */
export const chatSideKinds = ['note', 'act', 'clock', 'rule', 'whisper', 'assist', 'tool'] as const;

/** A label as a chat shows it. */
export const ChatMark = z.object({ id: Id, name: z.string(), colour: z.string() });
export type ChatMark = z.infer<typeof ChatMark>;

/** Changes by a person or a key that the line of an act tells, what a clock that was due has done, and what a rule that fired has. */
export const SideAct = z.union([
  z.object({ act: z.literal('labels'), added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Own fields by their names; empty: there was, or is, no value */
  z.object({ act: z.literal('fields'), changes: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })) }),
  z.object({ act: z.literal('priority'), from: z.number(), to: z.number() }),
  // Acts of a key: of a person, the chat's entries tell them, or it is the own chat.
  z.object({ act: z.literal('offered'), agentName: z.string(), note: z.string() }),
  z.object({ act: z.literal('suspended'), until: z.iso.datetime().nullable() }),
  z.object({ act: z.literal('resumed') }),
  z.object({
    act: z.literal('clock'),
    clock: z.enum(serviceClocks),
    did: z.enum(clockDeeds),
    dueAt: z.iso.datetime(),
    /** Names: of the policy, and of the department that the chat went to, or should have */
    policy: z.string(),
    department: z.string(),
    /** A raised priority */
    priority: z.number().nullable(),
  }),
  /** An act of a supervisor on the monitor. Names are empty, and priorities null, where the act has none. */
  z.object({
    act: z.literal('monitor'),
    did: z.enum(monitorDeeds),
    agentName: z.string(),
    departmentName: z.string(),
    note: z.string(),
    /** It goes beyond the limit of the agent */
    over: z.boolean(),
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  z.object({
    act: z.literal('rule'),
    /** The rule's name of then */
    rule: z.string(),
    event: z.enum(ruleEvents),
    checks: z.array(RuleCheck),
    deeds: z.array(RuleDeed),
  }),
  /** A reply that began with a draft */
  z.object({
    act: z.literal('assist'),
    kind: z.enum(assistKinds),
    sourceId: Id,
    /** The source's name of then */
    name: z.string(),
    outcome: z.enum(assistOutcomes),
    /** Number of the reply */
    number: z.number(),
    /** Department of the chat at that time; '' for none */
    deptId: z.string(),
  }),
  // A call of the bot's tool: proposed, or over.
  ToolTrace.extend({
    act: z.literal('tool'),
    callId: Id,
    confirm: z.enum(toolConfirms),
    /** Name of the agent who has confirmed or refused it; empty: nobody was asked, or the customer was */
    by: z.string(),
  }),
]);
export type SideAct = z.infer<typeof SideAct>;

/** One line of a chat's second record, which the enterprise's own people alone read. Numbered per chat from 1; erased lines leave gaps. */
export const ChatSide = z
  .object({
    number: z.number(),
    at: z.iso.datetime(),
    kind: z.enum(chatSideKinds),
    /** Empty of a line of a clock or a rule: nobody has written it */
    authorId: z.string(),
    authorName: z.string(),
    text: z.string(),
    mentions: z.array(z.object({ uId: Id, name: z.string() })),
    /** The author's own key of a note; a repeat with the same key is the same note. */
    key: z.string(),
    /** Null: a note, or a line whose words were erased */
    act: SideAct.nullable(),
    /** The agent whom a whisper is for; left out: it is none, or of an earlier version */
    to: z.object({ uId: Id, name: z.string() }).optional(),
  })
  .meta({ id: 'ChatSide' });
export type ChatSide = z.infer<typeof ChatSide>;

/** Somebody has mentioned the reader in a note, which the reader has not read yet. */
export const ChatMention = z
  .object({
    id: Id,
    chatId: Id,
    sideNumber: z.number(),
    at: z.iso.datetime(),
    by: z.string(),
    customerName: z.string(),
    chatNumber: z.string(),
    /** The beginning of the note */
    text: z.string(),
  })
  .meta({ id: 'ChatMention' });
export type ChatMention = z.infer<typeof ChatMention>;

const tag = 'Chat';
const handle = screens.conversation.permissions;
const ChatParams = z.object({ chatId: Id });
const inItsRecord = leavesNothing("the chat's own record holds it");

export const chatSideEndpoints = {
  mentions: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/mentions',
    summary: 'Notes that mention the user and that they have not read, newest first; `before` is the id of the last one of the page above',
    tag,
    access: handle,
    query: z.object({ before: Id.optional(), perPage: formNumber(1, 100).default(30) }),
    answer: z.object({ mentions: z.array(ChatMention), total: z.number(), more: z.boolean() }),
  }),
  readMentions: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/chat/:chatId/mentions',
    summary: "Mark the user's mentions in a chat as read, up to a side line",
    audit: leavesNothing('what somebody has read is theirs'),
    tag,
    access: handle,
    changes: 'own',
    params: ChatParams,
    body: z.object({ upTo: formNumber(1, 2_000_000_000) }),
    answer: z.object({ read: z.number() }),
  }),
  mentionable: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/mentionable',
    summary: 'Users who may see the chat and so be mentioned in its notes, by name',
    tag,
    access: handle,
    params: ChatParams,
    query: z.object({ name: text(120).default('') }),
    answer: z.array(z.object({ uId: Id, name: z.string() })),
  }),
  saveLabels: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/chat/:chatId/labels',
    summary: 'Give a chat exactly these labels; retired ones stay if it has them, and are not added',
    audit: inItsRecord,
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    body: z.object({ labelIds: formList(Id).pipe(z.array(Id).max(mostChatLabels)) }),
    answer: z.array(ChatMark),
  }),
  savePriority: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/chat/:chatId/priority',
    summary: 'Say how urgent a chat is, 0 to 9: the most urgent waiting chat is served first',
    audit: inItsRecord,
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    // Nothing is no priority: it would be read as 0.
    body: z.object({
      priority: z.preprocess((value) => (value === '' ? undefined : value), formNumber(chatPriorities.lowest, chatPriorities.highest)),
    }),
    answer: z.object({ priority: z.number() }),
  }),
};
