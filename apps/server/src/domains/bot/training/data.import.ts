import { randomUUIDv7 } from 'node:crypto';
import {
  entityTexts,
  type ImportEntry,
  type ImportOutcome,
  importKinds,
  intentTexts,
  longestUtterance,
  mostImportEntries,
  mostPhrases,
  mostUtterances,
  phraseKey,
  tidyName,
  trainingDataLimitBytes,
} from '@parley/contract';
import { mostPatternCost } from '@parley/nlu';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { BotTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createPauses, type Pauses } from '#platform/pauses.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readFilePart } from '../../file/door.ts';
import { initialConfig } from '../bot/bot.defaults.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { listEntityNames, readPatternCost, writeEntity } from '../bot/entity.repository.ts';
import { costOf, patternsOf } from '../bot/entity.rules.ts';
import { type IntentContent, type IntentRow, listUtterances, writeIntent } from '../bot/intent.repository.ts';
import { systemEntityNames, tidyRefs } from '../bot/intent.rules.ts';
import { addStory } from '../bot/story.service.ts';
import { collectPieces, readTrainingData } from './data.task.ts';
import { changed, left, type ReadData, type ReadIntent, taken } from './data.types.ts';

const defaultStory = 'Imported';
const longestOutOfScope = 1000;
/** Of all phrases of an intent together: they are written and compared as one. */
const mostCharacters = 5_000_000;

/** Reads the multipart body's `file` into a bot. */
export async function importData(ctx: Ctx, botId: string, request: FastifyRequest): Promise<ImportOutcome> {
  await ctx.read((tx) => accessBot(tx, ctx.enterpriseId, botId));
  const part = await readFilePart(request, trainingDataLimitBytes);
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated)
      throw new DomainError('file.too_large', 'The file is larger than 60 MB.', { limitBytes: trainingDataLimitBytes });
    const read = await collectPieces(ctx.confined.stream(readTrainingData, { path: received.path, name: part.filename }));
    return { format: read.format, ...(await ctx.transaction((tx) => writeData(ctx, tx, botId, read))) };
  } finally {
    await received.discard();
  }
}

/** Entities of the file that the bot does not have are added; those that it has stay as they are. */
async function addEntities(
  ctx: EnterpriseContext,
  tx: Tx,
  botId: string,
  data: ReadData,
  report: ImportEntry[],
): Promise<{ ids: Map<string, string>; added: number }> {
  const { enterpriseId } = ctx;
  const ids = new Map([...(await listEntityNames(tx, enterpriseId, botId))].map(([id, name]) => [name.toLowerCase(), id]));
  let added = 0;
  let patternCost = await readPatternCost(tx, enterpriseId, botId);
  const wanted = new Set(data.intents.flatMap(({ parameters }) => parameters.map(({ entity }) => entity)));
  const defined = new Set(data.entities.map(({ name }) => name));
  const undefinedOnes = [...wanted].filter((name) => !systemEntityNames.has(name) && !defined.has(name));
  for (const name of undefinedOnes)
    if (!ids.has(name.toLowerCase()))
      report.push(left('entity', name, '', 'It is not defined in the file; its annotations were left out.'));
  for (const entity of data.entities) {
    const name = tidyName(entity.name);
    const place = entity.place ?? '';
    if (name === '' || ids.has(name.toLowerCase()) || systemEntityNames.has(name)) {
      report.push(
        left('entity', name, place, name === '' ? 'It has no name.' : 'The bot has an entity of this name, which stays as it is.'),
      );
      continue;
    }
    const cost = costOf(patternsOf(entity.values));
    const fault = entity.fault ?? (patternCost + cost > mostPatternCost ? entityTexts.patternsTooCostly : undefined);
    if (fault) {
      report.push(left('entity', name, place, fault));
      continue;
    }
    patternCost += cost;
    const entityId = randomUUIDv7();
    const content = { name, isSensitive: entity.isSensitive, values: entity.values };
    await writeEntity(tx, enterpriseId, { botId, entityId, content, now: ctx.now(), isNew: true });
    ids.set(name.toLowerCase(), entityId);
    report.push(taken('entity', name, place, `${entity.values.length} values`));
    added += 1;
  }
  return { ids, added };
}

