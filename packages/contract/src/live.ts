import { LiveNotification } from './account/notification.ts';
import { AssistOriginal, AssistUse } from './chat/assist-use.ts';
import { ChatDraft } from './chat/chat-answer.ts';
import { chatActionTypes, messageLimit } from './chat/chat-kinds.ts';
import { ChatAction, ChatCounts, ChatSummary, ChatUser } from './chat/chat-record.ts';
import { ChatClock } from './chat/clock-kinds.ts';
import { MailDraft, MailReply } from './chat/mail.ts';
import { MessageCard } from './chat/message-card.ts';
import { ChatAlarm, MonitorFrame } from './chat/monitor.ts';
import { ChatMark, ChatSide, mostMentions, noteLimit } from './chat/side.ts';
import { meetEvents, RtcSignal } from './chat/video.ts';
import { faultTexts } from './faults.ts';
import { Id, text } from './fields.ts';
import { partialAnswers } from './partial-answer.ts';
import { z } from './z.ts';

const chat = z.object({ chatId: Id });
const pick = z.object({ chatId: Id.optional() });
const key = text(64).min(1);
const body = text(messageLimit);
const Count = z.number().int().min(0).max(2_147_483_647);
const Revision = z.number().int().min(0).max(1_000_000_000);

/** Requests of a client. The pickup kinds without a chatId take the longest waiting chat. */
export const liveRequests = {
  auth: z.object({}),
  ping: z.object({}),
  agentPickupChat: pick,
  acceptTransfer: pick,
  agentMissedChatPickup: pick,
  acceptAssign: pick,
  acceptInvite: pick,
  /** Declines an offer: it goes back at once. */
  declineOffer: chat.extend({ kind: z.enum(['transferred', 'invited', 'assigned']) }),
  /** `seen`: the highest number on the screen when the reply was begun; without it, or by `force`, a colleague's newer answer holds nothing up. */
  agentReply: chat.extend({
    key,
    message: body.default(''),
    attachmentId: Id.optional(),
    /** The file was recorded as a voice note */
    isVoice: z.boolean().default(false),
    /** A place or people, in a message of its own: words and files with it are not sent */
    card: MessageCard.optional(),
    seen: Count.optional(),
    force: z.boolean().default(false),
    /** Quick replies whose words are in it. */
    quickReplyIds: z.array(Id).max(20).default([]),
    /** Revision of the draft that it ends. */
    draft: Revision.optional(),
    /** Draft of the assist that it began with. */
    assist: AssistUse.optional(),
    /** Its words before they were translated: agents see them beside the message, customers do not. */
    original: AssistOriginal.optional(),
    /** Subject and recipients, in chats by mail alone; left out: it answers the newest mail, to whom the chat is with. */
    mail: MailReply.optional(),
  }),
  /** Transfers to an agent, who accepts it, or to a department, in whose queue it waits at once. */
  agentTransferChat: chat
    .extend({ agentId: Id.optional(), departmentId: Id.optional(), note: text(1000).trim().min(1, faultTexts['chat.no_note']) })
    .refine(({ agentId, departmentId }) => (agentId === undefined) !== (departmentId === undefined), faultTexts['chat.one_target']),
  /** The own transfer of the chat that nobody has accepted yet is on offer no more. */
  withdrawTransfer: chat,
  agentInviteChat: chat.extend({ agentId: Id, note: text(1000).default('') }),
  agentAssignChat: chat.extend({ agentId: Id }),
  agentLeaveChat: chat,
  chatMessageStatus: chat.extend({ actionIds: z.array(Id).max(200), from: text(64).default(''), state: z.literal(2) }),
  /**
   * Another try of a reply that failed, on its own entry; of a message of unknown outcome only with the moment of its mark, and with the risk
   * taken that the customer gets it twice
   */
  agentRetry: chat.extend({
    actionId: Id,
    unknown: z.object({ asOf: z.iso.datetime(), acceptsRisk: z.literal(true) }).optional(),
  }),
  /** A note for the enterprise's own people. It never leaves; the mentioned are told. */
  chatNote: chat.extend({ key, text: text(noteLimit), mentions: z.array(Id).max(mostMentions).default([]) }),
  /**
   * `revision`: the one that the writer knows; `tab`: the page that writes, which is told nothing of it. `mail`: left out by older pages, and
   * then as it was.
   */
  saveDraft: chat.extend({
    text: body,
    seen: Count.nullable(),
    revision: Revision,
    tab: text(64).default(''),
    mail: MailDraft.nullable().optional(),
  }),
  typing: chat,
  /** Frames of the monitor are sent to this connection from now on, or no more. */
  watchMonitor: z.object({ isOn: z.boolean() }),
  /** A word of the own side of a call, by the token of `video.createUser`. */
  rtc: z.object({ roomId: Id, token: text(64), signal: RtcSignal }),
  /** The list of who is on a website is on the screen: said again every 20 s; null: it is no more. */
  watchSite: z.object({ channelId: Id.nullable() }),
  /** `besideId`: another chat that stands beside it on the screen. */
  viewing: z.object({ chatId: Id.nullable(), besideId: Id.nullable().default(null) }),
} as const;
export type LiveRequestType = keyof typeof liveRequests;
export type LiveRequestData<T extends LiveRequestType> = z.input<(typeof liveRequests)[T]>;

