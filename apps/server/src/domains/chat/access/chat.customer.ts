import type { CustomerCard } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { changeCustomer } from '../../customer/door.ts';
import { presentCustomerCard } from '../record/chat.present.ts';
import { findLastSeenChat, listPrevious } from '../record/chat.summary.repository.ts';
import { accessChat, viewerOf } from './chat.access.ts';

export function getCustomerOfChat(ctx: Ctx, chatId: string): Promise<CustomerCard> {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    return presentCustomerCard(chat, await listPrevious(tx, chat, channelsOf(ctx.actor)), viewerOf(ctx.actor));
  });
}

export type CustomerChange = { customerId: string; name?: string | undefined; number?: string | undefined; emailId?: string | undefined };

/** An agent corrects the customer of a chat that the agent may see. */
export function changeCustomerProfile(ctx: Ctx, change: CustomerChange): Promise<CustomerCard> {
  return ctx.transaction(async (tx) => {
    const chat = await findLastSeenChat(tx, ctx.enterpriseId, ctx.actor.userId, change.customerId);
    if (!chat) throw new DomainError('customer.not_found', 'No such customer.', {});
    await changeCustomer(ctx, tx, change.customerId, {
      ...(change.name === undefined ? {} : { name: change.name.trim() }),
      ...(change.number === undefined ? {} : { number: change.number.trim() }),
      ...(change.emailId === undefined ? {} : { email: change.emailId }),
    });
    const changed = await accessChat(tx, ctx.actor, chat.chatId);
    return presentCustomerCard(changed, await listPrevious(tx, changed, channelsOf(ctx.actor)), viewerOf(ctx.actor));
  });
}
