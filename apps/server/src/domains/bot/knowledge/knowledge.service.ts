import { createHash } from 'node:crypto';
import { extractOnly, type KnowledgeConfig, type KnowledgeSource, knowledgeTexts, tidyName } from '@parley/contract';
import { cutPassages, readBlocks } from '@parley/nlu';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { assertIntegration } from '../../integration/door.ts';
import { accessBot, setBot, touchBot } from '../bot/bot.repository.ts';
import { orNameTaken, stampOf } from '../bot/bot.service.ts';
import { assertUnused } from '../bot/bot.uses.ts';
import { requestEmbedding } from '../embedding/embedding.service.ts';
import { readSource } from './knowledge.jobs.ts';
import { knowledgeRecord } from './knowledge.record.ts';
import { nextReading } from './source.read.ts';
import { accessSource, listSourceRows, type NewPassage, replacePassages, type SourceRow, updateSource } from './source.repository.ts';

const mostSources = 200;
const invalid = (message: string) => new DomainError('knowledge.invalid', message, {});

export const presentSource = (ctx: Pick<Ctx, 'fileUrl'>, row: SourceRow): KnowledgeSource => ({
  id: row.sourceId,
  kind: row.kind,
  name: row.name,
  status: row.status,
  reason: row.reason,
  pageCount: row.pageCount,
  passageCount: row.passageCount,
  sizeBytes: row.sizeBytes,
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
  nextReadAt: row.nextReadAt?.toISOString() ?? null,
  schedule: row.schedule,
  url: row.kind === 'website' ? row.name : row.fileId ? ctx.fileUrl(row.fileId) : '',
});

async function presentConfig(tx: Read, enterpriseId: string, botId: string): Promise<KnowledgeConfig> {
  const [{ knowledge, knowledgeVersion: version }, rows] = [
    await accessBot(tx, enterpriseId, botId),
    await listSourceRows(tx, enterpriseId, botId),
  ];
  const namesOf = (kind: SourceRow['kind']) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  return {
    ...knowledge,
    websitesUrls: namesOf('website'),
    documents: namesOf('document').map((fileName) => ({ fileName })),
    version,
  };
}

export const getKnowledgeConfig = (ctx: Ctx, botId: string): Promise<KnowledgeConfig> =>
  ctx.read((tx) => presentConfig(tx, ctx.enterpriseId, botId));

type KnowledgeSave = {
  kbFromWebsite: boolean;
  kbFromDoc: boolean;
  websitesUrls: string[];
  genAiConfigId: string;
  version?: number | undefined;
};

/** Adds a source in the caller's transaction; it is read as soon as that has committed. */
export async function addSource(
  ctx: EnterpriseContext,
  tx: Tx,
  source: { botId: string; kind: 'website' | 'document'; name: string; fileId?: string; sizeBytes?: number },
): Promise<string> {
  const { enterpriseId } = ctx;
  const sourceId = newId();
  await creating(
    ctx,
    tx,
    knowledgeRecord,
    () => sourceId,
    () =>
      tx
        .insertInto('knowledgeSources')
        .values({ enterpriseId, sourceId, ...source, createdAt: ctx.now() })
        .execute(),
  );
  await ctx.jobs.enqueue(tx, readSource, { enterpriseId, sourceId });
  return sourceId;
}

/**
 * Changes the switches and the list of websites; documents stay as they are, whatever is sent (KB-028).
 * @throws DomainError knowledge.invalid with the specification's text, bot.not_found, integration.not_found or record.changed
 */
export function saveKnowledgeConfig(ctx: Ctx, botId: string, save: KnowledgeSave): Promise<KnowledgeConfig> {
  const { enterpriseId } = ctx;
  const urls = [...new Set(save.websitesUrls.map((url) => url.trim()))];
  if (urls.includes('')) throw invalid(knowledgeTexts.urlEmpty);
  if (save.kbFromWebsite && urls.length === 0) throw invalid(knowledgeTexts.websiteMissing);
  return ctx.transaction(async (tx) => {
    const { knowledgeVersion } = await accessBot(tx, enterpriseId, botId, { lock: true });
    await assertVersion(ctx, tx, knowledgeRecord, { id: botId, version: knowledgeVersion }, save.version);
    if (save.genAiConfigId !== extractOnly) await assertIntegration(tx, enterpriseId, save.genAiConfigId);
    const rows = await listSourceRows(tx, enterpriseId, botId);
    if (save.kbFromDoc && !rows.some(({ kind }) => kind === 'document')) throw invalid(knowledgeTexts.documentMissing);
    const websites = rows.filter(({ kind }) => kind === 'website');
    const gone = websites.filter(({ name }) => !urls.includes(name)).map(({ sourceId }) => sourceId);
    const knowledge = { kbFromWebsite: save.kbFromWebsite, kbFromDoc: save.kbFromDoc, genAiConfigId: save.genAiConfigId };
    await changing(ctx, tx, knowledgeRecord, botId, 'edit', async () => {
      await deleteSources(ctx, tx, gone);
      for (const name of urls) if (!websites.some((row) => row.name === name)) await addSource(ctx, tx, { botId, kind: 'website', name });
      await setBot(tx, enterpriseId, botId, { knowledge: JSON.stringify(knowledge), knowledgeVersion: knowledgeVersion + 1 });
    });
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    await requestEmbedding(ctx, tx, botId);
    return presentConfig(tx, enterpriseId, botId);
  });
}

export const listSources = (ctx: Ctx, botId: string): Promise<KnowledgeSource[]> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return (await listSourceRows(tx, ctx.enterpriseId, botId)).map((row) => presentSource(ctx, row));
  });