/** Form of every client frame, on either socket; `data` is parsed by the schema of its type. */
export const LiveFrame = z.object({
  type: z.string().max(64),
  id: z.string().max(64).optional(),
  token: z.string().max(200).optional(),
  data: z.unknown().optional(),
});

/** Reference that an answer to a refused request may name, whatever else its data holds. */
export const LiveReference = z.object({ chatId: Id.optional().catch(undefined) });

/** The event that carries each kind of action, in the words of the specification (RT-019). */
export const actionEventTypes = {
  [chatActionTypes.customerStartChat]: 'customerStartChat',
  [chatActionTypes.customerReply]: 'customerReply',
  [chatActionTypes.agentPickedUp]: 'agentPickupChat',
  [chatActionTypes.agentReply]: 'agentReply',
  [chatActionTypes.agentTransferred]: 'agentTransferChat',
  [chatActionTypes.agentInvited]: 'agentInviteChat',
  [chatActionTypes.agentAcceptedInvite]: 'acceptInvite',
  [chatActionTypes.customerRating]: 'customerRating',
  [chatActionTypes.agentClosedChat]: 'agentEndChat',
  [chatActionTypes.agentLeftChat]: 'agentLeaveChat',
  [chatActionTypes.agentMissedChat]: 'agentMissedChat',
  [chatActionTypes.chatError]: 'chatError',
} as const;

/** @property clock as it is behind the entry; left out: it is as it was */
const actionEvent = z.object({
  chatId: Id,
  action: ChatAction,
  users: z.array(ChatUser).optional(),
  clock: ChatClock.nullable().optional(),
});
const added = z.object({ chatId: Id, chat: ChatSummary });
/** @property note what the sender wants the other to know; '' of an assignment */
const offered = z.object({ chatId: Id, customerName: z.string(), by: z.string(), note: z.string(), acceptWithinSeconds: z.number() });
const failure = z.object({ chatId: z.string(), code: z.string(), message: z.string() });

