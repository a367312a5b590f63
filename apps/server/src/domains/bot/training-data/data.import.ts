import {
  type ImportEntry,
  type ImportOutcome,
  importKinds,
  mostImportEntries,
  mostPhrases,
  showCounted,
  trainingDataLimitBytes,
} from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BotTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readFilePart } from '../../file/door.ts';
import { initialConfig } from '../bot/bot.defaults.ts';
import { botRecord } from '../bot/bot.record.ts';
import { accessBot, setBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { left, type ReadData, taken } from '../format/data.types.ts';
import { type IntentContent, type IntentRow, listUtterances, writeIntent } from '../intent/intent.repository.ts';
import { storyFinder } from '../story/story.finder.ts';
import { addEntities } from './data.entities.ts';
import { mergeIntent } from './data.merge.ts';
import { dataRecord } from './data.record.ts';
import { collectPieces, readTrainingData } from './data.task.ts';

const defaultStory = 'Imported';
const longestOutOfScope = 1000;
const longestFileName = 200;

/** Reads the multipart body's `file` into a bot. */
export async function importData(ctx: Ctx, botId: string, request: FastifyRequest): Promise<ImportOutcome> {
  await ctx.read((tx) => accessBot(tx, ctx.enterpriseId, botId));
  const part = await readFilePart(request, trainingDataLimitBytes);
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated)
      throw new DomainError('file.too_large', 'The file is larger than 60 MB.', { limitBytes: trainingDataLimitBytes });
    const read = await collectPieces(ctx.confined.stream(readTrainingData, { path: received.path, name: part.filename }));
    const outcome = await ctx.transaction(async (tx) => {
      const written = await writeData(ctx, tx, botId, read);
      await recordImport(ctx, tx, botId, { file: part.filename.slice(0, longestFileName), format: read.format }, written);
      return written;
    });
    return { format: read.format, ...outcome };
  } finally {
    await received.discard();
  }
}

type Written = Omit<ImportOutcome, 'format'>;

/** One entry for all that came in, however much. */
export async function recordImport(ctx: Ctx, tx: Tx, botId: string, source: Snapshot, written: Written): Promise<void> {
  const { report: _report, reportCounts: _counts, ...counts } = written;
  const bot = await dataRecord.read(tx, ctx.enterpriseId, botId);
  recordChange(ctx, tx, { record: dataRecord, id: botId, action: 'import', after: { ...bot, ...source }, counts });
}

/**
 * Puts read data into a bot: new intents into their story, phrases that an intent lacks into it. What is there already
 * is never changed or doubled.
 * @throws DomainError bot.too_large above 100,000 phrases
 */
export async function writeData(ctx: EnterpriseContext, tx: Tx, botId: string, data: ReadData): Promise<Written> {
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
    report.push(
      taken('intent', intent.name, intent.place ?? '', `${showCounted(addedCount, 'phrase')}, ${showCounted(parameterCount, 'parameter')}`),
    );
    if (row && addedCount === 0) continue;
    if (row) outcome.intentsExtended += 1;
    else outcome.intentsAdded += 1;
    await writeIntent(tx, enterpriseId, { botId, intentId: row?.intentId ?? newId(), content, now: ctx.now(), isNew: !row });
  }
  await takeOutOfScope(ctx, tx, bot, data.outOfScope, report);
  await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  return { ...outcome, ...countReport(report) };
}

/** Takes over the out-of-scope message of the file's bot, unless somebody has written other words here. */
async function takeOutOfScope(
  ctx: EnterpriseContext,
  tx: Tx,
  bot: Selectable<BotTable>,
  words: string | undefined,
  report: ImportEntry[],
): Promise<void> {
  if (words === undefined) return;
  if (bot.config.outOfScopeMessage !== initialConfig.outOfScopeMessage) {
    report.push(left('answer', words, '', 'The bot has out-of-scope words of its own, which stay.'));
    return;
  }
  const config = { ...bot.config, outOfScopeMessage: words.slice(0, longestOutOfScope) };
  const { enterpriseId, botId } = bot;
  await changing(ctx, tx, botRecord, botId, 'edit', () => setBot(tx, enterpriseId, botId, { config: JSON.stringify(config) }));
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
