import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formList, formNumber, Id, Page, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { OwnStatus } from './agent-status.ts';
import { agentNamesPage, agentsPage, waitingKinds } from './chat-kinds.ts';
import { Agent, AudioTranscript, ChatCounts, ChatDetail, ChatSummary, ChatTaker, NotificationChat } from './chat-record.ts';
import { HistoryFilter, HistoryPage } from './history-list.ts';
import { ChatConfig, ChatSettingSources, chatSettingKeys } from './settings.ts';
import { ChatPreview, ChatPreviewQuery } from './settings-preview.ts';

/** Status of a desk. @property since when it holds; null: the user has no desk */
const DeskStatus = z.object({
  agentStatus: z.number(),
  reason: z.string(),
  ownStatus: OwnStatus.nullable(),
  since: z.iso.datetime().nullable(),
});

/** Empty: the enterprise. */
const Scope = z.object({ deptId: z.union([Id, z.literal('')]).default('') });
const ScopedConfig = z.object({ chat: ChatConfig, sources: ChatSettingSources, version: z.number() });

const tag = 'Chat';
const ChatParams = z.object({ chatId: Id });
const handle = screens.conversation.permissions;

export const chatEndpoints = {
  summary: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/summary',
    summary: "The signed-in agent's chats, suspended ones included",
    tag,
    access: handle,
    keyScopes: ['chats'],
    query: Page.extend({ screenType: text(20).default('CHAT') }),
    answer: z.array(ChatSummary),
  }),
  history: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/history',
    summary: 'Ended chats within the data scope, newest first, and those that the user took part in',
    tag,
    access: ['CHAT.VIEW_CHATHISTORY'],
    keyScopes: ['chats'],
    query: HistoryFilter,
    answer: HistoryPage,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId',
    summary:
      'One chat; `after` and `sidesAfter` answer what was missed since those numbers, `before` and `sidesBefore` the page above them',
    tag,
    access: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'],
    keyScopes: ['chats'],
    params: ChatParams,
    query: z.object({
      after: z.coerce.number().int().min(0).optional(),
      before: z.coerce.number().int().min(1).optional(),
      sidesAfter: z.coerce.number().int().min(0).optional(),
      sidesBefore: z.coerce.number().int().min(1).optional(),
      perPage: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: ChatDetail,
  }),
  transcripts: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/transcript',
    summary: 'What is said in audio messages of the chat, as far as somebody has asked for it, and whether it can be asked for',
    tag,
    access: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'],
    params: ChatParams,
    answer: z.object({ canTranscribe: z.boolean(), transcripts: z.array(AudioTranscript) }),
  }),
  transcribe: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/transcript',
    summary: 'Have a speech service write down what is said in one audio message; asked again, it is what was written the first time',
    audit: leavesNothing("it stands with the chat's own record"),
    tag,
    access: handle,
    perMinute: 20,
    params: ChatParams,
    body: z.object({ number: z.coerce.number().int().min(1).max(1_000_000) }),
    answer: AudioTranscript,
  }),
  updateTag: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/chat/:chatId/update_tag',
    summary: "Set the chat's label and note",
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    params: ChatParams,
    body: z.object({ tag: text(80).default(''), note: text(2000).default('') }),
    answer: z.null(),
  }),
  close: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/close',
    summary: 'Close a chat',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    query: z.object({ feedback: text(1000).default('') }),
    answer: z.null(),
  }),
  suspend: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/suspend',
    summary: 'Suspend a chat; with `wakeAt` it goes on by itself then',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    query: z.object({ wakeAt: z.iso.datetime().optional() }),
    answer: z.null(),
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/resume',
    summary: 'Resume a suspended chat',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    answer: z.null(),
  }),
  handBack: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/return',
    summary: 'Return an own chat to the stream that had it before people, or to the bot of its channel',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    params: ChatParams,
    /** The stream or bot that the caller was told of */
    body: ChatTaker.extend({ name: text(512) }),
    answer: z.null(),
  }),
  pin: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/:pin',
    summary: 'Pin or unpin a chat in the own list',
    audit: leavesNothing("the order of one's own list"),
    tag,
    access: handle,
    params: z.object({ chatId: Id, pin: z.enum(['pin', 'unpin']) }),
    answer: z.null(),
  }),
  counts: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat_count',
    summary: 'How many chats wait, by kind',
    tag,
    access: handle,
    answer: ChatCounts,
  }),
  waiting: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/notifications',
    summary: 'The waiting chats of one kind, longest first',
    tag,
    access: handle,
    query: z.object({ type: z.enum(waitingKinds) }),
    answer: z.array(NotificationChat),
  }),
  userDetails: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chatUserDetails',
    summary: 'The customers of the chats in a state',
    tag,
    access: handle,
    query: z.object({ State: z.coerce.number().int().min(0).max(5) }),
    answer: z.array(z.object({ chatId: Id, customerId: Id, customerName: z.string(), customerNumber: z.string() })),
  }),
  agentStatus: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/get_agent_status',
    summary: 'The own status: 1 online, 0 offline, 2 away; with the load in hundredths of a chat, and how many chats are the limit',
    tag,
    access: handle,
    answer: DeskStatus.extend({ load: z.number(), limit: z.number() }),
  }),
  updateAgentStatus: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/update_agent_status',
    summary: 'Set the own status',
    audit: leaves('agent_status', 'edit'),
    tag,
    access: handle,
    /** statusId: an own status, whose base counts instead of agentStatus; empty: none */
    body: z.object({
      agentStatus: z.coerce.number().int().min(0).max(2),
      reason: text(120).default(''),
      statusId: z.union([Id, z.literal('')]).default(''),
    }),
    answer: DeskStatus,
  }),
  agents: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/agents',
    summary: 'Agents, by name; agentStatus -1 is any, and the role 3 is everybody who may handle chats, by whichever role',
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    query: Page.extend({
      perPage: formNumber(-1, agentNamesPage).default(agentsPage),
      name: text(120).default(''),
      roles: formList(z.coerce.number().int()),
      agentStatus: z.coerce.number().int().min(-1).max(2).default(-1),
    }),
    answer: z.object({ users: z.array(Agent), more: z.boolean() }),
    wrap: 'response',
  }),
  chatConfig: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat_config',
    summary: 'Chat settings in force for the chats of a department; without one, for the caller, whose departments may allow more',
    tag,
    access: handle,
    query: Scope,
    answer: ChatConfig,
  }),
  configuration: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/configuration',
    summary: 'Settings of the enterprise or of a department, with the origin of each value',
    tag,
    access: ['CHAT.CHAT_CONFIG'],
    query: Scope,
    answer: ScopedConfig,
  }),
  saveConfiguration: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/configuration',
    summary: 'Change settings of the enterprise or of a department, or let it inherit them again',
    audit: leaves('chat_settings', 'edit'),
    tag,
    access: ['CHAT.CHAT_CONFIG'],
    /** `reset`: what is inherited from now on, by the department or from the defaults */
    body: Scope.extend({ chat: ChatConfig.partial().default({}), reset: formList(z.enum(chatSettingKeys)), version: Version.optional() }),
    answer: ScopedConfig,
  }),
  previewConfiguration: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/configuration/preview',
    summary: 'Settings and messages as a chat of a department would have them on a channel at a time, filled with samples',
    tag,
    access: ['CHAT.CHAT_CONFIG'],
    query: ChatPreviewQuery,
    answer: ChatPreview,
  }),
  sendTranscript: defineEndpoint({
    method: 'POST',
    path: '/chatbird/api/chat/sendtranscript',
    summary: "Mail the chat's transcript",
    audit: leaves('transcript', 'send'),
    tag,
    access: handle,
    perMinute: 20,
    body: z.object({ chatId: Id, emailId: z.email(faultTexts['email.invalid']) }),
    answer: z.null(),
  }),
};
