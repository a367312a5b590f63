import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { agentLanguages } from '../account/user.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formList, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { OwnStatus } from './agent-status.ts';
import { agentNamesPage, agentsPage, waitingKinds } from './chat-kinds.ts';
import { ChatClock } from './clock-kinds.ts';
import { historyPage } from './history-kinds.ts';
import { noDepartment } from './inbox-kinds.ts';
import { ChatConfig, ChatSettingSources, chatSettingKeys } from './settings.ts';
import { ChatPreview, ChatPreviewQuery } from './settings-preview.ts';
import { ChatMark, ChatSide } from './side.ts';

export const Attachment = z.object({
  id: Id,
  url: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** A customer has sent it, and it is of no kind that is known to do no harm: to be saved, and opened by an agent who trusts the sender */
  isUnusual: z.boolean().optional(),
  /** A recording or video that not all browsers play: `files.playable` tells of its copy */
  hasPlayable: z.boolean().optional(),
  /** An agent has recorded it as a voice note */
  isVoice: z.boolean().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** One entry of a chat's record (CHAT-009), numbered per chat from 1 without gaps. */
export const ChatAction = z
  .object({
    actionId: Id,
    number: z.number(),
    actionType: z.number(),
    /** Actor: the id of a user, of the customer or of the bot. */
    actionBy: z.string(),
    authorKind: z.enum(['customer', 'agent', 'bot', 'system']),
    userName: z.string(),
    message: z.string(),
    attachment: Attachment.nullable(),
    status: z.number(),
    deliveryStatus: z.number(),
    channelErrorCode: z.string(),
    channelErrorDesc: z.string(),
    actedOn: z.iso.datetime(),
    /**
     * Fields that the action's type adds: rating {stars}, transfer and invite {agentId, agentName, note, or returned: 'declined' |
     * 'expired' | 'withdrawn' | 'away'}, a transfer to a department {departmentId, departmentName, note}, a return to a stream or bot
     * {returnedTo: 'stream' | 'bot', name}, close {feedback, fields: [{id, name, value}]}, missed
     * {reason}, a template {template}. A customer's message has the time when it was written {writtenAt}, and their acts on it since
     * {reaction, edited, revoked}. Agents react to it {ourReaction}, and change or take back what they wrote {edited, revoked}; an act that
     * the vendor has not done stands in {act}. It also names the stream that it would have begun, if people had not had the chat {notBegun}. A message
     * of ours of which nobody knows whether it arrived has {unknown}. A mail has {mail}: `EntryMail`.
     */
    detail: z.record(z.string(), z.unknown()),
    /** The sender's own key of a message; a repeat with the same key is the same message. */
    key: z.string(),
  })
  .meta({ id: 'ChatAction' });
export type ChatAction = z.infer<typeof ChatAction>;

export const ChatUser = z.object({
  uId: Id,
  name: z.string(),
  emailId: z.string(),
  type: z.enum(['owner', 'invited', 'left']),
  profilePic: z.string(),
});
export type ChatUser = z.infer<typeof ChatUser>;

/** A chat as the list shows it, for the agent who asks. */
export const ChatSummary = z
  .object({
    chatId: Id,
    state: z.number(),
    customerId: Id,
    customerName: z.string(),
    customerNumber: z.string(),
    channelId: Id,
    channelType: z.number(),
    channelName: z.string(),
    /** The department whose settings hold for it; '' for none */
    deptId: z.string(),
    handledBy: z.enum(['bot', 'queue', 'agent', 'stream']),
    users: z.array(ChatUser),
    participants: z.array(z.string()),
    ownerId: z.string(),
    messageCount: z.number(),
    newMsgCount: z.number(),
    lastNumber: z.number(),
    lastMessage: z.string(),
    lastActivityAt: z.iso.datetime(),
    /** Time since when the customer waits for an answer; null when the last word is ours. */
    waitingSince: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    pickedUpAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
    /** The most urgent clock of service that colours it; null: none does */
    clock: ChatClock.nullable(),
    /** Time at which a suspended chat goes on by itself; null where it waits for somebody. */
    wakeAt: z.iso.datetime().nullable(),
    isPinned: z.boolean(),
    /** The customer wrote more than 24 hours ago: only a template may be sent. */
    isJITRequired: z.boolean(),
    /** Time until which free text may be sent; null where there is no such limit. */
    windowEndsAt: z.iso.datetime().nullable(),
    videoChat: z.boolean(),
    /** The name of its label, or the words of its agent where its department has no labels; the colour is the label's, else empty. */
    tag: z.string(),
    tagColour: z.string(),
    /** All of its labels: first the one of `tag`, then by the time since when it has them */
    labels: z.array(ChatMark),
    /** 0 to 9: the most urgent waiting chat is served first */
    priority: z.number(),
    /** The number that people say, `10482-7`; '' for chats that ended before there were numbers */
    chatNumber: z.string(),
    note: z.string(),
    rating: z.number().nullable(),
    missedReason: z.number().nullable(),
  })
  .meta({ id: 'ChatSummary' });
export type ChatSummary = z.infer<typeof ChatSummary>;

/** An ended chat as the history shows it. */
export const HistoryChat = ChatSummary.extend({
  /** '' for chats of no department */
  departmentName: z.string(),
  /** Time between its wait for people and the first pickup, or the miss; null: it waited for nobody */
  waitSeconds: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  /** Its words, or its media alone, are removed by the rule of retention */
  removed: z.enum(['texts', 'media']).nullable(),
}).meta({ id: 'HistoryChat' });
export type HistoryChat = z.infer<typeof HistoryChat>;

export const HistoryPage = z
  .object({
    chats: z.array(HistoryChat),
    more: z.boolean(),
    /** `after` of the next page; null at the end */
    next: z.string().nullable(),
    /** The time up to which was looked, where time and not the page has ended it */
    lookedTo: z.iso.datetime().nullable(),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof HistoryPage>;

/** A day of the enterprise's zone. */
const Day = z.union([z.iso.date(), z.literal('')]).default('');

/** Place in the history: the time and the id of the last chat, and in a search the number of the last message. */
const HistoryPlace = z
  .string()
  .max(90)
  .refine((value) => {
    const [at, id, number = '0', ...rest] = value.split('_');
    const isNumber = /^[0-9]{1,9}$/.test(number);
    return rest.length === 0 && isNumber && z.iso.datetime().safeParse(at).success && z.guid().safeParse(id).success;
  }, 'No such place in the list.')
  .meta({ examples: ['2026-11-28T10:00:00.000Z_01900000-0000-7000-8000-000000000001'] });

/**
 * Filters of the history; all hold together.
 * @property name part of the customer's name, or the chat's number
 * @property phone the customer's whole number
 * @property agentId who takes or took part
 * @property departmentId `none`: of no department
 * @property missedReason 0 takes both reasons of working hours
 * @property text words in messages, the last one by its beginning
 * @property number of the chat, as people say it
 */
const HistoryFilter = Page.extend({
  perPage: z.coerce.number().int().min(-1).max(200).default(historyPage),
  customerId: Id.optional(),
  name: text(120).default(''),
  state: z.coerce.number().int().min(3).max(4).optional(),
  fromDate: Day,
  toDate: Day,
  phone: text(32).default(''),
  agentId: Id.optional(),
  departmentId: z.union([Id, z.literal(noDepartment)]).optional(),
  channelId: Id.optional(),
  missedReason: z.coerce.number().int().min(0).max(2).optional(),
  labelId: Id.optional(),
  rating: z.coerce.number().int().min(1).max(5).optional(),
  text: text(200).default(''),
  number: text(20).default(''),
  after: HistoryPlace.optional(),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;

export const CustomerCard = z.object({
  customerId: Id,
  name: z.string(),
  number: z.string(),
  emailId: z.string(),
  /** The user's roles hide the number or the address, and there is one. */
  isHidden: z.boolean().default(false),
  firstSeenAt: z.iso.datetime(),
  /** Page on which the chat began, browser and language, as the widget reported them. */
  visit: z.object({
    pageUrl: z.string(),
    pageTitle: z.string(),
    userAgent: z.string(),
    language: z.string(),
    /** Values that the page has told; nobody has proved them */
    told: z.record(z.string(), z.string()).optional(),
    /** Words by which a rule of the website spoke first */
    greeting: z.string().optional(),
    /** Left by a visitor who met nobody */
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  previousChats: z.array(
    z.object({ chatId: Id, createdAt: z.iso.datetime(), state: z.number(), lastMessage: z.string(), rating: z.number().nullable() }),
  ),
});
export type CustomerCard = z.infer<typeof CustomerCard>;

/** One open chat: its summary, customer and a page of its record, oldest first. */
/** Spoken text of the audio message of this number. */
export const AudioTranscript = z.object({ number: z.number(), text: z.string() });
export type AudioTranscript = z.infer<typeof AudioTranscript>;

const ChatTaker = z.object({ kind: z.enum(['stream', 'bot']), name: z.string() });

/**
 * Acts that the channel of a chat takes on messages. @property reactions the emoji that it takes; null: none @property editSeconds,
 * revokeSeconds how long after a message left; 0: at any time, null: not at all
 */
export const ChatActs = z.object({
  reactions: z.union([z.literal('any'), z.array(z.string())]).nullable(),
  editSeconds: z.number().nullable(),
  revokeSeconds: z.number().nullable(),
});
export type ChatActs = z.infer<typeof ChatActs>;

export const ChatDetail = ChatSummary.extend({
  messages: z.array(ChatAction),
  hasOlder: z.boolean(),
  /** Lines of the second record: those of the page's time, or those since `sidesAfter` */
  sides: z.array(ChatSide),
  lastSide: z.number(),
  customer: CustomerCard,
  /** The transfer that the caller has made, and that waits for the agent to accept it */
  pendingTransfer: z.object({ agentId: Id, agentName: z.string(), note: z.string() }).nullable(),
  /** The stream that had the chat before people, or the channel's bot, if the caller may return the chat to it */
  returnsTo: ChatTaker.nullable(),
  /** Left out by processes of an earlier version: no act is offered */
  acts: ChatActs.optional(),
}).meta({ id: 'ChatDetail' });
export type ChatDetail = z.infer<typeof ChatDetail>;

/** Both spellings are sent (NOTIF-025). */
export const ChatCounts = z
  .object({
    newChatCount: z.number(),
    transferredChatCount: z.number(),
    invitedChatCount: z.number(),
    assignedChatCount: z.number(),
    assginedChatCount: z.number(),
    missedChatCount: z.number(),
    totalChatCount: z.number(),
  })
  .meta({ id: 'ChatCounts' });
export type ChatCounts = z.infer<typeof ChatCounts>;

/** NOTIF-026 plus what the table shows. */
export const NotificationChat = z.object({
  chatId: Id,
  customerName: z.string(),
  customerNumber: z.string(),
  lastMessage: z.string(),
  transferringAgent: z.string(),
  handlingAgent: z.string(),
  /** Note of the agent who offers it, or has transferred it to the department in whose queue it waits */
  note: z.string(),
  channelType: z.number(),
  waitingSince: z.iso.datetime(),
  /**
   * Seconds in which it may still be accepted; null for chats that wait for everybody. Seconds and no instant: clocks of browsers are
   * wrong.
   */
  secondsLeft: z.number().nullable(),
});
export type NotificationChat = z.infer<typeof NotificationChat>;

export const Agent = z.object({
  uId: Id,
  name: z.string(),
  emailId: z.string(),
  profilePic: z.string(),
  agentStatus: z.number(),
  /** Own status that holds now; null: none */
  ownStatus: OwnStatus.nullable(),
  openChats: z.number(),
  maxChats: z.number(),
  /** Those that the agent answers in, as far as somebody has said so. */
  languages: z.array(z.enum(agentLanguages)),
});
export type Agent = z.infer<typeof Agent>;

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

export const customerEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/customers',
    summary: 'Customers, newest first',
    tag: 'Customers',
    access: screens.customers.permissions,
    query: Page.extend({ name: text(120).default('') }),
    answer: z.object({
      customers: z.array(
        z.object({ customerId: Id, name: z.string(), number: z.string(), emailId: z.string(), createdAt: z.iso.datetime() }),
      ),
      more: z.boolean(),
    }),
    wrap: 'response',
  }),
  details: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/get_custom_customer_details',
    summary: "A chat's customer (a PUT that reads, as the specification has it)",
    audit: leavesNothing('it reads'),
    tag: 'Customers',
    access: handle,
    body: z.object({ data: z.object({ chatId: Id, customerId: Id.optional() }) }),
    answer: CustomerCard,
  }),
  updateProfile: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/customer/profile',
    summary: "Change a customer's name, number or e-mail",
    audit: leaves('customer', 'edit'),
    tag: 'Customers',
    access: handle,
    body: z.object({
      customerId: Id,
      name: requiredText(120).optional(),
      number: text(32).optional(),
      emailId: z.union([z.email(faultTexts['email.invalid']), z.literal('')]).optional(),
    }),
    answer: CustomerCard,
  }),
};

/** Rows of the missed chats of a day; a list of more serves nobody. */
export const missedChatsMax = 200;
export const MissedChat = z
  .object({
    chatId: z.string(),
    customerName: z.string(),
    missedAt: z.iso.datetime(),
    /** Empty while nobody has picked the chat up */
    pickedUpBy: z.string(),
  })
  .meta({ id: 'MissedChat' });
export type MissedChat = z.infer<typeof MissedChat>;

export const dashboardEndpoints = {
  info: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/dashboard_info',
    summary: 'Chats and average pickup time by hour or day',
    tag: 'Dashboard',
    access: 'session',
    query: z.object({
      fromDate: z.iso.datetime({ offset: true }),
      toDate: z.iso.datetime({ offset: true }),
      timeType: z.enum(['HOUR', 'DAY']),
      currentDate: z.iso.datetime({ offset: true }).optional(),
      /** Minutes east of UTC. */
      clientOffset: z.coerce.number().int().min(-840).max(840).default(0),
      /** open: the pickup time counts in the open hours of the chat's department alone */
      hours: z.enum(['all', 'open']).default('all'),
    }),
    answer: z.object({
      dashBoardData: z.array(
        z.object({
          date: z.string(),
          /** Seconds from waiting to pickup, on average; 0 without a pickup. In open hours null where of no chat it is known. */
          avgPickedUpInterval: z.number().nullable(),
          chatCount: z.number(),
          noOfAttendedChats: z.number(),
          noOfMissedChats: z.number(),
        }),
      ),
    }),
    wrap: 'response',
  }),
  cards: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/cards',
    summary: 'Figures of the dashboard cards; null where the user lacks the permission',
    tag: 'Dashboard',
    access: 'session',
    query: z.object({ clientOffset: z.coerce.number().int().min(-840).max(840).default(0) }),
    answer: z.object({
      waitingNow: z.number().nullable(),
      myOpenChats: z.number().nullable(),
      missedToday: z.number().nullable(),
      /** Campaigns of which an iteration is sending now */
      campaignsRunning: z.number().nullable(),
      messagesToday: z
        .object({
          sent: z.number(),
          delivered: z.number(),
          read: z.number(),
          failed: z.number(),
          /** Nobody knows whether the vendor has them */
          unknown: z.number(),
          received: z.number(),
        })
        .nullable(),
    }),
  }),
  missed: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/missed',
    summary: 'The chats that were missed today, picked up since or not, the latest first',
    tag: 'Dashboard',
    access: ['CHAT.HANDLE', 'CHAT.VIEW_ANALYTICS'],
    query: z.object({ clientOffset: z.coerce.number().int().min(-840).max(840).default(0) }),
    answer: z.array(MissedChat),
  }),
};
