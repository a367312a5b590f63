import { type ChatAction, chatActionTypes, type WebhookEventType } from '@parley/contract';
import type { WebhookEvent } from '../../../context.ts';
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

/** An entry of a chat as own systems are told of it; others than these are for agents alone. */
export function toWebhookEvent(chat: LockedChat, action: ChatAction): WebhookEvent[] {
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
        attachment: attachment && { name: attachment.name, type: attachment.type, url: attachment.url },
        detail,
        at: actedOn,
      },
    },
  ];
}
