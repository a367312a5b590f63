import { chatActionTypes } from '@parley/contract';
import type { EnterpriseContext } from '../../context.ts';
import { readChatConfig } from '../chat/chat.config.ts';
import { queueChat } from '../chat/chat.queue.ts';
import { ChatRecording } from '../chat/chat.record.ts';
import { listActions, lockChats } from '../chat/chat.repository.ts';
import { isOpen } from '../chat/chat.rules.ts';
import type { BotAnswer, BotEngine } from './bot.engine.ts';
import { answerChat } from './bot.jobs.ts';

export type Bot = { name: string; engine: BotEngine };

const turnLimit = 50; // entries that one turn looks back over

/**
 * One turn of the bot. The engine runs outside of any transaction, so a slow one holds no lock; its answer counts only if the chat is
 * still the bot's and nobody answered in between. A failing engine hands the customer to a person instead of leaving them in silence.
 */
export async function answerAsBot(ctx: EnterpriseContext, bot: Bot, chatId: string): Promise<void> {
  const turn = await readTurn(ctx, chatId);
  if (!turn) return;
  const { chat, texts, upTo } = turn;
  const answer = await bot.engine
    .answer({ texts, state: chat.botState, botName: bot.name })
    .catch((): BotAnswer => ({ replies: [], state: {}, handsOver: true }));
  await ctx.transaction(async (tx) => {
    const now = ctx.now();
    const [current] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (current?.handledBy !== 'bot' || !isOpen(current) || current.botNumber !== chat.botNumber) return;
    const hasMore = current.customerCount > chat.customerCount;
    const recording = new ChatRecording(ctx, now);
    current.botNumber = upTo;
    current.botState = answer.state;
    recording.touch(current);
    for (const reply of answer.replies)
      recording.append(current, {
        actionType: chatActionTypes.agentReply,
        author: { kind: 'bot', id: null, name: bot.name },
        message: reply,
      });
    if (answer.handsOver) {
      const customer = await tx
        .selectFrom('customers')
        .select('name')
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('customerId', '=', current.customerId)
        .executeTakeFirstOrThrow();
      const config = await readChatConfig(tx, ctx.enterpriseId);
      await queueChat(ctx, tx, recording, current, { customerName: customer.name, lastMessage: texts.at(-1) ?? '', config }, now);
    } else if (!hasMore) {
      current.waitingSince = null;
    }
    recording.save(tx);
    if (hasMore && !answer.handsOver) await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
  });
}

function readTurn(ctx: EnterpriseContext, chatId: string) {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (chat?.handledBy !== 'bot' || !isOpen(chat)) return undefined;
    const entries = await listActions(tx, ctx.enterpriseId, chatId, { after: chat.botNumber, perPage: turnLimit });
    const words = entries.filter((entry) => entry.actionType === chatActionTypes.customerReply);
    const last = words.at(-1);
    if (!last) return undefined;
    return { chat, texts: words.map((entry) => entry.message || entry.attachment?.name || ''), upTo: last.number };
  });
}