export const assertRoom = async (tx: Read, enterpriseId: string, botId: string, added: number): Promise<void> => {
  if ((await listSourceRows(tx, enterpriseId, botId)).length + added > mostSources)
    throw new DomainError('bot.too_large', `A knowledge base has at most ${mostSources} sources.`, {});
};

type Note = { title: string; text: string };

/** An entry that somebody writes by hand; it needs no reading. `more` is done with it, or neither is. */
export function addNote(ctx: Ctx, botId: string, note: Note, more?: (tx: Tx) => Promise<unknown>): Promise<KnowledgeSource> {
  const { enterpriseId } = ctx;
  const taken = () => invalid(`An entry ${tidyName(note.title)} exists already.`);
  return orNameTaken('knowledge_sources_by_name', taken, () =>
    ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, botId, { lock: true });
      await assertRoom(tx, enterpriseId, botId, 1);
      const row = await addNoteSource(ctx, tx, botId, note);
      await touchBot(tx, enterpriseId, botId, stampOf(ctx));
      await more?.(tx);
      return presentSource(ctx, row);
    }),
  );
}

/** The same in the caller's transaction, which has locked the bot. */
export const addNoteSource = (ctx: EnterpriseContext, tx: Tx, botId: string, note: Note): Promise<SourceRow> =>
  creating(
    ctx,
    tx,
    knowledgeRecord,
    ({ sourceId }) => sourceId,
    () => insertNote(ctx, tx, botId, note),
  );

async function insertNote(ctx: EnterpriseContext, tx: Tx, botId: string, { title, text }: Note): Promise<SourceRow> {
  const name = tidyName(title);
  const cut = cutPassages([{ kind: 'heading', level: 0, text: name }, ...readBlocks(text)]);
  const passages = cut.map(
    ({ headings, text: written }, index): NewPassage => ({
      page: 0,
      paragraph: index + 1,
      url: '',
      title: '',
      headings,
      text: written,
    }),
  );
  const now = ctx.now();
  const row = await tx
    .insertInto('knowledgeSources')
    .values({
      enterpriseId: ctx.enterpriseId,
      sourceId: newId(),
      botId,
      kind: 'note',
      name,
      status: 'READY',
      pageCount: 1,
      passageCount: passages.length,
      sizeBytes: Buffer.byteLength(text),
      contentHash: createHash('sha256')
        .update(name + text)
        .digest('base64url')
        .slice(0, 22),
      lastReadAt: now,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await replacePassages(tx, row, passages);
  await requestEmbedding(ctx, tx, botId);
  return row;
}

export function readAgain(ctx: Ctx, botId: string, sourceId: string): Promise<KnowledgeSource> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    const row = await accessSource(tx, enterpriseId, botId, sourceId, { lock: true });
    if (row.kind === 'note') throw invalid('An entry that was written here has nothing to be read again.');
    // A running read may be older than this request: the source is due once more as soon as that read ends.
    const wish = row.status === 'READING' ? { nextReadAt: ctx.now() } : { status: 'PENDING' as const, reason: '' };
    await changing(ctx, tx, knowledgeRecord, sourceId, 'edit', () => updateSource(tx, row, wish));
    await ctx.jobs.enqueue(tx, readSource, { enterpriseId, sourceId });
    return presentSource(ctx, await accessSource(tx, enterpriseId, botId, sourceId));
  });
}

export function scheduleSource(ctx: Ctx, botId: string, sourceId: string, schedule: SourceRow['schedule']): Promise<KnowledgeSource> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    const row = await accessSource(tx, enterpriseId, botId, sourceId, { lock: true });
    if (row.kind !== 'website') throw invalid('Only websites are read again by themselves.');
    await changing(ctx, tx, knowledgeRecord, sourceId, 'edit', () =>
      updateSource(tx, row, { schedule, nextReadAt: nextReading(schedule, ctx.now()) }),
    );
    return presentSource(ctx, await accessSource(tx, enterpriseId, botId, sourceId));
  });
}

/** Each with an entry of its own in the trail: a bot has at most 200. @throws DomainError knowledge.in_use */
async function deleteSources(ctx: EnterpriseContext, tx: Tx, sourceIds: readonly string[]): Promise<void> {
  await assertUnused(ctx, tx, 'knowledge', sourceIds);
  for (const sourceId of sourceIds)
    await changing(ctx, tx, knowledgeRecord, sourceId, 'delete', () =>
      tx.deleteFrom('knowledgeSources').where('enterpriseId', '=', ctx.enterpriseId).where('sourceId', '=', sourceId).execute(),
    );
}

export function removeSource(ctx: Ctx, botId: string, sourceId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    await accessSource(tx, enterpriseId, botId, sourceId);
    await deleteSources(ctx, tx, [sourceId]);
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}

/** @returns how many there were of these names */
export function removeDocuments(ctx: Ctx, botId: string, names: readonly string[]): Promise<number> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const rows = await listSourceRows(tx, enterpriseId, botId);
    const gone = rows.filter(({ kind, name }) => kind === 'document' && names.includes(name)).map(({ sourceId }) => sourceId);
    if (gone.length === 0) return 0;
    await deleteSources(ctx, tx, gone);
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    return gone.length;
  });
}

export function readSourceText(ctx: Ctx, botId: string, sourceId: string, { from, perPage }: { from: number; perPage: number }) {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    await accessBot(tx, enterpriseId, botId);
    await accessSource(tx, enterpriseId, botId, sourceId);
    const rows = await tx
      .selectFrom('knowledgePassages')
      .select(['page', 'paragraph', 'headings', 'text', 'url'])
      .where('enterpriseId', '=', enterpriseId)
      .where('sourceId', '=', sourceId)
      .where('position', '>=', from)
      .orderBy('position')
      .limit(perPage + 1)
      .execute();
    return { passages: rows.slice(0, perPage), more: rows.length > perPage };
  });
}
