import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { sentimentLevels } from '../bot/bot-insight.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { OwnStatus } from './agent-status.ts';
import { ChatCursor, InboxDepartment } from './inbox.ts';
import {
  alarmKinds,
  monitorDesks,
  monitorSorts,
  monitorStates,
  mostMonitorAgents,
  mostMonitorChats,
  whisperLimit,
} from './monitor-kinds.ts';
import { chatPriorities } from './side.ts';

const Instant = z.iso.datetime();
/** Empty: chats of no department. */
const DepartmentId = z.union([Id, z.literal('')]);

/** Limits at which the alarms of a department ring; 0 and false: they never do. */
export const AlarmLimits = z.object({
  waitSeconds: z.number(),
  unansweredSeconds: z.number(),
  queueLength: z.number(),
  nobodyOnline: z.boolean(),
  /** The number of the last save; 0: there was none */
  version: z.number(),
});
export type AlarmLimits = z.infer<typeof AlarmLimits>;

/** An alarm that rings. @property figure seconds or chats at the moment when it began */
export const ChatAlarm = z
  .object({
    departmentId: DepartmentId,
    departmentName: z.string(),
    kind: z.enum(alarmKinds),
    since: Instant,
    figure: z.number(),
    limit: z.number(),
  })
  .meta({ id: 'ChatAlarm' });
export type ChatAlarm = z.infer<typeof ChatAlarm>;

/** Figures of one department, or of the chats of none, all at one instant. */
export const MonitorQueue = z
  .object({
    departmentId: DepartmentId,
    name: z.string(),
    /** The caller may act on its chats */
    mayAct: z.boolean(),
    /** Chats in the queue, those on offer to an agent included */
    waiting: z.number(),
    /** The time since when the customer waits who waits longest; null: none waits */
    longestWaitSince: Instant.nullable(),
    /** Chats on offer to an agent who has not accepted */
    offered: z.number(),
    /** Chats that an agent has, suspended ones included */
    open: z.number(),
    /** The same of customers of agents: the first unanswered message that is oldest */
    longestUnansweredSince: Instant.nullable(),
    /** Agents of the department; of no department all agents. Full ones and those in wrap-up are online too. */
    online: z.number(),
    away: z.number(),
    full: z.number(),
    inWrapUp: z.number(),
    /** Chats missed since midnight in the enterprise's zone, picked up since or not */
    missedToday: z.number(),
    /** The time at which the clock turned red that has been red for longest; null: none is */
    oldestRedSince: Instant.nullable(),
    limits: AlarmLimits,
  })
  .meta({ id: 'MonitorQueue' });
export type MonitorQueue = z.infer<typeof MonitorQueue>;

/** Figures of one snapshot. */
export const MonitorFigures = z
  .object({ asOf: Instant, queues: z.array(MonitorQueue), alarms: z.array(ChatAlarm) })
  .meta({ id: 'MonitorFigures' });
export type MonitorFigures = z.infer<typeof MonitorFigures>;

/** Figures as a connection that looks is sent them. @property chats rows of agents or chats are others now: a screen reads those that it shows again */
export const MonitorFrame = MonitorFigures.extend({ agents: z.boolean(), chats: z.boolean() });
export type MonitorFrame = z.infer<typeof MonitorFrame>;

export const MonitorAgent = z
  .object({
    uId: Id,
    name: z.string(),
    agentStatus: z.number(),
    ownStatus: OwnStatus.nullable(),
    reason: z.string(),
    since: Instant,
    departments: z.array(z.string()),
    /** The caller may change the agent's status */
    mayAct: z.boolean(),
    /** Load of the desk in hundredths of a chat, offers included, and the limit in chats */
    load: z.number(),
    limit: z.number(),
    open: z.number(),
    longestUnansweredSince: Instant.nullable(),
    /** The last message of the agent in an open chat, or change of status or load */
    lastActivityAt: Instant,
    missedInRow: z.number(),
    wrapUntil: Instant.nullable(),
  })
  .meta({ id: 'MonitorAgent' });
export type MonitorAgent = z.infer<typeof MonitorAgent>;