/**
 * Puts read data into a bot: new intents into their story, phrases that an intent lacks into it. What is there already
 * is never changed or doubled.
 * @throws DomainError bot.too_large above 100,000 phrases
 */
export async function writeData(ctx: EnterpriseContext, tx: Tx, botId: string, data: ReadData): Promise<Omit<ImportOutcome, 'format'>> {
  const { enterpriseId } = ctx;
  const report = [...data.report];
  const bot = await accessBot(tx, enterpriseId, botId, { lock: true });
  const { ids, added: entitiesAdded } = await addEntities(ctx, tx, botId, data, report);
  const existing = await tx.selectFrom('intents').selectAll().where('enterpriseId', '=', enterpriseId).where('botId', '=', botId).execute();
  const byName = new Map(existing.map((row) => [row.name.toLowerCase(), row]));
  const storyOf = await storyFinder(tx, enterpriseId, botId, bot.rootStoryId);
  const outcome = { intentsAdded: 0, intentsExtended: 0, phrasesAdded: 0, phrasesSkipped: 0, entitiesAdded };
  let total = existing.reduce((sum, { utteranceCount }) => sum + utteranceCount, 0);
  const pauses = createPauses();
  for (const intent of data.intents) {
    const row = byName.get(intent.name.toLowerCase());
    const before = row ? await contentOf(tx, row) : undefined;
    const storyId = before?.storyId ?? (await storyOf(intent.story || defaultStory));
    const { content, addedCount, skippedCount } = await mergeIntent(before, intent, storyId, ids, report, pauses);
    total += addedCount;
    if (total > mostPhrases) throw new DomainError('bot.too_large', `A bot has at most ${mostPhrases} phrases; nothing was imported.`, {});
    outcome.phrasesAdded += addedCount;
    outcome.phrasesSkipped += skippedCount;
    const { length: parameterCount } = content.parameters;
    report.push(taken('intent', intent.name, intent.place ?? '', `${addedCount} phrases, ${parameterCount} parameters`));
    if (row && addedCount === 0) continue;
    if (row) outcome.intentsExtended += 1;
    else outcome.intentsAdded += 1;
    await writeIntent(tx, enterpriseId, { botId, intentId: row?.intentId ?? randomUUIDv7(), content, now: ctx.now(), isNew: !row });
  }
  await takeOutOfScope(tx, bot, data.outOfScope, report);
  await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  return { ...outcome, ...countReport(report) };
}

/** What the bot of the file says when it understands nothing is said here too, unless somebody has written other words. */
async function takeOutOfScope(tx: Tx, bot: Selectable<BotTable>, words: string | undefined, report: ImportEntry[]): Promise<void> {
  if (words === undefined) return;
  if (bot.config.outOfScopeMessage !== initialConfig.outOfScopeMessage) {
    report.push(left('answer', words, '', 'The bot has out-of-scope words of its own, which stay.'));
    return;
  }
  const config = { ...bot.config, outOfScopeMessage: words.slice(0, longestOutOfScope) };
  await tx
    .updateTable('bots')
    .set({ config: JSON.stringify(config) })
    .where('enterpriseId', '=', bot.enterpriseId)
    .where('botId', '=', bot.botId)
    .execute();
  report.push(taken('answer', words.slice(0, 100), '', 'The words of the fallback are the out-of-scope message.'));
}

/** The entries with their counts: what was left first, what was taken last. */
function countReport(report: readonly ImportEntry[]): Pick<ImportOutcome, 'report' | 'reportCounts'> {
  const byKind = importKinds.map((kind) => report.filter((entry) => entry.kind === kind));
  const [leftOut = [], changedOnes = [], takenOnes = []] = byKind;
  return {
    report: byKind.flat().slice(0, mostImportEntries),
    reportCounts: { left: leftOut.length, changed: changedOnes.length, taken: takenOnes.length },
  };
}

