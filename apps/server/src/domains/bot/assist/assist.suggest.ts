import { type Assist, type AssistDraft, assistLimits, cutText } from '@parley/contract';
import { languageOf } from '@parley/nlu';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessChat, readAssistSettings, signDraft } from '../../chat/door.ts';
import { quoteWhole } from '../answer/knowledge.answer.ts';
import { type FoundPassage, searchByWords } from '../answer/knowledge.find.ts';
import { sourceUrl } from '../answer/source.ts';
import { assign, fillAnswer } from '../dialogue/fill.ts';
import { findSlots, type Understanding, understand } from '../runtime/understand.ts';
import { toChatMarkup } from '../turn/chat-markup.ts';
import type { DefinedIntent } from '../version/bot.definition.ts';
import { type Helper, loadHelpers } from './assist.bots.ts';
import { departmentsOf, readMessage } from './assist.message.ts';
import { listHelpers, listOrigins } from './assist.repository.ts';

export type AssistDeps = Pick<Deps, 'secrets' | 'config' | 'metrics' | 'publicUrl'>;
type When = { now: Date; timeZone: string };
type Found = Omit<AssistDraft, 'proof' | 'isStale'> & { botId: string; changedSince: Date | null };

const longestDraft = assistLimits.characters;
const nothing: Assist = { drafts: [], hasSources: false, model: '', language: '' };

/**
 * Finds drafts for the answer to a customer's message: by the models of this installation alone, so nothing leaves it, and nothing is kept.
 * @throws DomainError chat.not_found
 */
export async function suggest(ctx: Ctx, deps: AssistDeps, chatId: string, number: number): Promise<Assist> {
  const { enterpriseId, actor } = ctx;
  const asked = await ctx.read(async (tx) => {
    const chat = await accessChat(tx, actor, chatId);
    const [text, settings, bots, timeZone] = await Promise.all([
      readMessage(tx, ctx, chat, number),
      readAssistSettings(tx, enterpriseId, chat.deptId),
      listHelpers(tx, enterpriseId, { channelId: chat.channelId, departments: departmentsOf(chat, actor) }),
      readTimeZone(tx, enterpriseId),
    ]);
    return { text, settings, bots, timeZone };
  });
  const { text, settings, bots, timeZone } = asked;
  const language = languageOf(text) ?? '';
  if (!settings.isShown) return { ...nothing, model: settings.model, language };
  if (text === '') return { ...nothing, model: settings.model, hasSources: bots.length > 0 };
  const helpers = await loadHelpers(ctx, bots);
  const found = findDrafts(ctx, deps, helpers, text, { now: ctx.now(), timeZone });
  const drafts = (await withoutGone(ctx, found)).map(({ botId: _botId, changedSince: _changedSince, ...draft }) => {
    const { kind, sourceId, name } = draft;
    return { ...draft, proof: signDraft(deps.secrets, { chatId, kind, sourceId, name, text: draft.text }, ctx.now()) };
  });
  return { drafts, hasSources: helpers.length > 0, model: settings.model, language };
}

const byConfidence = (one: Found, other: Found): number => other.confidence - one.confidence;
/** So many of each kind are looked at: some may be gone. */
const mostLooked = 12;

/** The best of all bots: answers of intents and passages, each text once. */
function findDrafts(ctx: Ctx, deps: AssistDeps, helpers: readonly Helper[], text: string, when: When): Found[] {
  const each = helpers.map((helper) => ({
    intents: helper.runtime.intentModel ? findIntents(helper, understand(helper.runtime, text, when)) : [],
    passages: searchByWords(helper.runtime, text).map((found) => toPassage(ctx, deps, helper, found)),
  }));
  const said = new Set<string>();
  const isNew = (draft: Found) => !said.has(draft.text) && Boolean(said.add(draft.text));
  const best = (drafts: Found[]) => drafts.sort(byConfidence).filter(isNew).slice(0, mostLooked);
  return [...best(each.flatMap(({ intents }) => intents)), ...best(each.flatMap(({ passages }) => passages))];
}

function findIntents(helper: Helper, said: Understanding): Found[] {
  const { runtime, botId, changedSince } = helper;
  const likely = (said.prediction?.ranking ?? []).filter(({ confidence }) => confidence >= said.threshold);
  return likely.flatMap(({ intent: intentId, confidence }) => {
    const intent = runtime.intents.get(intentId);
    const text = intent ? answerOf(helper, intent, said) : '';
    if (!intent || text === '') return [];
    const { name: botName } = runtime.definition;
    return [{ kind: 'intent', sourceId: intentId, text, name: intent.name, botName, page: 0, url: '', confidence, botId, changedSince }];
  });
}

/** An intent's answer with what the message says; the agent fills what it does not say. */
function answerOf({ runtime }: Helper, intent: DefinedIntent, said: Understanding): string {
  if (!intent.response?.trim()) return '';
  const uses = assign(intent, intent.parameters, said.entities, findSlots(runtime, intent, said.text), null);
  const filled = Object.fromEntries(uses.map(({ parameter, match: { value, text } }) => [parameter, { value, text }]));
  const { language } = runtime.definition.config;
  const answer = fillAnswer(intent.response, intent, filled, language, (name) => `⟦${name.replace(/[⟦⟧\n]/gu, ' ')}⟧`);
  return cutText(toChatMarkup(answer).trim(), longestDraft);
}

function toPassage(ctx: Ctx, { publicUrl }: AssistDeps, { runtime, botId, changedSince }: Helper, found: FoundPassage): Found {
  const { passage, score } = found;
  const address = sourceUrl(ctx, passage);
  return {
    kind: 'passage',
    sourceId: passage.sourceId,
    text: cutText(toChatMarkup(quoteWhole(found)).trim(), longestDraft),
    name: passage.title || passage.sourceName,
    botName: runtime.definition.name,
    page: passage.page,
    url: address === '' ? '' : new URL(address, publicUrl()).href,
    confidence: Math.min(1, score),
    botId,
    changedSince,
  };
}

/** Leaves out what is there no more, and marks what has changed since its bot was trained, or could not be read any more. */
async function withoutGone(ctx: Ctx, found: readonly Found[]): Promise<(Found & { isStale: boolean })[]> {
  const { enterpriseId } = ctx;
  if (found.length === 0) return [];
  const idsOf = (kind: Found['kind']) => found.filter((draft) => draft.kind === kind).map(({ sourceId }) => sourceId);
  const rows = await ctx.read((tx) => listOrigins(tx, enterpriseId, idsOf('passage'), idsOf('intent')));
  const known = new Map(rows.map((row) => [row.id, row]));
  const left: Record<Found['kind'], number> = { intent: assistLimits.intents, passage: assistLimits.passages };
  const kept = found.flatMap((draft) => {
    const row = known.get(draft.sourceId);
    if (!row || left[draft.kind] === 0) return [];
    left[draft.kind] -= 1;
    const hasChanged = draft.changedSince !== null && row.changedAt !== null && row.changedAt > draft.changedSince;
    return [{ ...draft, isStale: hasChanged || row.hasFailed }];
  });
  return kept.sort(byConfidence);
}