export const MonitorChat = z
  .object({
    chatId: Id,
    chatNumber: z.string(),
    customerName: z.string(),
    channelType: z.number(),
    channelName: z.string(),
    departmentId: DepartmentId,
    departmentName: z.string(),
    mayAct: z.boolean(),
    agentId: z.union([Id, z.literal('')]),
    agentName: z.string(),
    /** Agent to whom the chat is on offer */
    offeredTo: z.string(),
    state: z.number(),
    handledBy: z.enum(['bot', 'queue', 'agent', 'stream']),
    priority: z.number(),
    waitingSince: Instant.nullable(),
    createdAt: Instant,
    /** Level of the customer's last message that a bot has judged; null: none has */
    sentiment: z.enum(sentimentLevels).nullable(),
    /** Messages that its agent has not read; 0 where it has none */
    unread: z.number(),
    /** Rises with each change of agent, department or queue */
    routeNo: z.number(),
  })
  .meta({ id: 'MonitorChat' });
export type MonitorChat = z.infer<typeof MonitorChat>;

/** One interval of an agent's status. @property by who has set it, if somebody else did */
export const PresenceInterval = z.object({
  from: Instant,
  /** Null: it lasts */
  to: Instant.nullable(),
  agentStatus: z.number(),
  ownStatus: OwnStatus.nullable(),
  reason: z.string(),
  by: z.string(),
});
export type PresenceInterval = z.infer<typeof PresenceInterval>;

/** A chat as it stands on the caller's screen: one that has moved since is left alone. */
const SeenChat = z.object({ chatId: Id, routeNo: formNumber(0, 2_147_483_647) });
const SeenChats = z.array(SeenChat).min(1).max(mostMonitorChats);

