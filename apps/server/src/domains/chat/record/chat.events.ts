import {
  actionEventTypes,
  type ChatAction,
  type ChatActionType,
  type ChatClock,
  type ChatSummary,
  type ChatUser,
  chatActionTypes,
  type LiveEventType,
  type WidgetEntry,
  type WidgetThread,
} from '@parley/contract';
import { type Delivery, defineEvent, type Topic } from '#platform/events/events.ts';

/** The visitor's connections, known by the address that the token hashes to. */
export const visitorTopic = (channelId: string, address: string): Topic => `visitor:${channelId}:${address}`;
export const agentsTopic = (enterpriseId: string): Topic => `agents:${enterpriseId}`;
/** Topic of agents who supervise the chats of the whole enterprise. */
export const supervisorsTopic = (enterpriseId: string): Topic => `supervisors:${enterpriseId}`;
export const departmentTopic = (departmentId: string): Topic => `department:${departmentId}`;
/** Topics of the users who see a waiting chat. @param offeredTo the departments whose agents do; none: all agents */
const waitingTopics = (enterpriseId: string, offeredTo: readonly string[] = []): Topic[] =>
  offeredTo.length === 0 ? [agentsTopic(enterpriseId)] : [supervisorsTopic(enterpriseId), ...offeredTo.map(departmentTopic)];
/** Topic of users who may read streams; the domain of streams publishes its events. */
export const streamReadersTopic = (enterpriseId: string): Topic => `streams:${enterpriseId}`;
/** Topic of users who watch a chat without taking part in it. */
export const watchersTopic = (chatId: string): Topic => `chat:${chatId}`;
/** Topic of users who have a chat of the customer on their screen. */
export const customerChatsTopic = (customerId: string): Topic => `customerChats:${customerId}`;
const userTopics = (userIds: readonly string[]): Topic[] => userIds.map((userId) => `user:${userId}` as const);

const joins: readonly number[] = [chatActionTypes.agentPickedUp, chatActionTypes.agentAcceptedInvite];

/** Another agent's pickup or acceptance is 'agentJoined': the words of the specification are for the one who picked up (RT-024, RT-025). */
const eventTypeOf = (actionType: number): string =>
  joins.includes(actionType) ? 'agentJoined' : actionEventTypes[actionType as ChatActionType];

export type EntriesEvent = {
  chatId: string;
  agentIds: readonly string[];
  /** The clock that colours the chat behind the last entry; left out: it is as it was */
  clock?: ChatClock | null | undefined;
  /** Left out by processes of an earlier version */
  customerId?: string | undefined;
  visitor: Topic;
  entries: readonly { action: ChatAction; widgetEntry?: WidgetEntry | undefined; users?: readonly ChatUser[] | undefined }[];
};

const tellCustomerChats = (customerId: string): Delivery => ({
  topics: [customerChatsTopic(customerId)],
  message: { type: 'customerChats', data: { customerId } },
});

const { customerReply, agentReply, customerRating } = chatActionTypes;
/** Entries that leave a chat as open as it was, and with the people who had it. */
const changesNoChat: readonly number[] = [customerReply, agentReply, customerRating];

function deliverEntries(data: EntriesEvent): Delivery[] {
  const clock = data.clock === undefined ? {} : { clock: data.clock };
  const { customerId } = data;
  const others: Delivery[] =
    customerId !== undefined && data.entries.some(({ action }) => !changesNoChat.includes(action.actionType))
      ? [tellCustomerChats(customerId)]
      : [];
  return [...others, ...data.entries.flatMap((entry) => deliverEntry(data, clock, entry))];
}

function deliverEntry(data: EntriesEvent, clock: Pick<EntriesEvent, 'clock'>, entry: EntriesEvent['entries'][number]): Delivery[] {
  const { action, widgetEntry, users } = entry;
  const deliveries: Delivery[] = [];
  const type = eventTypeOf(action.actionType);
  if (data.agentIds.length > 0 && action.actionType !== chatActionTypes.customerStartChat) {
    deliveries.push({
      topics: userTopics(data.agentIds),
      message: { type, data: { chatId: data.chatId, action, ...clock, ...(users ? { users } : {}) } },
    });
  }
  deliveries.push({
    topics: [watchersTopic(data.chatId)],
    message: { type: 'watchedEntry', data: { chatId: data.chatId, action, ...clock } },
  });
  if (widgetEntry)
    deliveries.push({ topics: [data.visitor], message: { type: 'entry', data: { chatId: data.chatId, entry: widgetEntry } } });
  return deliveries;
}

