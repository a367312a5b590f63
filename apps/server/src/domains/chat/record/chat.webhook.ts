import {
  type ChatAction,
  type ChatEvent,
  chatActionTypes,
  type RelayEvent,
  type RuleEvent,
  relayEventType,
  type WebhookEventType,
} from '@parley/contract';
import type { EnterpriseContext, WebhookEvent } from '../../../context.ts';
import { type InboundMessage, windowEnd } from '../../messaging/door.talk.ts';
import type { LockedChat } from './chat.repository.ts';

const types: Readonly<Partial<Record<number, WebhookEventType>>> = {
  [chatActionTypes.customerStartChat]: 'chat.started',
  [chatActionTypes.customerReply]: 'chat.message',
  [chatActionTypes.agentReply]: 'chat.message',
  [chatActionTypes.agentPickedUp]: 'chat.picked_up',
  [chatActionTypes.agentTransferred]: 'chat.transferred',
  [chatActionTypes.agentMissedChat]: 'chat.missed',
  [chatActionTypes.agentClosedChat]: 'chat.closed',
  [chatActionTypes.customerRating]: 'chat.rated',
};

type Links = Pick<EnterpriseContext, 'publicUrl'>;

/** A file by an address that works from outside, for a day. */
const toldFile = (attachment: ChatAction['attachment'], { publicUrl }: Links) =>
  attachment && { name: attachment.name, type: attachment.type, url: new URL(attachment.url, `${publicUrl()}/`).href };

/** The words of a reply before it was translated are for agents alone. */
const toldDetail = ({ original: _original, ...detail }: ChatAction['detail']): ChatAction['detail'] => detail;

/** An entry of a chat as own systems are told of it; others than these are for agents alone. */
export function toWebhookEvent(chat: LockedChat, action: ChatAction, links: Links): WebhookEvent[] {
  const type = types[action.actionType];
  if (!type) return [];
  const { number, authorKind, actionBy, userName, message, attachment, detail, actedOn } = action;
  return [
    {
      type,
      orderKey: chat.chatId,
      channelId: chat.channelId,
      departmentId: chat.deptId,
      data: {
        chatId: chat.chatId,
        channelId: chat.channelId,
        deptId: chat.deptId,
        customer: { id: chat.customerId, address: chat.address },
        number,
        author: { kind: authorKind, id: actionBy, name: userName },
        message,
        attachment: toldFile(attachment, links),
        detail: toldDetail(detail),
        at: actedOn,
      } satisfies ChatEvent,
    },
  ];
}

/** Tells own systems that a rule has fired on a chat: nobody has written anything, and the entry is the chat's last. */
export const toRuleEvent = (chat: LockedChat, { name, event }: { name: string; event: RuleEvent }, at: Date): WebhookEvent => ({
  type: 'chat.rule',
  orderKey: chat.chatId,
  channelId: chat.channelId,
  departmentId: chat.deptId,
  data: {
    chatId: chat.chatId,
    channelId: chat.channelId,
    deptId: chat.deptId,
    customer: { id: chat.customerId, address: chat.address },
    number: chat.lastNumber,
    author: { kind: 'system', id: '', name: '' },
    message: '',
    attachment: null,
    detail: { rule: name, event },
    at: at.toISOString(),
  } satisfies ChatEvent,
});

/** Makes the event of a customer's message for relay bridges: in the order of the customer, with addresses that work from outside. */
export function toRelayEvent(chat: LockedChat, action: ChatAction, links: Links): WebhookEvent[] {
  if (action.actionType !== chatActionTypes.customerReply) return [];
  const { number, userName, message, attachment, detail, actedOn } = action;
  const writtenAt = typeof detail.writtenAt === 'string' ? detail.writtenAt : actedOn;
  const end = chat.line && windowEnd({ ...chat.line, lastInboundAt: writtenAt });
  return [
    {
      type: relayEventType,
      orderKey: chat.customerId,
      channelId: chat.channelId,
      departmentId: chat.deptId,
      data: {
        chatId: chat.chatId,
        channelId: chat.channelId,
        customerId: chat.customerId,
        // The address of a widget's visitor is the hash of a token, which is of no use to others.
        number: chat.line ? chat.address : '',
        name: userName,
        entry: number,
        text: message,
        attachment: toldFile(attachment, links),
        inbound: detail.inbound ?? null,
        windowEndsAt: end?.toISOString() ?? null,
        ...(writtenAt === actedOn ? {} : { writtenAt }),
        at: actedOn,
      } satisfies RelayEvent,
    },
  ];
}

/** The same of a word that no chat was opened for. */
export const toSettledRelayEvent = (message: InboundMessage, customer: { customerId: string; name: string }, at: Date): WebhookEvent => ({
  type: relayEventType,
  orderKey: customer.customerId,
  channelId: message.channelId,
  data: {
    chatId: null,
    channelId: message.channelId,
    customerId: customer.customerId,
    number: message.line ? message.address : '',
    name: customer.name,
    entry: 0,
    text: message.text,
    attachment: null,
    inbound: message.detail ?? null,
    windowEndsAt: (message.line && windowEnd(message.line)?.toISOString()) ?? null,
    at: at.toISOString(),
  } satisfies RelayEvent,
});