/** Outcome for each chat of an act. */
export const MonitorOutcome = z
  .object({
    done: z.array(Id),
    refused: z.array(
      z.object({
        chatId: Id,
        code: z.string(),
        message: z.string(),
        /** Slots of the code's words */
        data: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: 'MonitorOutcome' });
export type MonitorOutcome = z.infer<typeof MonitorOutcome>;

const tag = 'Monitor';
const access = screens.chatMonitor.permissions;
const base = '/e/enterprise/chat/monitor';
const page = { before: ChatCursor.optional(), perPage: formNumber(1, 100).default(50) };

export const chatMonitorEndpoints = {
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/queues`,
    summary: 'Figures of each department within the data scope, and the alarms that ring',
    tag,
    access,
    perMinute: 240,
    answer: MonitorFigures,
  }),
  alarms: defineEndpoint({
    method: 'GET',
    path: `${base}/alarms`,
    summary: 'Alarms that ring within the data scope',
    tag,
    access,
    answer: z.array(ChatAlarm),
  }),
  agents: defineEndpoint({
    method: 'GET',
    path: `${base}/agents`,
    summary: 'Agents within the data scope by name, page by page; agentStatus -1 is any',
    tag,
    access,
    perMinute: 240,
    query: z.object({
      department: z.union([Id, z.literal('')]).default(''),
      name: text(120).default(''),
      agentStatus: formNumber(-1, 2).default(-1),
      desk: z.union([z.enum(monitorDesks), z.literal('')]).default(''),
      /** The `next` of the page above */
      after: z.union([Id, z.literal('')]).default(''),
      perPage: formNumber(1, 100).default(50),
    }),
    answer: z.object({ agents: z.array(MonitorAgent), next: z.string().nullable(), asOf: Instant }),
  }),
  presence: defineEndpoint({
    method: 'GET',
    path: `${base}/agents/:agentId/day`,
    summary: "An agent's statuses of one day in the enterprise's zone, oldest first; without a day, of today",
    tag,
    access,
    params: z.object({ agentId: Id }),
    query: z.object({ day: z.union([z.iso.date(), z.literal('')]).default('') }),
    answer: z.object({
      day: z.iso.date(),
      from: Instant,
      to: Instant,
      asOf: Instant,
      timeZone: z.string(),
      intervals: z.array(PresenceInterval),
    }),
  }),
  chats: defineEndpoint({
    method: 'GET',
    path: `${base}/chats`,
    summary:
      'Open chats, or those missed today, within the data scope, page by page: newest first, or those alone whose customer waits, longest first',
    tag,
    access,
    perMinute: 240,
    query: z.object({
      department: InboxDepartment,
      channel: formNumber(0, 99).optional(),
      state: z.union([z.enum(monitorStates), z.literal('')]).default(''),
      agentId: z.union([Id, z.literal('')]).default(''),
      name: text(120).default(''),
      sort: z.enum(monitorSorts).default('newest'),
      ...page,
    }),
    answer: z.object({ chats: z.array(MonitorChat), next: z.string().nullable(), asOf: Instant }),
  }),
  assign: defineEndpoint({
    method: 'POST',
    path: `${base}/assign`,
    summary: 'Offer chats to an agent, who accepts them, or move them to the queue of a department; `over`: beyond the agent’s limit',
    audit: leaves('chat_monitor', 'move'),
    tag,
    access,
    perMinute: 30,
    body: z.object({
      chats: SeenChats,
      agentId: Id.optional(),
      departmentId: Id.optional(),
      note: requiredText(1000),
      over: formBoolean.default(false),
    }),
    answer: MonitorOutcome,
  }),
  takeOver: defineEndpoint({
    method: 'POST',
    path: `${base}/take_over`,
    summary: 'Become the owner of chats; `over`: beyond the own limit',
    audit: leaves('chat_monitor', 'move'),
    tag,
    access,
    perMinute: 60,
    body: z.object({ chats: SeenChats, over: formBoolean.default(false) }),
    answer: MonitorOutcome,
  }),
  join: defineEndpoint({
    method: 'POST',
    path: `${base}/join`,
    summary: 'Take part in a chat beside its owner',
    audit: leaves('chat_monitor', 'start'),
    tag,
    access,
    perMinute: 60,
    body: z.object({ chatId: Id }),
    answer: z.null(),
  }),
  whisper: defineEndpoint({
    method: 'POST',
    path: `${base}/whisper`,
    summary: 'Write a line to the agent of a chat; nobody else in it reads it, and no channel sees it',
    audit: leaves('chat_monitor', 'comment'),
    tag,
    access,
    perMinute: 60,
    /** key: a repeat under it writes nothing more */
    body: z.object({ chatId: Id, key: text(64).min(1), text: requiredText(whisperLimit) }),
    answer: z.null(),
  }),
  priority: defineEndpoint({
    method: 'POST',
    path: `${base}/priority`,
    summary: 'Say how urgent chats are, 0 to 9',
    audit: leaves('chat_monitor', 'edit'),
    tag,
    access,
    perMinute: 60,
    body: z.object({ chats: SeenChats, priority: formNumber(chatPriorities.lowest, chatPriorities.highest) }),
    answer: MonitorOutcome,
  }),
  close: defineEndpoint({
    method: 'POST',
    path: `${base}/close`,
    summary: 'Close chats with a reason; what an agent has to note before closing is not asked for',
    audit: leaves('chat_monitor', 'cancel'),
    tag,
    access,
    perMinute: 30,
    body: z.object({ chats: SeenChats, reason: requiredText(1000) }),
    answer: MonitorOutcome,
  }),
  status: defineEndpoint({
    method: 'POST',
    path: `${base}/status`,
    summary: 'Set agents Offline or Away, with a reason, until they choose otherwise',
    audit: leaves('chat_monitor', 'edit'),
    tag,
    access,
    perMinute: 30,
    body: z.object({
      agentIds: z.array(Id).min(1).max(mostMonitorAgents),
      status: z.union([z.literal(0), z.literal(2)]),
      reason: requiredText(120),
    }),
    answer: z.object({ done: z.array(Id), refused: z.array(z.object({ agentId: Id, code: z.string(), message: z.string() })) }),
  }),
  saveLimits: defineEndpoint({
    method: 'PUT',
    path: `${base}/limits`,
    summary: 'Set the limits at which the alarms of a department, or of the chats of none, ring; 0: never',
    audit: leaves('chat_alarm', 'edit'),
    tag,
    access: screens.chatConfig.permissions,
    body: z.object({
      departmentId: DepartmentId,
      waitSeconds: formNumber(0, 86_400),
      unansweredSeconds: formNumber(0, 86_400),
      queueLength: formNumber(0, 100_000),
      nobodyOnline: formBoolean,
      version: Version,
    }),
    answer: AlarmLimits,
  }),
};