/** New entries of chats' records, for their agents and visitors, the author included. */
export const chatEntries = defineEvent({
  name: 'chat.entries',
  deliver: (data: { chats: readonly EntriesEvent[] }): Delivery[] => data.chats.flatMap(deliverEntries),
});

type CustomerOfChat = { chatId: string; agentIds: readonly string[]; isWaiting: boolean; customerId: string };

/** The customer of a chat is known by a name now, or is another one: a visitor has signed in on the website. */
export const chatCustomerChanged = defineEvent({
  name: 'chat.customer_changed',
  deliver: ({ agentIds, isWaiting, ...data }: CustomerOfChat, enterpriseId): Delivery[] => [
    {
      topics: [...userTopics(agentIds), watchersTopic(data.chatId), ...(isWaiting ? [agentsTopic(enterpriseId)] : [])],
      // The list and the panel are read again, by who may: the event itself names nobody.
      message: { type: 'chatCustomer', data: { chatId: data.chatId, customerId: data.customerId } },
    },
  ],
});

/** The clock that colours a chat has changed without an entry. */
export const chatClockChanged = defineEvent({
  name: 'chat.clock',
  deliver: ({ agentIds, ...data }: { chatId: string; agentIds: readonly string[]; clock: ChatClock | null }): Delivery[] => [
    { topics: [...userTopics(agentIds), watchersTopic(data.chatId)], message: { type: 'chatClock', data } },
  ],
});

type ChangedEntry = { chatId: string; agentIds: readonly string[]; action: ChatAction; visitor?: Topic; widgetEntry?: WidgetEntry };

/** Somebody has reacted to a message, changed it or taken it back: the entry as it stands now. */
export const entryChanged = defineEvent({
  name: 'chat.entry_changed',
  deliver: ({ agentIds, visitor, widgetEntry, ...data }: ChangedEntry): Delivery[] => [
    { topics: [...userTopics(agentIds), watchersTopic(data.chatId)], message: { type: 'entryChanged', data } },
    ...(visitor && widgetEntry
      ? [{ topics: [visitor], message: { type: 'entryChanged', data: { chatId: data.chatId, entry: widgetEntry } } }]
      : []),
  ],
});

/** Changes for the visitor beside the entries: the responder, and whether the chat is open. */
export const chatThreadChanged = defineEvent({
  name: 'chat.thread_changed',
  deliver: (data: { visitor: Topic; thread: Omit<WidgetThread, 'entries'> }): Delivery[] => [
    { topics: [data.visitor], message: { type: 'thread', data: data.thread } },
  ],
});

type Offered = { offeredTo?: readonly string[] };
type Waiting = Offered & { chatId: string; customerName: string; lastMessage: string; channelType: number };

export const chatQueued = defineEvent({
  name: 'chat.queued',
  /** @param data.customerId left out by processes of an earlier version */
  deliver: ({ offeredTo, customerId, ...data }: Waiting & { customerId?: string }, enterpriseId): Delivery[] => [
    { topics: waitingTopics(enterpriseId, offeredTo), message: { type: 'customerStartChat', data } },
    ...(customerId === undefined ? [] : [tellCustomerChats(customerId)]),
  ],
});

export const chatMissed = defineEvent({
  name: 'chat.missed',
  deliver: ({ offeredTo, ...data }: Offered & { chatId: string; customerName: string }, enterpriseId): Delivery[] => [
    { topics: waitingTopics(enterpriseId, offeredTo), message: { type: 'missedWaiting', data } },
  ],
});

const offerEvents = { transfer: 'transferWaiting', invite: 'inviteWaiting', assign: 'assignWaiting' } as const satisfies Record<
  string,
  LiveEventType
>;

export const chatOffered = defineEvent({
  name: 'chat.offered',
  deliver: (data: {
    kind: 'transfer' | 'invite' | 'assign';
    toUserId: string;
    chatId: string;
    customerName: string;
    by: string;
    note: string;
    acceptWithinSeconds: number;
  }): Delivery[] => {
    const { kind, toUserId, ...offer } = data;
    return [{ topics: userTopics([toUserId]), message: { type: offerEvents[kind], data: offer } }];
  },
});