/** Events that the server sends. */
export const liveEvents = {
  authenticated: z.object({ uId: Id }),
  pong: z.object({}),
  reply: z.object({ id: z.string(), status: z.boolean(), code: z.string(), message: z.string(), data: z.unknown() }),

  /** A chat entered the queue: new and total rise by one. */
  customerStartChat: z.object({ chatId: Id, customerName: z.string(), lastMessage: z.string(), channelType: z.number() }),
  /** You are invited, a chat is transferred or assigned to you: the matching count and the total rise by one. */
  inviteWaiting: offered,
  transferWaiting: offered,
  assignWaiting: offered,
  /** A waiting chat of that kind is gone for you, by another's pickup, a timeout or a close: the counts fall. */
  waitingEnded: z.object({ chatId: Id, kind: z.enum(['new', 'transferred', 'invited', 'assigned', 'missed']), pickedBy: z.string() }),
  missedWaiting: z.object({ chatId: Id, customerName: z.string() }),

  /** You picked a chat up: it joins the active list and the matching count falls. */
  agentPickupChat: added,
  acceptInvite: added,
  acceptTransfer: added,
  acceptAssign: added,
  agentMissedChatPickup: added,

  /** Entries of chats that you take part in. */
  customerReply: actionEvent,
  agentReply: actionEvent,
  agentLeaveChat: actionEvent,
  agentInviteChat: actionEvent,
  agentTransferChat: actionEvent,
  customerRating: actionEvent,
  /** Another agent joined, picked up or accepted. */
  agentJoined: actionEvent,
  chatError: actionEvent,
  agentEndChat: actionEvent,
  youTransferredChat: z.object({ chatId: Id, message: z.string() }),
  youLeftChat: z.object({ chatId: Id, message: z.string() }),
  /** `isWoken`: its time has come, nobody has resumed it. */
  chatStateChanged: z.object({
    chatId: Id,
    state: z.number(),
    wakeAt: z.iso.datetime().nullable().default(null),
    isWoken: z.boolean().default(false),
  }),

  /** The own draft of a chat, saved by another tab or device, or ended by its reply. */
  draftChanged: chat.extend({ ...ChatDraft.shape, tab: z.string() }),

  noChatPicked: z.object({ message: z.string(), kind: z.string(), counts: ChatCounts }),
  chatMessageStatus: z.object({
    chatId: Id,
    /** Messages up to this number, of the named author, reached the status. */
    upTo: z.number(),
    author: z.enum(['customer', 'agent']),
    status: z.number(),
    deliveryStatus: z.number(),
    channelErrorCode: z.string(),
    channelErrorDesc: z.string(),
    /** User who has read the customer's messages, and how many that user has not read; '' and 0 for ours. */
    readBy: z.string(),
    unread: z.number(),
  }),
  typing: z.object({ chatId: Id, name: z.string(), authorKind: z.enum(['customer', 'agent']), uId: z.string() }),
  viewing: z.object({ chatId: Id, uId: Id, name: z.string(), isViewing: z.boolean() }),
  /** Somebody has reacted to a message, changed it or taken it back: the entry as it stands now. */
  entryChanged: z.object({ chatId: Id, action: ChatAction }),
  /** An entry of the chat that you look at without taking part in it. */
  watchedEntry: z.object({ chatId: Id, action: ChatAction, clock: ChatClock.nullable().optional() }),
  /** The customer of a chat that you look at has other open chats now, or one of them has another agent. */
  customerChats: z.object({ customerId: Id }),
  /** Somebody has come to a website that you look at, has left it, or is on another page. */
  siteChanged: z.object({ channelId: Id }),
  /** The visitor of a chat has signed in on the website: its customer is read again. */
  chatCustomer: z.object({ chatId: Id, customerId: Id }),
  /** The clock that colours a chat has begun, ended or changed without an entry. */
  chatClock: z.object({ chatId: Id, clock: ChatClock.nullable() }),
  /** A line of the second record of a chat that you take part in, or look at. */
  chatSide: z.object({ chatId: Id, side: ChatSide }),
  /** Labels or priority of the chat have changed: the values of now. */
  chatMarked: z.object({ chatId: Id, tag: z.string(), tagColour: z.string(), labels: z.array(ChatMark), priority: z.number() }),
  /** Planned messages of a chat that you take part in are others now: the list is read again. */
  chatLater: z.object({ chatId: Id }),
  /** Notes that mention you have come, or you have read some. */
  mentionsChanged: z.object({ chatId: Id }),
  /** Bot's answer so far in that chat, which follows the entry of that number. */
  partialAnswer: z.object({ chatId: Id, after: z.number(), name: z.string(), text: z.string().max(partialAnswers.mostCharacters) }),
  /** The same of a message in Try it, by the `partialKey` of its request. */
  tryItPartial: z.object({ key: z.string(), text: z.string().max(partialAnswers.mostCharacters) }),
  /** Text that a language model writes for the agent, by the `key` of its request. */
  assistPartial: z.object({ key: z.string(), text: z.string().max(partialAnswers.mostCharacters) }),
  systemMessage: z.object({ chatId: Id, message: z.string() }),
  inviteFailed: failure,
  transferFailed: failure,
  pickupFailed: failure,
  agentStatusChanged: z.object({ uId: Id, agentStatus: z.number() }),
  /** A word of the customer's browser in an own call. */
  rtc: meetEvents.rtc,
  /** An own call: the customer has come, left or answered, or it has ended. */
  callChanged: meetEvents.callChanged,
  notification: LiveNotification,
  /** Sent to users who may read streams: a draft was saved, or somebody else holds it now. */
  streamDraft: z.object({ journeyId: Id, revision: z.number(), change: z.enum(['saved', 'held']) }),
  /** Figures of the monitor, for connections that look at it */
  monitorFrame: MonitorFrame,
  /** An alarm rings, or has ended */
  chatAlarm: z.object({ alarm: ChatAlarm, isOn: z.boolean() }),
  sessionEnded: z.object({ message: z.string() }),
} as const;
export type LiveEventType = keyof typeof liveEvents;
export type LiveEventData<T extends LiveEventType> = z.infer<(typeof liveEvents)[T]>;
export type LiveEvent = { [T in LiveEventType]: { type: T; data: LiveEventData<T> } }[LiveEventType];
