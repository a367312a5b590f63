import type { SentimentSettings, ToolTrace, TurnDetails } from '@parley/contract';
import type { EmotionScore } from '@parley/nlu';
import type { EnterpriseContext } from '../../../context.ts';
import { type Answered, answerFromKnowledge, type Extras, type ToolPlace } from '../answer/knowledge.answer.ts';
import { createFinder, type FindPassages, type FoundPassage } from '../answer/knowledge.find.ts';
import { answerFromPrompt } from '../answer/prompt.answer.ts';
import { type Source, sourcesOf } from '../answer/source.ts';
import { type Decision, decide } from '../dialogue/decide.ts';
import { type DialogueState, readState } from '../dialogue/dialogue.state.ts';
import { sayIn } from '../dialogue/dialogue.words.ts';
import type { GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { classify } from '../runtime/classify.ts';
import type { When } from '../runtime/entities.find.ts';
import { type BotRuntime, emotionModel } from '../runtime/runtime.ts';
import { type Understanding, understand } from '../runtime/understand.ts';

export type TurnInput = {
  text: string;
  state: unknown;
  when: When;
  sentiment: SentimentSettings;
  /** The configuration of the bot's knowledge as it is now: what it embeds with is no part of a version. */
  genAiConfigId: string;
  onPartial?: Extras['onPartial'];
  /** The place of calls of tools; left out: the bot has none. */
  tools?: ToolPlace;
};
export type TurnResult = Omit<Decision, 'state'> & {
  state: DialogueState;
  said: Understanding;
  sources: Source[];
  found: FoundPassage[];
  meaning: TurnDetails['meaning'];
  emotions: EmotionScore[];
  /** Calls of tools. */
  calls: ToolTrace[];
  /** The call whose stream is to begin with the stored state; left out: none. */
  begins?: string | undefined;
  /** Faults on the way to an answer, for the builder's eyes. */
  notes: string[];
  tookMs: number;
};

/**
 * One message to a bot and its answer: intents first, then knowledge, then the out-of-scope message. Try it and chats both use it.
 * Nothing is stored here.
 */
export async function answerTurn(ctx: EnterpriseContext, deps: GenAiDeps, runtime: BotRuntime, input: TurnInput): Promise<TurnResult> {
  const startedAt = performance.now();
  const before = readState(input.state);
  const notes: string[] = [];
  const read = (text: string) => understand(runtime, text, input.when);
  const emotions = input.sentiment.isOn ? emotionModel().predict(input.text) : [];
  const said = await classify(ctx, deps, runtime, read(input.text), notes);
  const finder = createFinder(ctx, deps, runtime, { question: said.text, genAiConfigId: input.genAiConfigId, notes });
  const extras: Extras = { notes, find: finder.find, onPartial: input.onPartial, tools: input.tools };
  const answered =
    runtime.definition.type === 'prompt'
      ? await answerFromPrompt(ctx, deps, runtime, before, said, extras)
      : await answerFromIntents(ctx, deps, runtime, before, said, read, extras);
  const { decision, found, isExtract, calls = [], begins } = answered;
  const felt = offerAgent(runtime, decision, emotions, input.sentiment, before);
  return {
    ...felt,
    said,
    found,
    meaning: finder.meaning(),
    sources: decision.answeredBy === 'knowledge' || decision.answeredBy === 'prompt' ? sourcesOf(found, isExtract) : [],
    emotions,
    calls,
    begins,
    notes,
    tookMs: Math.round(performance.now() - startedAt),
  };
}

async function answerFromIntents(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  runtime: BotRuntime,
  before: DialogueState,
  said: Understanding,
  read: (text: string) => Understanding,
  extras: Extras,
): Promise<Answered> {
  const decision = decide(runtime, before, said, read);
  const isAsked = decision.answeredBy === 'outOfScope' || (isGuess(decision) && (await isBetterKnown(extras.find, before, said)));
  if (!isAsked) return { decision, found: [], isExtract: false };
  const known = await answerFromKnowledge(ctx, deps, runtime, said, extras);
  if (!known) return { decision, found: [], isExtract: false };
  // The task that an intent had begun for it is dropped.
  const state = { ...before, choices: [], choiceText: '', unanswered: 0 };
  const answered: Decision = {
    ...decision,
    replies: known.replies,
    options: [],
    state,
    answeredBy: 'knowledge',
    handsOver: false,
    intent: undefined,
    uses: [],
  };
  return { decision: answered, found: known.found, isExtract: known.isExtract };
}

/** Tells whether an intent's reply or question is a guess; cancelling and handing over are none. */
const isGuess = ({ answeredBy }: Decision): boolean => answeredBy === 'intent' || answeredBy === 'parameter' || answeredBy === 'ambiguity';

const sureIntent = 0.8; // confidence: such an intent is surely meant
const wellCovered = 0.75; // share of a question's telling words that are in one passage

/** An intent that is only likely gives way to a passage that has nearly every telling word of the question. */
async function isBetterKnown(find: FindPassages, before: DialogueState, { prediction }: Understanding): Promise<boolean> {
  if (before.task || before.choices.length > 0 || !prediction || prediction.confidence >= sureIntent) return false;
  const [best] = await find();
  return best !== undefined && best.coverage >= wellCovered;
}

/** Offers a person once, after some negative messages in a row. */
function offerAgent(
  runtime: BotRuntime,
  decision: Decision,
  emotions: readonly EmotionScore[],
  sentiment: SentimentSettings,
  before: DialogueState,
): Decision {
  if (!sentiment.isOn || sentiment.action !== 'offerAgent') return decision;
  const [strongest] = emotions;
  const isNegative = strongest !== undefined && sentiment.levels[strongest.label as keyof typeof sentiment.levels] === 'negative';
  const negatives = isNegative ? before.negatives + 1 : 0;
  const isDue = negatives >= sentiment.afterCount && !before.hasOfferedAgent && !decision.handsOver;
  const state = { ...decision.state, negatives, hasOfferedAgent: before.hasOfferedAgent || isDue };
  const say = sayIn(runtime.definition.config.language);
  return { ...decision, state, replies: isDue ? [...decision.replies, say('offerAgent')] : decision.replies };
}
