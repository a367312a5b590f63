import { chatActionTypes } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { answerChat, ChatRecording, handToStream, isOpen, listActions, lockChats, queueChat, tellPartialAnswer } from '../../chat/door.ts';
import { createPartialAnswer, type PartialAnswer } from '../answer/partial.answer.ts';
import { said } from '../answer/prompt.answer.ts';
import { readState, withHistory } from '../dialogue/dialogue.state.ts';
import { type NearPhrases, nearPhrases } from '../runtime/phrase.near.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { readServing } from '../runtime/serving.ts';
import { TurnTaken } from '../tool-call/call.loop.ts';
import { findCall } from '../tool-call/call.repository.ts';
import { tellCall } from '../tool-call/call.run.ts';
import { beginStream } from '../tool-stream/stream.begin.ts';
import { toChatMarkup } from './chat-markup.ts';
import { recordTurns } from './turn.record.ts';
import { repliesOf } from './turn.replies.ts';
import { answerTurn, type TurnResult } from './turn.ts';

type UsedDeps = Pick<Deps, 'secrets' | 'config' | 'metrics' | 'publicUrl' | 'log' | 'hub'>;

const turnLimit = 50; // entries that one turn looks back over
const botName = 'Assistant'; // name until the bot's own is known

/** Replies of the bot, and whether a person goes on; there are no turns when it could not answer at all. */
type Answered = {
  name: string;
  replies: string[];
  handsOver: boolean;
  state: Record<string, unknown>;
  turns: { text: string; result: TurnResult; phrases: NearPhrases }[];
  /** Part of the answer that was shown while it was written. */
  partial?: PartialAnswer;
  runtime?: BotRuntime;
  /** The call whose stream is to talk with the customer from now on. */
  begins?: string;
};
const handsOver = (name: string): Answered => ({ name, replies: [], handsOver: true, state: {}, turns: [] });

/**
 * The bot of a chat answers what the customer has written since its last answer. It thinks outside of any transaction, so a slow bot holds
 * no lock; its answer counts only if the chat is still the bot's and nobody answered in between. A bot that is gone, untrained or failing
 * hands the customer to a person instead of leaving them in silence.
 */
export async function answerAsBot(ctx: EnterpriseContext, deps: UsedDeps, chatId: string): Promise<void> {
  const asked = await readAsked(ctx, chatId);
  if (!asked) return;
  const { chat, texts, upTo, timeZone } = asked;
  const question = { texts, state: chat.botState, timeZone, chatId, customerId: chat.customerId };
  const tellPartial = (partial: { name: string; text: string }) => tellPartialAnswer(deps.hub, chat, { ...partial, after: upTo });
  const answered = await think(ctx, deps, asked.botId, question, tellPartial).catch((error: unknown) => {
    // The job tries again, and goes on behind what was done.
    if (error instanceof TurnTaken) throw error;
    deps.log.error({ err: error, chatId }, 'a bot failed to answer');
    return handsOver(botName);
  });
  const isSaid = await ctx.transaction(async (tx) => {
    const now = ctx.now();
    const [current] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (current?.handledBy !== 'bot' || !isOpen(current) || current.botNumber !== chat.botNumber) return false;
    // The end of a stream has no number of its own: two that go on behind it are told apart by its call.
    if (runningOf(current.botState)?.callId !== runningOf(chat.botState)?.callId) return false;
    const hasMore = current.customerCount > chat.customerCount;
    if (answered.begins && hasMore) {
      // The customer has written meanwhile, which is the bot's to read: nothing has happened yet, and the turn is taken again.
      await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
      return false;
    }
    const recording = new ChatRecording(ctx, now);
    current.botNumber = upTo;
    recording.touch(current);
    for (const reply of answered.replies)
      recording.append(current, {
        actionType: chatActionTypes.agentReply,
        author: { kind: 'bot', id: null, name: answered.name },
        message: reply,
      });
    current.botState = seenFrom(answered.state, current.lastNumber);
    const { runtime } = answered;
    if (runtime) {
      const conversation = { botId: asked.botId, sessionId: chatId, origin: 'CHAT' as const, customerId: current.customerId };
      const place = { channelId: current.channelId, isSandbox: current.line?.environment === 'sandbox', timeZone };
      const turns = answered.turns.map((turn) => ({ ...turn, conversation, runtime, now, place }));
      await recordTurns(tx, ctx.enterpriseId, turns);
    }
    const begun = answered.begins ? await beginStream(ctx, tx, current, { callId: answered.begins, bot: answered.name }) : undefined;
    if (begun) handToStream(recording, current);
    if (answered.handsOver) {
      await queueChat(ctx, tx, recording, current, texts.at(-1)?.text ?? '', now);
    } else if (!hasMore) {
      current.waitingSince = null;
    }
    await recording.save(tx);
    if (answered.begins) await tellCall(ctx, tx, answered.begins);
    if ((hasMore && !answered.handsOver) || begun === false)
      await ctx.jobs.enqueue(tx, answerChat, { enterpriseId: ctx.enterpriseId, chatId });
    return answered.replies.length > 0;
  });
  if (!isSaid) answered.partial?.drop();
}

