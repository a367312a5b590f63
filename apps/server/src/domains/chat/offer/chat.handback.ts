import { chatActionTypes, ownReturnText, returnedText } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { chatLeft } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { findLastAnswerNumber, leaveAll } from '../record/chat.repository.ts';
import { authorOf, leavePeople } from '../record/chat.rules.ts';
import { returnToStream } from '../record/chat.stream.port.ts';
import { findTaker } from '../record/chat.taker.port.ts';
import { handToBot, handToStream } from '../routing/chat.hand.ts';
import { answerChat } from '../routing/chat.jobs.ts';
import { withdraw } from './chat.offer.ts';

/**
 * Returns an own chat to the stream that had it before people, else to the bot of its channel. A bot begins anew: of the words that nobody has
 * answered yet it answers those that it has not heard.
 * @throws DomainError chat.not_found, chat.not_owner, chat.state_invalid or chat.nobody_before
 */
export function handBack(ctx: Ctx, chatId: string): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const taker = await findTaker(ctx, tx, chat);
    if (!taker) throw new DomainError('chat.nobody_before', 'No stream or bot takes this chat back.', {});
    await withdraw(ctx, tx, chatId, ['transfer', 'invite', 'assign']);
    const left = chat.agentIds;
    await leaveAll(tx, enterpriseId, chatId);
    const recording = new ChatRecording(ctx, ctx.now());
    // Those who take part see the line, and then lose the chat.
    recording.append(chat, {
      actionType: chatActionTypes.agentTransferred,
      author: authorOf(actor),
      detail: { returnedTo: taker.kind, name: taker.name },
    });
    leavePeople(chat);
    if (taker.kind === 'stream') {
      handToStream(recording, chat);
      await returnToStream(ctx, tx, chat, 'returned');
    } else {
      const answered = chat.waitingSince ? await findLastAnswerNumber(tx, enterpriseId, chatId) : chat.lastNumber;
      chat.returnsTo = null;
      chat.botState = {};
      handToBot(recording, chat, answered);
      if (chat.waitingSince) await ctx.jobs.enqueue(tx, answerChat, { enterpriseId, chatId });
    }
    await recording.save(tx);
    await ctx.events.record(
      tx,
      chatLeft,
      ...left.map((userId) =>
        userId === actor.userId
          ? { type: 'youTransferredChat' as const, userId, chatId, message: ownReturnText }
          : { type: 'youLeftChat' as const, userId, chatId, message: returnedText },
      ),
    );
  });
}
