import { createHash } from 'node:crypto';
import type { CutPassage } from '@parley/nlu';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { holdLease, type Lease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Config } from '../../../config.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessFile } from '../../file/door.ts';
import { unreadable } from '../block/unreadable.ts';
import { accessBot, getBotRow, touchBot } from '../bot/bot.repository.ts';
import { requestEmbedding } from '../embedding/embedding.service.ts';
import { requestTraining } from '../training/training.service.ts';
import { crawl, userAgent } from '../website/crawl.ts';
import { cutPage, findRepeated } from '../website/site.passages.ts';
import { knowledgeRecord } from './knowledge.record.ts';
import { readPage, readPdf, readRobotRules } from './knowledge.tasks.ts';
import { accessSource, type NewPassage, replacePassages, type SourceRow, updateSource } from './source.repository.ts';

const holdMs = 30_000;
const mostPassages = 20_000;
const day = 24 * 3_600_000;
export const nextReading = (schedule: SourceRow['schedule'], now: Date): Date | null =>
  schedule === 'off' ? null : new Date(now.getTime() + (schedule === 'daily' ? day : 7 * day));

type UsedDeps = { config: Pick<Config, 'privateHosts'> };
type WhatWasRead = { passages: NewPassage[]; pageCount: number; sizeBytes: number; notes: string[] };

/** Takes the lease of a source that waits to be read or is due by its schedule. */
function leaseSource(ctx: EnterpriseContext, sourceId: string): Promise<{ row: SourceRow; lease: Lease } | undefined> {
  return ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('knowledgeSources')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('sourceId', '=', sourceId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const now = ctx.now();
    const isDue = row.status === 'PENDING' || row.status === 'READING' || (row.nextReadAt !== null && row.nextReadAt <= now);
    if (!isDue) return undefined;
    const lease = await takeLease(tx, { enterpriseId: ctx.enterpriseId, work: 'source', workId: sourceId }, holdMs);
    if (!lease) return undefined;
    await updateSource(tx, row, { status: 'READING', nextReadAt: nextReading(row.schedule, now) });
    return { row, lease };
  });
}

/** Passages with what answers name as their source; paragraphs are counted on each page. */
function toPassages(cut: readonly CutPassage[], address = '', title = ''): NewPassage[] {
  const counts = new Map<number, number>();
  return cut.map(({ page, headings, anchor, text }) => {
    const paragraph = (counts.get(page) ?? 0) + 1;
    counts.set(page, paragraph);
    const url = anchor === '' || address === '' ? address : new URL(`#${anchor}`, address).href;
    return { page, paragraph, url, title, headings, text };
  });
}

async function readDocument(ctx: EnterpriseContext, fileId: string): Promise<WhatWasRead> {
  const file = await ctx.read((tx) => accessFile(tx, ctx.enterpriseId, fileId));
  const stored = await ctx.files.borrow(file.sha256);
  const cut: CutPassage[] = [];
  const empty: number[] = [];
  let pageCount = 0;
  try {
    for await (const { page, isEmpty, passages } of ctx.confined.stream(readPdf, { path: stored.path })) {
      pageCount = page;
      if (isEmpty) empty.push(page);
      if (cut.length <= mostPassages) cut.push(...passages);
    }
  } finally {
    await stored.release();
  }
  if (empty.length === pageCount) throw unreadable('No page of the document holds text: it looks scanned.');
  const notes =
    empty.length === 0 ? [] : [`Without text, as scanned pages are: ${empty.slice(0, 20).join(', ')}${empty.length > 20 ? ' …' : ''}.`];
  return { passages: toPassages(cut), pageCount, sizeBytes: file.sizeBytes, notes };
}

