import { agentLanguages } from '../account/user.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';
import { OwnStatus } from './agent-status.ts';
import { ChatClock } from './clock-kinds.ts';
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

/** Spoken text of the audio message of this number. */
export const AudioTranscript = z.object({ number: z.number(), text: z.string() });
export type AudioTranscript = z.infer<typeof AudioTranscript>;

export const ChatTaker = z.object({ kind: z.enum(['stream', 'bot']), name: z.string() });

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

/** One open chat: its summary, customer and a page of its record, oldest first. */
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
