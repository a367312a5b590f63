import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { answerFromKnowledge } from '../answer/knowledge.answer.ts';
import { createFinder, type FoundPassage } from '../answer/knowledge.find.ts';
import { sourceLabel, sourcesOf } from '../answer/source.ts';
import type { DialogueState, Filled } from '../dialogue/dialogue.state.ts';
import { sayIn } from '../dialogue/dialogue.words.ts';
import { nearPhrases } from '../runtime/phrase.near.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { readServing, type Serving } from '../runtime/serving.ts';
import { toChatMarkup } from './chat-markup.ts';
import { recordTurns } from './turn.record.ts';
import { repliesOf } from './turn.replies.ts';
import { answerTurn, type TurnResult } from './turn.ts';

type UsedDeps = Pick<Deps, 'secrets' | 'config' | 'metrics' | 'publicUrl'>;
type Ready = Serving & { runtime: BotRuntime };

const isReady = (serving: Serving): serving is Ready => serving.runtime !== undefined;
const notTrained = () => new DomainError('bot.not_trained', 'The skill is not trained.', {});

/** @property sessionId whose conversation it is, in the bot's reports. @property state as the last answer gave it */
export type StreamQuestion = {
  botId: string;
  text: string;
  state: unknown;
  sessionId: string;
  customerId: string;
  channelId: string | null;
  isSandbox: boolean;
  /** Nobody may read what is said: the bot's reports have the turn, without its words */
  isSecret: boolean;
};
/** @property outcome `intent`: that of the id is answered, with all that it asks for; `goesOn`: the bot asks, or has answered otherwise */
export type StreamAnswer = {
  replies: string[];
  state: DialogueState;
  outcome: 'goesOn' | 'intent' | 'notUnderstood' | 'handOver';
  intent: string;
  values: Record<string, string>;
};

/**
 * A bot answers one message of a conversation that a stream holds: it keeps no state, and takes no chat. The caller that makes the answer
 * count records its turn.
 * @throws DomainError bot.not_found, bot.not_trained
 */
export async function answerInStream(
  ctx: EnterpriseContext,
  deps: UsedDeps,
  { botId, text, state, sessionId, customerId, channelId, isSandbox, isSecret }: StreamQuestion,
): Promise<{ answer: StreamAnswer; record: (tx: Tx) => Promise<void> }> {
  const serving = await readServing(ctx, botId);
  if (!isReady(serving)) throw notTrained();
  const { bot, runtime } = serving;
  const now = ctx.now();
  const when = { now, timeZone: await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId)) };
  const { sentiment, knowledge } = bot;
  const [result, phrases] = await Promise.all([
    answerTurn(ctx, deps, runtime, { text, state, when, sentiment, genAiConfigId: knowledge.genAiConfigId }),
    nearPhrases(ctx, runtime, text),
  ]);
  const place = { channelId, isSandbox, timeZone: when.timeZone };
  const conversation = { botId, sessionId, origin: 'CHAT' as const, customerId };
  return {
    answer: {
      replies: repliesOf(ctx, deps, runtime, result),
      state: result.state,
      outcome: outcomeOf(result),
      intent: result.intent?.intentId ?? '',
      values: valuesOf(result),
    },
    record: (tx) => recordTurns(tx, ctx.enterpriseId, [{ conversation, runtime, result, text, now, isSecret, place, phrases }]),
  };
}

function outcomeOf({ handsOver, answeredBy }: TurnResult): StreamAnswer['outcome'] {
  if (handsOver) return 'handOver';
  if (answeredBy === 'outOfScope') return 'notUnderstood';
  return answeredBy === 'intent' ? 'intent' : 'goesOn';
}

/** Returns the known parameter values of the answer's intent. */
function valuesOf({ state, answeredBy }: TurnResult): Record<string, string> {
  const filled: Record<string, Filled> = (answeredBy === 'intent' ? state.last : state.task)?.filled ?? {};
  return Object.fromEntries(Object.entries(filled).map(([name, { value }]) => [name, value]));
}

/** @property leastScore of the best passage, 0 to 1; below it there is no answer */
export type SourceQuestion = { sourceIds: readonly string[]; question: string; leastScore: number };
/** @property text '' where the sources have no answer. @property confidence score of the best passage, 0 to 1 */
export type SourceAnswer = { text: string; confidence: number; sources: string[] };

/**
 * Answers from sources, as the bots that they belong to serve them now: written by a bot's model where it has one, quoted otherwise.
 * @throws DomainError bot.not_trained when none of them was trained yet
 */
export async function answerFromSources(
  ctx: EnterpriseContext,
  deps: UsedDeps,
  { sourceIds, question, leastScore }: SourceQuestion,
): Promise<SourceAnswer> {
  const ready = (await Promise.all((await readOwners(ctx, sourceIds)).map((botId) => readServing(ctx, botId)))).filter(isReady);
  if (ready.length === 0) throw notTrained();
  const sources = new Set(sourceIds);
  const looked = await Promise.all(
    ready.map(async ({ bot, runtime }) => {
      const asked = { question, genAiConfigId: bot.knowledge.genAiConfigId, notes: [], sources };
      return { runtime, found: await createFinder(ctx, deps, runtime, asked).find() };
    }),
  );
  const [best] = looked.sort((one, other) => scoreOf(other.found) - scoreOf(one.found));
  const confidence = Math.min(1, scoreOf(best?.found ?? []));
  const none: SourceAnswer = { text: '', confidence, sources: [] };
  if (!best || best.found.length === 0 || confidence < leastScore) return none;
  const answered = await answerFromKnowledge(
    ctx,
    deps,
    best.runtime,
    { text: question },
    { notes: [], find: () => Promise.resolve(best.found) },
  );
  if (!answered) return none;
  const say = sayIn(best.runtime.definition.config.language);
  return {
    text: answered.replies.map(toChatMarkup).join('\n\n'),
    confidence,
    sources: sourcesOf(answered.found, answered.isExtract).map((source) => sourceLabel(source, say)),
  };
}

const scoreOf = ([best]: readonly FoundPassage[]): number => best?.score ?? 0;

const readOwners = (ctx: EnterpriseContext, sourceIds: readonly string[]): Promise<string[]> =>
  ctx.read(async (tx) => {
    const rows = await tx
      .selectFrom('knowledgeSources')
      .select('botId')
      .distinct()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('sourceId', 'in', [...sourceIds])
      .execute();
    return rows.map(({ botId }) => botId);
  });