async function contentOf(tx: Tx, row: IntentRow): Promise<IntentContent> {
  return { ...row, utterances: await listUtterances(tx, row.enterpriseId, row.botId, row.intentId) };
}

async function storyFinder(tx: Tx, enterpriseId: string, botId: string, rootStoryId: string) {
  const rows = await tx
    .selectFrom('stories')
    .select(['storyId', 'name', 'parentId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .execute();
  const stories = new Map(rows.filter(({ parentId }) => parentId !== null).map(({ storyId, name }) => [name.toLowerCase(), storyId]));
  return async (name: string): Promise<string> => {
    const found = stories.get(name.toLowerCase());
    if (found) return found;
    const storyId = await addStory(tx, enterpriseId, { botId, parentId: rootStoryId, name: name.slice(0, 100) });
    stories.set(name.toLowerCase(), storyId);
    return storyId;
  };
}

async function mergeIntent(
  before: IntentContent | undefined,
  intent: ReadIntent,
  storyId: string,
  entityIds: ReadonlyMap<string, string>,
  report: ImportEntry[],
  pauses: Pauses,
) {
  const place = intent.place ?? '';
  const idOf = (entity: string) => (systemEntityNames.has(entity) ? entity : entityIds.get(entity.toLowerCase()));
  const parameters = [...(before?.parameters ?? [])];
  for (const { entity, name, required, prompts } of intent.parameters) {
    const id = idOf(entity);
    if (id && !parameters.some((parameter) => parameter.name.toLowerCase() === name.toLowerCase()))
      parameters.push({
        id,
        name: tidyName(name).slice(0, 100),
        required,
        value: '',
        prompts: prompts.map((prompt) => prompt.slice(0, 500)).slice(0, 20),
      });
  }
  const utterances = [...(before?.utterances ?? [])];
  const keys = new Set<string>();
  let characterCount = 0;
  for (const { text } of utterances) {
    await pauses.ifDue();
    keys.add(phraseKey(text));
    characterCount += text.length;
  }
  let [addedCount, skippedCount] = [0, intent.skippedCount ?? 0];
  for (const { text: given, refs } of intent.phrases) {
    await pauses.ifDue();
    const text = given.trim().slice(0, longestUtterance);
    const key = phraseKey(text);
    const isFull = utterances.length >= mostUtterances || characterCount + text.length > mostCharacters;
    if (key === '' || keys.has(key) || isFull) {
      skippedCount += 1;
      continue;
    }
    keys.add(key);
    characterCount += text.length;
    addedCount += 1;
    const read = given.slice(0, given.length - given.trimStart().length + longestUtterance);
    const known = refs.flatMap(({ entity, parameter, start, end }) => {
      const id = idOf(entity);
      const isKnown = id && parameters.some((each) => each.id === id && each.name.toLowerCase() === parameter.toLowerCase());
      return isKnown ? [{ entityId: id, entityStartPos: start, entityEndPos: end, parameter }] : [];
    });
    const marks = tidyRefs(read, known) ?? [];
    if (marks.length < known.length)
      report.push(
        left('phrase', text.slice(0, 100), place, 'A mark is empty, lies outside of it or overlaps another; its marks were left out.'),
      );
    utterances.push({
      text,
      refs: marks,
    });
  }
  if (utterances.length < 2) report.push(changed('intent', intent.name, place, intentTexts.fewPhrases));
  const stays = (part: string) => left('answer', intent.name, place, `The intent has ${part} already, which stays.`);
  if (before?.response && intent.response !== null && intent.response !== before.response) report.push(stays('an answer'));
  const content: IntentContent = {
    storyId,
    name: before?.name ?? intent.name,
    response: before?.response ?? intent.response,
    handsOver: before?.handsOver ?? intent.handsOver,
    parameters,
    utterances,
  };
  return { content, addedCount, skippedCount };
}
