import { chatActionTypes, ownReturnText, returnedText } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { findTaker } from '../access/chat.taker.port.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { chatLeft } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { findWrittenSince, type LockedChat, leaveAll } from '../record/chat.repository.ts';
import { authorOf, leavePeople } from '../record/chat.rules.ts';
import { returnToStream } from '../record/chat.stream.port.ts';
import { handToBot, handToStream } from '../routing/chat.hand.ts';
import { answerChat } from '../routing/chat.jobs.ts';
import { withdraw } from './chat.offer.ts';

/**
 * Returns an own chat to the stream that had it before people, else to the bot of its channel. A bot begins anew: where the customer waits, it
 * hears the words that nobody has answered, also those by which it got a person. Nothing that a close needs is asked for: the matter goes on.
 * @param expected what the agent was told of: another taker may be there by now
 * @throws DomainError chat.not_found, chat.not_owner, chat.state_invalid, chat.nobody_before or chat.taker_changed
 */
export function handBack(ctx: Ctx, chatId: string, expected: { kind: string; name: string }): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, actor, chatId, 'owner');
    await lockDesksOf(tx, enterpriseId, [chatId]);
    const taker = await findTaker(ctx, tx, chat);
    if (!taker) throw new DomainError('chat.nobody_before', 'No stream or bot takes this chat back.', {});
    const { kind, name, instanceId = null } = taker;
    if (kind !== expected.kind || name !== expected.name)
      throw new DomainError('chat.taker_changed', `The chat would return to ${name} now. Look at it again.`, { name });
    await withdraw(ctx, tx, chatId, ['transfer', 'invite', 'assign']);
    const left = chat.agentIds;
    await leaveAll(tx, enterpriseId, chatId);
    const recording = new ChatRecording(ctx, ctx.now());
    // Those who take part see the line, and then lose the chat.
    recording.append(chat, { actionType: chatActionTypes.agentTransferred, author: authorOf(actor), detail: { returnedTo: kind, name } });
    leavePeople(chat, ctx.now());
    chat.returnsTo = instanceId;
    if (kind === 'stream') {
      handToStream(recording, chat);
      await returnToStream(ctx, tx, chat, 'returned');
    } else {
      chat.botState = {};
      chat.botNumber = await findHeard(tx, chat);
      handToBot(recording, chat, chat.botNumber);
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

/** The entry behind which a bot listens: the last one, or the one before the words for whose answer the customer waits. */
async function findHeard(tx: Tx, { enterpriseId, chatId, waitingSince, lastNumber }: LockedChat): Promise<number> {
  const first = waitingSince && (await findWrittenSince(tx, enterpriseId, chatId, waitingSince));
  return first ? first - 1 : lastNumber;
}
