import { chatActionTypes } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { answerChat, ChatRecording, isOpen, listActions, lockChats, queueChat, readChatConfig } from '../../chat/door.ts';
import { toChatMarkup } from './chat-markup.ts';
import { readServing, type Serving } from './serving.ts';
import { recordTurns } from './turn.record.ts';
import { answerTurn, type TurnResult } from './turn.ts';

type UsedDeps = Pick<Deps, 'secrets' | 'config' | 'publicUrl' | 'log'>;

const turnLimit = 50; // entries that one turn looks back over
const botName = 'Assistant'; // until its own is known

/** What a turn says and whether a person goes on; nothing is known of the bot when it could not answer at all. */
type Answered = {
  name: string;
  replies: string[];
  handsOver: boolean;
  state: Record<string, unknown>;
  turn?: TurnResult;
  serving?: Serving;
};
const handsOver = (name: string): Answered => ({ name, replies: [], handsOver: true, state: {} });

/**
 * One turn of the bot of a chat. It is thought out outside of any transaction, so a slow one holds no lock; its answer counts only if the
 * chat is still the bot's and nobody answered in between. A bot that is gone, untrained or failing hands the customer to a person instead
 * of leaving them in silence.
 */
export async function answerAsBot(ctx: EnterpriseContext, deps: UsedDeps, chatId: string): Promise<void> {
  const asked = await readAsked(ctx, chatId);
  if (!asked) return;
  const { chat, texts, upTo, timeZone } = asked;
  const text = texts.join('\n');
  const answered = await think(ctx, deps, asked.botId, { text, state: chat.botState, timeZone }).catch((error: unknown) => {
    deps.log.error({ err: error, chatId }, 'a bot failed to answer');
    return handsOver(botName);
  });
  await ctx.transaction(async (tx) => {
    const now = ctx.now();
    const [current] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (current?.handledBy !== 'bot' || !isOpen(current) || current.botNumber !== chat.botNumber) return;
    const hasMore = current.customerCount > chat.customerCount;
    const recording = new ChatRecording(ctx, now);
    current.botNumber = upTo;
    current.botState = answered.state;
    recording.touch(current);
    for (const reply of answered.replies)
      recording.append(current, {
        actionType: chatActionTypes.agentReply,
        author: { kind: 'bot', id: null, name: answered.name },
        message: reply,
      });
    if (answered.turn && answered.serving?.runtime)
      await recordTurns(tx, ctx.enterpriseId, [
        {
          conversation: { botId: answered.serving.bot.botId, sessionId: chatId, origin: 'CHAT', customerId: current.customerId },
          runtime: answered.serving.runtime,
          result: answered.turn,
          text,
          now,
        },
      ]);
    if (answered.handsOver) {
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
    await recording.save(tx);
    if (hasMore && !answered.handsOver) await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
  });
}

async function think(
  ctx: EnterpriseContext,
  deps: UsedDeps,
  botId: string,
  { text, state, timeZone }: { text: string; state: unknown; timeZone: string },
): Promise<Answered> {
  if (botId === '') return handsOver(botName);
  const serving = await readServing(ctx, botId);
  const { bot, runtime } = serving;
  if (!runtime) return handsOver(bot.name);
  const turn = await answerTurn(ctx, deps, runtime, {
    text,
    state,
    when: { now: ctx.now(), timeZone },
    sentiment: bot.sentiment,
  });
  const lines = turn.sources.map(({ name, page, url, fileId }) => {
    const address = fileId === '' ? url : `${deps.publicUrl()}${ctx.fileUrl(fileId)}#page=${page}`;
    return [name, page > 0 ? `p. ${page}` : '', name === address ? '' : address].filter((part) => part !== '').join(' · ');
  });
  const [first, ...rest] = turn.replies.map(toChatMarkup);
  const replies = first === undefined ? [] : [lines.length > 0 ? `${first}\n\n${lines[0]}` : first, ...rest];
  return { name: bot.name, replies, handsOver: turn.handsOver, state: turn.state, turn, serving };
}

function readAsked(ctx: EnterpriseContext, chatId: string) {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (chat?.handledBy !== 'bot' || !isOpen(chat)) return undefined;
    const [entries, channel, timeZone] = await Promise.all([
      listActions(tx, ctx.enterpriseId, chatId, { after: chat.botNumber, perPage: turnLimit }),
      tx
        .selectFrom('channels')
        .select('data')
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('channelId', '=', chat.channelId)
        .executeTakeFirst(),
      readTimeZone(tx, ctx.enterpriseId),
    ]);
    const words = entries.filter((entry) => entry.actionType === chatActionTypes.customerReply);
    const last = words.at(-1);
    if (!last) return undefined;
    const texts = words.map((entry) => entry.message || entry.attachment?.name || '');
    return { chat, texts, upTo: last.number, botId: channel?.data.botId ?? '', timeZone };
  });
}