async function readWebsite(ctx: EnterpriseContext, deps: UsedDeps, address: string): Promise<WhatWasRead> {
  const { pages, sizeBytes, notes } = await crawl(address, {
    allowedHosts: deps.config.privateHosts,
    readPage: (source, isHtml, url) => ctx.confined.run(readPage, { source, isHtml, url }),
    isAllowed: async (text, robots, url) => {
      const [isAllowed = false] = await ctx.confined.run(readRobotRules, { text, address: robots, urls: [url], userAgent });
      return isAllowed;
    },
    now: () => ctx.now().getTime(),
  });
  const repeated = findRepeated(pages);
  const passages: NewPassage[] = [];
  const pauses = createPauses();
  for (const page of pages) {
    await pauses.ifDue();
    passages.push(...toPassages(cutPage(page, repeated), page.url, page.title));
  }
  return { passages, pageCount: pages.length, sizeBytes, notes };
}

/** Hashes the list as JSON, made piece by piece. */
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
 * Reads a source that waits to be read. Its former passages stay until the new text is complete, and after a failure. When a trained bot's
 * source has changed on schedule, the bot is trained again.
 */
export async function readWaiting(ctx: EnterpriseContext, deps: UsedDeps, sourceId: string): Promise<void> {
  const leased = await leaseSource(ctx, sourceId);
  if (leased) await holdLease(ctx, leased.lease, () => readLeased(ctx, deps, leased.row, leased.lease));
}

async function readLeased(ctx: EnterpriseContext, deps: UsedDeps, row: SourceRow, lease: Lease): Promise<void> {
  try {
    const read = row.kind === 'document' ? await readDocument(ctx, row.fileId ?? '') : await readWebsite(ctx, deps, row.name);
    const trainsAgain = await store(ctx, row, lease, read);
    if (trainsAgain) await requestTraining(ctx, row.botId, null);
  } catch (error) {
    const reason = error instanceof DomainError ? error.message : 'The source could not be read for a reason of the program’s own.';
    await ctx.transaction(async (tx) => {
      if (!(await renewLease(tx, lease))) return;
      const isNews = row.status !== 'FAILED' || row.reason !== reason;
      await recordReading(ctx, tx, row, isNews, () => updateSource(tx, row, { status: 'FAILED', reason, lastReadAt: ctx.now() }));
    });
    if (!(error instanceof DomainError)) throw error;
  }
}

/** A scheduled reading that finds what the one before found is no news. */
async function recordReading(ctx: EnterpriseContext, tx: Tx, row: SourceRow, isNews: boolean, work: () => Promise<void>): Promise<void> {
  if (isNews) await changing(ctx, tx, knowledgeRecord, row.sourceId, 'edit', work);
  else await work();
}

/** @returns whether the bot must be trained again */
async function store(ctx: EnterpriseContext, row: SourceRow, lease: Lease, read: WhatWasRead): Promise<boolean> {
  const { enterpriseId, botId, sourceId } = row;
  const passages = read.passages.slice(0, mostPassages);
  if (read.passages.length > mostPassages) read.notes.push(`Only the first ${mostPassages} passages are kept.`);
  const contentHash = await hashOf(passages);
  const isChanged = contentHash !== row.contentHash;
  return ctx.transaction(async (tx) => {
    // The bot before its source, as `removeSource` locks them: in the other order the two would deadlock.
    await accessBot(tx, enterpriseId, botId, { lock: true });
    await accessSource(tx, enterpriseId, botId, sourceId, { lock: true });
    if (!(await renewLease(tx, lease))) return false;
    const bot = await getBotRow(tx, enterpriseId, botId);
    const wasTrained = bot.servingFingerprint === bot.fingerprint;
    await recordReading(ctx, tx, row, isChanged || row.status !== 'READY', async () => {
      if (isChanged) await replacePassages(tx, row, passages);
      await updateSource(tx, row, {
        status: 'READY',
        reason: read.notes.join(' '),
        pageCount: read.pageCount,
        passageCount: passages.length,
        sizeBytes: read.sizeBytes,
        contentHash,
        lastReadAt: ctx.now(),
      });
    });
    if (isChanged) {
      await touchBot(tx, enterpriseId, botId, { userId: null, now: ctx.now() });
      await requestEmbedding(ctx, tx, botId);
    }
    return isChanged && wasTrained && row.schedule !== 'off';
  });
}
