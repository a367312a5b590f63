import { isTimeZone, type LiveEventData, type TryItAnswer, type TryItRequest, type TurnDetails, thresholdInEffect } from '@parley/contract';
import { newId } from '#platform/ids.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { createPartialAnswer } from '../answer/partial.answer.ts';
import { type Source, sourceLabel, sourceUrl } from '../answer/source.ts';
import { sayIn } from '../dialogue/dialogue.words.ts';
import type { GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { phrasesNear } from '../runtime/phrase.index.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { readServing } from '../runtime/serving.ts';
import { recordTurn } from './turn.record.ts';
import { answerTurn, type TurnResult } from './turn.ts';

type UsedDeps = GenAiDeps & { publicUrl: () => string; hub: Pick<Hub, 'broadcast'> };

const nearestShown = 5;

/** Names of zones that were asked for, and whether there are such: making a formatter to find out costs more than a prediction. */
const zones = new Map<string, boolean>();
const mostZones = 1000;

function isZone(name: string): boolean {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const isKnown = isTimeZone(name);
  if (zones.size < mostZones) zones.set(name, isKnown);
  return isKnown;
}

/**
 * One message of Try it (TRYIT-014). The conversation belongs to the user who began it: another's session begins anew.
 * @throws DomainError bot.not_found
 */
export async function predictIntent(ctx: Ctx, deps: UsedDeps, request: TryItRequest): Promise<TryItAnswer> {
  const { enterpriseId } = ctx;
  const botId = request.agentId;
  const { bot, runtime } = await readServing(ctx, botId);
  if (!runtime) {
    const text = sayIn(bot.config.language)('notTrained');
    return {
      sessionId: request.sessionId,
      output: { text: [text], source: [], sources: [] },
      options: [],
      handsOver: false,
      warnings: [],
      details: null,
    };
  }
  const session = request.sessionId === '' ? undefined : await findSession(ctx, botId, request.sessionId);
  const sessionId = session?.sessionId ?? newId();
  const asked = request.metadata.timeZone;
  const zone = asked !== '' && isZone(asked) ? asked : await ctx.read((tx) => readTimeZone(tx, enterpriseId));
  const now = ctx.now();
  const { text } = request.message;
  const partial = request.partialKey === '' ? undefined : partialFor(ctx, deps, request.partialKey);
  const turn = await answerTurn(ctx, deps, runtime, {
    text,
    state: session?.state ?? {},
    when: { now, timeZone: zone },
    sentiment: bot.sentiment,
    genAiConfigId: bot.knowledge.genAiConfigId,
    onPartial: partial?.show,
    // A dry run: nobody is called, and nothing is changed.
    tools: { sessionId, isDry: true, botId, customerId: null, turn: (session?.turnCount ?? 0) + 1, isSeen: true },
  }).catch((error: unknown) => {
    partial?.drop();
    throw error;
  });
  partial?.finish();
  await recordTurn(ctx, {
    conversation: { botId, sessionId, origin: 'TRYIT', customerId: ctx.actor.userId },
    runtime,
    result: turn,
    text,
    now,
    state: turn.state,
  });
  const sources = namedSources(ctx, deps, runtime, turn.sources);
  return {
    sessionId,
    output: { text: turn.replies, source: sources.map(({ url }) => url).filter((url) => url !== ''), sources },
    options: turn.options,
    handsOver: turn.handsOver,
    warnings: turn.notes,
    details: request.debug ? await describeTurn(ctx, runtime, turn, text) : null,
  };
}

const partialFor = ({ actor }: Ctx, { hub }: UsedDeps, key: string) =>
  createPartialAnswer((text) => {
    const data: LiveEventData<'tryItPartial'> = { key, text };
    hub.broadcast([`user:${actor.userId}`], { type: 'tryItPartial', data });
  });

/** Names sources with whole addresses: the client may be another program. */
const namedSources = (ctx: Ctx, { publicUrl }: UsedDeps, { definition }: BotRuntime, sources: readonly Source[]) =>
  sources.map((source) => {
    const address = sourceUrl(ctx, source);
    return {
      label: sourceLabel(source, sayIn(definition.config.language)),
      url: address === '' ? '' : new URL(address, publicUrl()).href,
    };
  });

const findSession = (ctx: Ctx, botId: string, sessionId: string) =>
  ctx.read((tx) =>
    tx
      .selectFrom('botSessions')
      .select(['sessionId', 'state', 'turnCount'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('sessionId', '=', sessionId)
      .where('botId', '=', botId)
      .where('origin', '=', 'TRYIT')
      .where('senderId', '=', ctx.actor.userId)
      .executeTakeFirst(),
  );

/** The debugging view of nlu.md 4; phrases are read for it alone. */
async function describeTurn(ctx: Ctx, runtime: BotRuntime, turn: TurnResult, text: string): Promise<TurnDetails> {
  const { said } = turn;
  const { prediction } = said;
  const nameOf = (intentId: string) => runtime.intents.get(intentId)?.name ?? '';
  const near = await phrasesNear(ctx, runtime, text, nearestShown);
  // halves of moments and words that the annotations point at are found for a parameter alone
  const unlisted = turn.uses
    .map(({ match }) => match)
    .filter(({ entity, start }) => !said.entities.some((match) => match.entity === entity && match.start === start));
  const entityName = (id: string) => runtime.definition.entities.find(({ entityId }) => entityId === id)?.name ?? id;
  return {
    language: runtime.definition.config.language,
    script: said.script,
    intent: turn.intent?.name ?? (prediction ? nameOf(prediction.intent) : ''),
    confidence: prediction?.confidence ?? 0,
    threshold: runtime.intentModel ? said.threshold : thresholdInEffect(runtime.definition.config.confidenceThreshold),
    isInScope: prediction?.isInScope ?? false,
    ranking: (prediction?.ranking ?? []).map(({ intent, confidence }) => ({ intent: nameOf(intent), confidence })),
    words: prediction && runtime.intentModel ? runtime.intentModel.explain(text, prediction.intent, said.entities) : [],
    nearest: near.map(({ text: phrase, intent, likeness }) => ({ text: phrase, intent: nameOf(intent), likeness })),
    entities: [...said.entities, ...unlisted].map(({ entity, start, end, text: words, value }) => ({
      entity: entityName(entity),
      parameter: turn.uses.find(({ match }) => match.start === start && match.entity === entity)?.parameter ?? '',
      start,
      end,
      text: words,
      value,
    })),
    emotions: turn.emotions.map(({ label, score }) => ({ label, score })),
    state: turn.state,
    answeredBy: turn.answeredBy,
    passages: turn.found.map(({ passage, score }) => ({ source: passage.sourceName, page: passage.page, score, text: passage.text })),
    meaning: turn.meaning,
    tools: turn.calls,
    versionNumber: runtime.versionNumber,
    tookMs: turn.tookMs,
  };
}