const runningOf = (state: Record<string, unknown>) => readState(state).running;

/** Notes behind which entry the question stands that waits for an answer. */
function seenFrom(state: Record<string, unknown>, lastNumber: number): Record<string, unknown> {
  const { pending } = readState(state);
  return pending?.asked === 0 ? { ...state, pending: { ...pending, asked: lastNumber } } : state;
}

type Question = {
  texts: { number: number; text: string }[];
  state: Record<string, unknown>;
  timeZone: string;
  chatId: string;
  customerId: string;
};

/**
 * Each message is a turn of its own, in order: as one text, a wish for a person beside another question would be lost. What two turns say
 * alike is said once, and what comes after a hand-over is for the person.
 */
async function think(
  ctx: EnterpriseContext,
  deps: UsedDeps,
  botId: string,
  { texts, state, timeZone, chatId, customerId }: Question,
  tellPartial: (partial: { name: string; text: string }) => void,
): Promise<Answered> {
  if (botId === '') return handsOver(botName);
  const { bot, runtime } = await readServing(ctx, botId);
  if (!runtime) return handsOver(bot.name);
  const answered: Answered = { name: bot.name, replies: [], handsOver: false, state, turns: [], runtime };
  const partial = createPartialAnswer(
    (text) => tellPartial({ name: bot.name, text }),
    (text) => [...answered.replies, toChatMarkup(text)].join('\n\n'),
  );
  answered.partial = partial;
  const before = readState(state).pending;
  const asked = (await hasRunOut(ctx, state)) ? [{ text: '', number: 0 }, ...texts] : texts;
  for (const [place, { text: written, number }] of asked.entries()) {
    const { running } = readState(answered.state);
    const goesOn = number === 0 && running !== null;
    const text = goesOn ? running.text : written;
    const when = { now: ctx.now(), timeZone };
    const { sentiment, knowledge } = bot;
    const { pending } = readState(answered.state);
    // A question that this very answer asks was not seen by whoever wrote the next message already.
    const isSeen = pending === null || (pending.callId === before?.callId && number > pending.asked);
    const tools = { sessionId: chatId, isDry: false, botId, customerId, turn: number, isSeen, goesOn };
    const turn = { text, state: answered.state, when, sentiment, genAiConfigId: knowledge.genAiConfigId, onPartial: partial.show, tools };
    const near = nearPhrases(ctx, runtime, text);
    const result = await answerTurn(ctx, deps, runtime, turn).catch((error: unknown) => {
      partial.drop();
      throw error;
    });
    partial.finish();
    for (const reply of repliesOf(ctx, deps, runtime, result)) if (!answered.replies.includes(reply)) answered.replies.push(reply);
    answered.state = result.state;
    if (result.begins) {
      // Later messages are no answers to the stream; the turn is recorded when it goes on.
      answered.begins = result.begins;
      answered.state = withHistory(result.state, ...asked.slice(place + 1).map((later) => said('user', later.text)));
      break;
    }
    answered.turns.push({ text, result, phrases: await near });
    answered.handsOver = result.handsOver;
    if (answered.handsOver) break;
  }
  return answered;
}

/** Tells whether the stream for which the dialogue waits has ended. */
async function hasRunOut(ctx: EnterpriseContext, state: Record<string, unknown>): Promise<boolean> {
  const running = runningOf(state);
  if (!running) return false;
  const call = await ctx.read((tx) => findCall(tx, ctx.enterpriseId, running.callId));
  return call?.state !== 'TAKEN';
}

/** Tells whether a program wrote the message: such a message is no question. */
const isAutomatic = ({ detail }: { detail: Record<string, unknown> }): boolean =>
  (detail.inbound as { isAutomatic?: boolean } | undefined)?.isAutomatic === true;

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
    const words = entries.filter((entry) => entry.actionType === chatActionTypes.customerReply && !isAutomatic(entry));
    const last = words.at(-1);
    if (!last && !runningOf(chat.botState)) return undefined;
    const texts = words.map((entry) => ({ number: entry.number, text: entry.message || entry.attachment?.name || '' }));
    return { chat, texts, upTo: last?.number ?? chat.botNumber, botId: channel?.data.botId ?? '', timeZone };
  });
}