/** A waiting chat is gone: from everybody's queue, or, for an offer, from one agent's. */
export const chatWaitingEnded = defineEvent({
  name: 'chat.waiting_ended',
  deliver: (
    data: {
      chatId: string;
      kind: 'new' | 'transferred' | 'invited' | 'assigned' | 'missed';
      pickedBy: string;
      toUserId?: string;
    } & Offered,
    enterpriseId,
  ): Delivery[] => [
    {
      topics: data.toUserId ? userTopics([data.toUserId]) : waitingTopics(enterpriseId, data.offeredTo),
      message: { type: 'waitingEnded', data: { chatId: data.chatId, kind: data.kind, pickedBy: data.pickedBy } },
    },
  ],
});

export type PickupType = 'agentPickupChat' | 'acceptInvite' | 'acceptTransfer' | 'acceptAssign' | 'agentMissedChatPickup';

/** The chat joins an agent's active list. */
export const chatAdded = defineEvent({
  name: 'chat.added',
  deliver: (data: { type: PickupType; userId: string; chat: ChatSummary }): Delivery[] => [
    { topics: userTopics([data.userId]), message: { type: data.type, data: { chatId: data.chat.chatId, chat: data.chat } } },
  ],
});

export const chatLeft = defineEvent({
  name: 'chat.left',
  deliver: (data: { type: 'youTransferredChat' | 'youLeftChat'; userId: string; chatId: string; message: string }): Delivery[] => [
    { topics: userTopics([data.userId]), message: { type: data.type, data: { chatId: data.chatId, message: data.message } } },
  ],
});

export const chatStateChanged = defineEvent({
  name: 'chat.state_changed',
  deliver: ({
    agentIds,
    ...data
  }: {
    chatId: string;
    agentIds: readonly string[];
    state: number;
    wakeAt: string | null;
    isWoken: boolean;
  }): Delivery[] => [{ topics: userTopics(agentIds), message: { type: 'chatStateChanged', data } }],
});

export type StatusEvent = {
  chatId: string;
  agentIds: readonly string[];
  /** Undefined where the customer knows it already. */
  visitor?: Topic | undefined;
  upTo: number;
  author: 'customer' | 'agent';
  status: number;
  deliveryStatus: number;
  channelErrorCode?: string;
  channelErrorDesc?: string;
  readBy?: string;
  unread?: number;
};

export const chatStatusChanged = defineEvent({
  name: 'chat.status_changed',
  deliver: ({ visitor, agentIds, ...status }: StatusEvent): Delivery[] => [
    {
      topics: userTopics(agentIds),
      message: { type: 'chatMessageStatus', data: { channelErrorCode: '', channelErrorDesc: '', readBy: '', unread: 0, ...status } },
    },
    ...(status.author === 'customer' && visitor
      ? [{ topics: [visitor], message: { type: 'agentRead', data: { chatId: status.chatId, upTo: status.upTo } } }]
      : []),
  ],
});

export const agentStatusChanged = defineEvent({
  name: 'agent.status_changed',
  deliver: (data: { uId: string; agentStatus: number }, enterpriseId): Delivery[] => [
    { topics: [agentsTopic(enterpriseId)], message: { type: 'agentStatusChanged', data } },
  ],
});

const failedOffers = { transfer: 'transferFailed', invite: 'inviteFailed', assign: 'transferFailed' } as const satisfies Record<
  string,
  LiveEventType
>;

/** Tells the sender that the offered chat was not taken. */
export const offerReturned = defineEvent({
  name: 'chat.offer_returned',
  deliver: (data: { kind: 'transfer' | 'invite' | 'assign'; toUserId: string; chatId: string; message: string }): Delivery[] => [
    {
      topics: userTopics([data.toUserId]),
      message: { type: failedOffers[data.kind], data: { chatId: data.chatId, code: 'chat.agent_unavailable', message: data.message } },
    },
  ],
});

/** Tells the agent who had the offer of a chat that it is on offer no more, and why. */
export const offerMissed = defineEvent({
  name: 'chat.offer_missed',
  deliver: ({ toUserId, ...data }: { toUserId: string; chatId: string; message: string }): Delivery[] => [
    { topics: userTopics([toUserId]), message: { type: 'pickupFailed', data: { ...data, code: 'chat.none_waiting' } } },
  ],
});

export const chatEvents = [
  chatEntries,
  chatClockChanged,
  chatCustomerChanged,
  entryChanged,
  chatThreadChanged,
  chatQueued,
  chatMissed,
  chatOffered,
  chatWaitingEnded,
  chatAdded,
  chatLeft,
  chatStateChanged,
  chatStatusChanged,
  agentStatusChanged,
  offerReturned,
  offerMissed,
] as const;
