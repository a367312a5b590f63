import { createHash } from 'node:crypto';
import { DomainError } from '#platform/http/domain-error.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Config } from '../../../config.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessFile } from '../../file/file/file.service.ts';
import { accessBot, getBotRow, touchBot } from '../bot/bot.repository.ts';
import { requestTraining } from '../training/training.service.ts';
import { crawl, userAgent } from './crawl.ts';
import { readPage, readPdf, readRobotRules, unreadable } from './knowledge.tasks.ts';
import { accessSource, type NewPassage, replacePassages, type SourceRow, updateSource } from './source.repository.ts';

const holdMs = 30_000;
const beatMs = 5000;
const mostPassages = 20_000;
const day = 24 * 3_600_000;
export const nextReading = (schedule: SourceRow['schedule'], now: Date): Date | null =>
  schedule === 'off' ? null : new Date(now.getTime() + (schedule === 'daily' ? day : 7 * day));

type Doors = { config: Pick<Config, 'privateHosts'> };
type WhatWasRead = { passages: NewPassage[]; pageCount: number; sizeBytes: number; notes: string[] };

function leaseSource(ctx: EnterpriseContext, sourceId: string): Promise<SourceRow | undefined> {
  return ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('knowledgeSources')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('sourceId', '=', sourceId)
      .forUpdate()
      .executeTakeFirst();
    const now = ctx.now();
    if (!row || (row.readerUntil && row.readerUntil > now)) return undefined;
    const isDue = row.status === 'PENDING' || row.status === 'READING' || (row.nextReadAt !== null && row.nextReadAt <= now);
    if (!isDue) return undefined;
    const readerUntil = new Date(now.getTime() + holdMs);
    await updateSource(tx, row, { status: 'READING', readerUntil, nextReadAt: nextReading(row.schedule, now) });
    return { ...row, readerUntil };
  });
}

/** Page and paragraph of each passage are what answers name as their source. */
const toPassages = (texts: readonly string[], page: number, url: string): NewPassage[] =>
  texts.map((text, index) => ({ page, paragraph: index + 1, url, text }));

async function readDocument(ctx: EnterpriseContext, fileId: string): Promise<WhatWasRead> {
  const file = await ctx.read((tx) => accessFile(tx, ctx.enterpriseId, fileId));
  const stored = await ctx.files.borrow(file.sha256);
  const passages: NewPassage[] = [];
  const empty: number[] = [];
  let pageCount = 0;
  try {
    for await (const { page, passages: texts } of ctx.confined.stream(readPdf, { path: stored.path })) {
      pageCount = page;
      if (texts.length === 0) empty.push(page);
      if (passages.length <= mostPassages) passages.push(...toPassages(texts, page, ''));
    }
  } finally {
    await stored.release();
  }
  if (empty.length === pageCount) throw unreadable('No page of the document holds text: it looks scanned.');
  const notes =
    empty.length === 0 ? [] : [`Without text, as scanned pages are: ${empty.slice(0, 20).join(', ')}${empty.length > 20 ? ' …' : ''}.`];
  return { passages, pageCount, sizeBytes: file.sizeBytes, notes };
}

async function readWebsite(ctx: EnterpriseContext, doors: Doors, address: string): Promise<WhatWasRead> {
  const { pages, sizeBytes, notes } = await crawl(address, {
    allowedHosts: doors.config.privateHosts,
    readPage: (source, isHtml, url) => ctx.confined.run(readPage, { source, isHtml, url }),
    isAllowed: async (text, robots, url) => {
      const [isAllowed = false] = await ctx.confined.run(readRobotRules, { text, address: robots, urls: [url], userAgent });
      return isAllowed;
    },
    now: () => ctx.now().getTime(),
  });
  return { passages: pages.flatMap(({ passages, url }) => toPassages(passages, 0, url)), pageCount: pages.length, sizeBytes, notes };
}

/** Of the list as JSON, made piece by piece. */
async function hashOf(passages: readonly NewPassage[]): Promise<string> {
  const hash = createHash('sha256').update('[');
  const pauses = createPauses();
  for (const [index, passage] of passages.entries()) {
    await pauses.ifDue();
    hash.update(`${index === 0 ? '' : ','}${JSON.stringify(passage)}`);
  }
  return hash.update(']').digest('base64url').slice(0, 22);
}

/**
 * Reads a source that waits to be read. What it held before stays until the new text is whole, and after a failure. A bot that was
 * trained with what has changed on schedule is trained again.
 */
export async function readWaiting(ctx: EnterpriseContext, doors: Doors, sourceId: string): Promise<void> {
  const row = await leaseSource(ctx, sourceId);
  if (!row) return;
  const { enterpriseId, botId } = row;
  const beat = setInterval(() => {
    const readerUntil = new Date(ctx.now().getTime() + holdMs);
    ctx.transaction((tx) => updateSource(tx, row, { readerUntil })).catch(() => {});
  }, beatMs);
  try {
    const read = row.kind === 'document' ? await readDocument(ctx, row.fileId ?? '') : await readWebsite(ctx, doors, row.name);
    const passages = read.passages.slice(0, mostPassages);
    if (read.passages.length > mostPassages) read.notes.push(`Only the first ${mostPassages} passages are kept.`);
    const contentHash = await hashOf(passages);
    const isChanged = contentHash !== row.contentHash;
    const trainsAgain = await ctx.transaction(async (tx) => {
      // The bot before its source, as whoever removes a source takes them: the other way round each would wait for the other.
      await accessBot(tx, enterpriseId, botId, { lock: true });
      await accessSource(tx, enterpriseId, botId, sourceId, { lock: true });
      const bot = await getBotRow(tx, enterpriseId, botId);
      const wasTrained = bot.servingFingerprint === bot.fingerprint;
      if (isChanged) await replacePassages(tx, row, passages);
      await updateSource(tx, row, {
        status: 'READY',
        reason: read.notes.join(' '),
        pageCount: read.pageCount,
        passageCount: passages.length,
        sizeBytes: read.sizeBytes,
        contentHash,
        lastReadAt: ctx.now(),
        readerUntil: null,
      });
      if (isChanged) await touchBot(tx, enterpriseId, botId, { userId: null, now: ctx.now() });
      return isChanged && wasTrained && row.schedule !== 'off';
    });
    if (trainsAgain) await requestTraining(ctx, botId, null);
  } catch (error) {
    const reason = error instanceof DomainError ? error.message : 'The source could not be read for a reason of the program’s own.';
    await ctx.transaction((tx) => updateSource(tx, row, { status: 'FAILED', reason, lastReadAt: ctx.now(), readerUntil: null }));
    if (!(error instanceof DomainError)) throw error;
  } finally {
    clearInterval(beat);
  }
}
