import type { MessageDetail } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf } from '../../customer/door.ts';
import { findMessageDetail } from '../../messaging/door.run.ts';
import { findMessageOfEntry } from '../../messaging/door.talk.ts';
import { accessChat } from '../access/chat.access.ts';

/** Tells what became of one message of ours, to everybody who may read its chat. @throws DomainError chat.not_found or message.not_found */
export function readDelivery(ctx: Ctx, chatId: string, number: number): Promise<MessageDetail> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    await accessChat(tx, actor, chatId);
    const messageId = await findMessageOfEntry(tx, enterpriseId, chatId, number);
    const detail = messageId && (await findMessageDetail(tx, enterpriseId, messageId, readingOf(actor)));
    if (!detail) throw new DomainError('message.not_found', 'No such message.', {});
    return detail;
  });
}
