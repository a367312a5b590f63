import { type ChatAction, chatActionTypes, type LiveRequestData } from '@parley/contract';
import { sql } from 'kysely';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { chatFailure, retryInChat } from '../../messaging/door.talk.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { chatEntries, visitorTopic } from '../record/chat.events.ts';
import { presentAction, presentWidgetEntry } from '../record/chat.present.ts';
import { lockChats } from '../record/chat.repository.ts';
import { isOpen } from '../record/chat.rules.ts';

type Asked = LiveRequestData<'agentRetry'>;

/**
 * Tries a message that failed once more, or one of unknown outcome whose agent takes the risk that it arrives twice: on its own entry, so that
 * there is never a second message of it. Refused by the checks of now, a failed one has failed anew, and an unknown one stays unknown.
 * @returns the entry as it is now; an unknown one that is refused says why in its mark
 * @throws DomainError chat.not_found, chat.state_invalid or chat.not_failed
 */
export function retryReply(ctx: Ctx, { chatId, actionId, unknown }: Asked): Promise<{ action: ChatAction }> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, enterpriseId, [chatId]);
    if (!chat?.agentIds.includes(ctx.actor.userId)) throw chatNotFound();
    if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
    const row = await tx
      .selectFrom('chatActions')
      .selectAll()
      .where('enterpriseId', '=', enterpriseId)
      .where('chatId', '=', chatId)
      .where('actionId', '=', actionId)
      .where('actionType', '=', chatActionTypes.agentReply)
      .executeTakeFirst();
    const { channelId, customerId, address, line } = chat;
    const isWanted = unknown ? row?.detail.unknown !== undefined : row?.detail.failure !== undefined;
    const unknownBy = unknown && new Date(unknown.asOf);
    const outcome =
      row && isWanted && line
        ? await retryInChat(ctx, tx, { channelId, customerId, chatId, number: row.number, address, line, unknownBy })
        : undefined;
    if (!row || !outcome) throw new DomainError('chat.not_failed', 'This message has not failed, or is on its way again.', {});
    const { failure: _former, unknown: _mark, hasArrived: _arrival, ...detail } = row.detail;
    if (outcome === 'waits') row.detail = { ...detail, isRetried: true };
    // The first attempt may have arrived: it is not called failed, though it cannot go again now.
    else if (unknown) row.detail = { ...row.detail, unknown: { ...(row.detail.unknown as object), refused: chatFailure(outcome) } };
    else row.detail = { ...detail, failure: chatFailure(outcome) };
    await sql`update chat_actions set detail = ${JSON.stringify(row.detail)}::jsonb
      where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number = ${row.number}`.execute(tx);
    const action = presentAction(row, chat, ctx.fileUrl);
    const entries = [{ action, widgetEntry: presentWidgetEntry(row, ctx.fileUrl) }];
    const visitor = visitorTopic(channelId, address);
    await ctx.events.record(tx, chatEntries, { chats: [{ chatId, agentIds: chat.agentIds, visitor, entries }] });
    return { action };
  });
}
