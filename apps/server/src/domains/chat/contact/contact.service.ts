import { blockableTypes, type Revealed, revealsPerHour } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { blockAddress } from '../../messaging/door.talk.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { endServed } from '../conversation/chat.lifecycle.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { authorOf } from '../record/chat.rules.ts';
import { findSummary, type SummaryRow } from '../record/chat.summary.repository.ts';
import { readChatConfig } from '../settings/settings.service.ts';
import { readChatSettings } from '../settings/settings.told.ts';
import { contactRecord } from './contact.record.ts';
import { takeReveal } from './contact.repository.ts';

async function getSummary(tx: Tx, { enterpriseId, actor }: Ctx, chatId: string): Promise<SummaryRow> {
  const row = await findSummary(tx, enterpriseId, actor.userId, chatId);
  if (!row) throw new DomainError('chat.not_found', 'No such chat.', {});
  return row;
}

/**
 * Shows the number and the address of an own chat's customer to an agent from whom they are hidden otherwise, and notes that they were seen.
 * @throws DomainError chat.not_found, chat.not_owner, chat.reveal_off or chat.revealed_often
 */
export function revealContact(ctx: Ctx, chatId: string): Promise<Revealed> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    const { revealContact: isAllowed } = await readChatConfig(tx, enterpriseId, chat.deptId);
    if (!isAllowed) throw new DomainError('chat.reveal_off', 'Numbers stay hidden here. An administrator can change that.', {});
    await lockDesksOf(tx, enterpriseId, [chatId], [actor.userId]);
    if (!(await takeReveal(tx, enterpriseId, actor.userId, revealsPerHour, ctx.now())))
      throw new DomainError('chat.revealed_often', `You have looked at ${revealsPerHour} numbers within an hour.`, {
        most: revealsPerHour,
      });
    const { customerName: name, customerId, customerNumber, customerEmail } = await getSummary(tx, ctx, chatId);
    recordChange(ctx, tx, { record: contactRecord, id: chatId, action: 'reveal', after: { name, customerId } });
    return { number: customerNumber, emailId: customerEmail };
  });
}

/**
 * Puts the number or e-mail address that an own chat is written from on the blacklist, and closes the chat without a word. The profile of the
 * customer may name another one, which an agent can change.
 * @throws DomainError chat.not_found, chat.not_owner or chat.nothing_to_block
 */
export function blockCustomer(ctx: Ctx, chatId: string, reason: string): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const hasAddress = chat.line !== null && blockableTypes.includes(chat.line.type);
    if (!hasAddress || !(await blockAddress(ctx, tx, chat.address, reason)))
      throw new DomainError('chat.nothing_to_block', 'This customer writes from neither a number nor an e-mail address.', {});
    const { config, ...told } = await readChatSettings(tx, chat, ctx.now());
    const silent = { ...told, config: { ...config, ratingEnabled: false }, say: () => '' };
    await endServed(ctx, tx, chat, silent, { author: authorOf(actor), agentName: actor.name, feedback: reason });
  });
}
