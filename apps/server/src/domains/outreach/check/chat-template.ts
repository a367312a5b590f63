import { broadcastTexts, type ChatTemplate, chatActionTypes, fieldError, fillVariables, overlongParts, partOf } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { ChatRecording, chatNotFound, findAction, findKeys, isOpen, lockChats } from '../../chat/door.ts';
import { columnsOf, resolveValues } from '../../messaging/door.run.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import type { Prepared } from '../message/message.ts';
import { findCustomers } from '../message/recipient.repository.ts';
import { columnReader } from '../message/recipients.ts';

type Values = Readonly<Record<string, string>>;

const fill = (text: string, values: Values, place: 'header' | 'body'): string =>
  fillVariables(text, Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace(`messageTags/${place}.`, ''), value])));

/** The text of a template in the agent's chat: its body, as the customer reads it. */
const textOf = ({ template }: RunMessage, values: Values): string =>
  fill(partOf(template.components, 'BODY')?.text ?? template.name, values, 'body');

/** The parts around the body: the bubble of the thread shows them as the customer's phone does. */
function frameOf({ template: { components }, media }: RunMessage, values: Values): ChatTemplate {
  const header = partOf(components, 'HEADER');
  return {
    header: header?.format === 'TEXT' ? fill(header.text, values, 'header') : '',
    mediaName: header && header.format !== 'NONE' && header.format !== 'TEXT' ? media?.fileName || header.format : '',
    footer: partOf(components, 'FOOTER')?.text ?? '',
    buttons: (partOf(components, 'BUTTONS')?.buttons ?? []).map(({ text }) => text).filter((text) => text !== ''),
  };
}

/**
 * A template in a chat whose window is closed: an entry of the chat like any reply, with the row of the ledger that belongs to it.
 * @returns the id of the entry
 * @throws DomainError chat.not_found, chat.state_invalid or broadcast.invalid
 */
export async function sendInChat(
  ctx: Ctx,
  tx: Tx,
  chatId: string,
  { channel, templateId, message }: Prepared,
  key: string,
): Promise<string> {
  const { enterpriseId } = ctx;
  if (!isUuid(chatId)) throw chatNotFound();
  const [chat] = await lockChats(tx, enterpriseId, [chatId]);
  if (!chat?.agentIds.includes(ctx.actor.userId) || chat.channelId !== channel.channelId) throw chatNotFound();
  if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  const [repeat] = key === '' ? [] : await findKeys(tx, enterpriseId, [{ senderId: ctx.actor.userId, key }]);
  const sent = repeat && (await findAction(tx, enterpriseId, repeat.chatId, repeat.number));
  if (sent) return sent.actionId;
  const [customer] = await findCustomers(tx, enterpriseId, [chat.customerId]);
  const read = await columnReader(tx, enterpriseId, columnsOf(message.mapping));
  const { values, missing } = resolveValues(message, customer ? read(customer) : {}, channel.type);
  if (missing.length > 0) {
    const errors = missing.map((name) => fieldError(`columnMapping.${name}`, 'broadcast.mandatory'));
    throw new DomainError('broadcast.invalid', broadcastTexts.mandatory, { errors });
  }
  const overlong = overlongParts(channel.type, message.template.components, values);
  if (overlong.length > 0) {
    const errors = overlong.flatMap(({ keys, length, maximum }) =>
      keys.map((key) => fieldError(`columnMapping.${key}`, 'template.filled_too_long', { length, maximum })),
    );
    throw new DomainError('broadcast.invalid', errors[0]?.message ?? '', { errors });
  }
  const recording = new ChatRecording(ctx, ctx.now());
  const row = recording.append(chat, {
    actionType: chatActionTypes.agentReply,
    author: { kind: 'agent', id: ctx.actor.userId, name: ctx.actor.name },
    message: textOf(message, values),
    detail: { template: frameOf(message, values) },
    key,
    outgoing: { content: toOutgoing(message, values), template: { templateId, category: message.template.category } },
  });
  await recording.save(tx);
  return row.actionId;
}
