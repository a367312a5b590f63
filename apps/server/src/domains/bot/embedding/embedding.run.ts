import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareInSteps, packVector, strangerQuestions, type VectorTable } from '@parley/nlu';
import { DomainError } from '#platform/http/domain-error.ts';
import { holdLease, type Lease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import { createPauses } from '#platform/pauses.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { GenAiError } from '../../integration/door.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { embedTexts, type GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { readPassages } from '../version/bot.snapshot.ts';
import { readParts } from '../version/version.repository.ts';
import { embedKnowledge } from './embedding.jobs.ts';
import {
  deleteUnwanted,
  type EmbeddingRow,
  embeddedText,
  findEmbedding,
  findSpace,
  hashText,
  insertVectors,
  readVectors,
  type Space,
  takeKnown,
  updateEmbedding,
} from './embedding.repository.ts';

const holdMs = 30_000;
/** Limits of one request. The next one begins no earlier than `paceMs` after it began. */
export const embeddingLimits = { texts: 64, timeoutMs: 30_000, paceMs: 200, runMs: 10 * 60_000, tableBytes: 128 * 1024 * 1024 };
const lookedUpAtOnce = 1000;
const longestPauseMinutes = 60;

type Leased = { row: EmbeddingRow; space: Space; lease: Lease };
type Wanted = { text: string; textHash: Buffer };

/**
 * Embeds the waiting passages of a bot's knowledge. A passage with a vector is never asked for again, even if a worker was killed in
 * between.
 */
export async function embedWaiting(ctx: EnterpriseContext, deps: GenAiDeps, botId: string): Promise<void> {
  const leased = await leaseEmbedding(ctx, botId);
  if (leased) await holdLease(ctx, leased.lease, (lost) => embedLeased(ctx, deps, leased, lost));
}

function leaseEmbedding(ctx: EnterpriseContext, botId: string): Promise<Leased | undefined> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await findEmbedding(tx, { enterpriseId, botId }, { lock: true });
    if (!row || row.state === 'READY' || (row.retryAt !== null && row.retryAt > ctx.now())) return undefined;
    const { knowledge } = await accessBot(tx, enterpriseId, botId);
    const space = await findSpace(tx, enterpriseId, knowledge.genAiConfigId);
    if (space?.space !== row.space) return undefined;
    const lease = await takeLease(tx, { enterpriseId, work: 'embedding', workId: botId }, holdMs);
    if (!lease) return undefined;
    await updateEmbedding(tx, row, { state: 'RUNNING', reason: '', retryAt: null });
    return { row, space, lease };
  });
}

async function embedLeased(ctx: EnterpriseContext, deps: GenAiDeps, leased: Leased, lost: AbortSignal): Promise<void> {
  try {
    await embedAll(ctx, deps, leased, lost);
  } catch (error) {
    const isTold = error instanceof GenAiError || error instanceof DomainError;
    const reason = isTold ? error.message : 'The passages could not be embedded for a reason of the program’s own.';
    await finish(ctx, leased, async () => {
      const failureCount = leased.row.failureCount + 1;
      const retryAt = new Date(ctx.now().getTime() + Math.min(longestPauseMinutes, 2 ** (failureCount - 1)) * 60_000);
      return { state: 'FAILED' as const, reason, failureCount, retryAt };
    });
    if (!isTold) throw error;
  }
}

async function embedAll(ctx: EnterpriseContext, deps: GenAiDeps, leased: Leased, lost: AbortSignal): Promise<void> {
  const { row, space } = leased;
  const until = performance.now() + embeddingLimits.runMs;
  const wanted = await listWanted(ctx, row.botId);
  const missing = await listMissing(ctx, leased, wanted);
  let { dimension } = row;
  let embeddedCount = wanted.length - missing.length;
  await write(ctx, leased, { textCount: wanted.length, embeddedCount });
  for (let from = 0; from < missing.length; from += embeddingLimits.texts) {
    if (lost.aborted) return;
    const next = performance.now() + embeddingLimits.paceMs;
    if (next > until) return goOnLater(ctx, leased);
    const batch = missing.slice(from, from + embeddingLimits.texts);
    const numbers = await embedTexts(ctx, deps, space.integrationId, {
      texts: batch.map(({ text }) => text),
      timeoutMs: embeddingLimits.timeoutMs,
    });
    const vectors = batch.flatMap(({ textHash }, at) => {
      const packed = packVector(numbers[at] ?? []);
      return packed ? [{ textHash, ...packed }] : [];
    });
    const given = vectors[0]?.bytes.length ?? 0;
    if (dimension !== 0 && given !== dimension) return startAnew(ctx, leased, given);
    dimension = given;
    assertRoom(wanted.length, dimension);
    embeddedCount += vectors.length;
    const isStored = await ctx.transaction(async (tx) => {
      if (!(await renewLease(tx, leased.lease))) return false;
      await insertVectors(tx, row, vectors);
      await updateEmbedding(tx, row, { dimension, embeddedCount });
      return true;
    });
    if (!isStored) return;
    if (from + embeddingLimits.texts < missing.length) await sleep(Math.max(0, next - performance.now()));
  }
  assertRoom(wanted.length, dimension);
  const strangerScores = await scoreStrangers(ctx, { ...row, dimension }, wanted);
  await finish(ctx, leased, async (tx) => {
    await deleteUnwanted(
      tx,
      row,
      wanted.map(({ textHash }) => textHash),
    );
    return { state: 'READY' as const, reason: '', failureCount: 0, retryAt: null, generation: randomUUID(), strangerScores, embeddedCount };
  });
}

/** Vectors are compared in memory, so there is an end to how many there may be. */
function assertRoom(count: number, dimension: number): void {
  const most = Math.floor(embeddingLimits.tableBytes / Math.max(1, dimension));
  if (count > most)
    throw new DomainError('bot.too_large', `Of vectors with ${dimension} numbers at most ${most} passages fit; there are ${count}.`, {});
}

/** The texts of the sources as they are and of the version that serves, each once; and the questions that measure nearness. */
async function listWanted(ctx: EnterpriseContext, botId: string): Promise<Wanted[]> {
  const { enterpriseId } = ctx;
  const [passages, served] = await ctx.read(async (tx) => {
    const { servingVersionId } = await accessBot(tx, enterpriseId, botId);
    const parts = servingVersionId ? await readParts(tx, enterpriseId, servingVersionId, ['passages']) : undefined;
    return [await readPassages(tx, enterpriseId, botId), parts?.passages ?? []];
  });
  if (passages.length + served.length === 0) return [];
  const texts = new Set<string>(strangerQuestions);
  for (const passage of [...passages, ...served]) texts.add(embeddedText(passage));
  return [...texts].map((text) => ({ text, textHash: hashText(text) }));
}

async function listMissing(ctx: EnterpriseContext, { row }: Leased, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const missing: Wanted[] = [];
  for (let from = 0; from < wanted.length; from += lookedUpAtOnce) {
    const part = wanted.slice(from, from + lookedUpAtOnce);
    const unknown = await ctx.transaction((tx) =>
      takeKnown(
        tx,
        row,
        part.map(({ textHash }) => textHash),
      ),
    );
    missing.push(...part.filter(({ textHash }) => unknown.has(textHash.toString('hex'))));
  }
  return missing;
}

/** Computes the best scores that the questions of strangers reach with a passage. */
async function scoreStrangers(ctx: EnterpriseContext, row: EmbeddingRow, wanted: readonly Wanted[]): Promise<number[]> {
  const strangers = new Set(strangerQuestions);
  const texts = wanted.map(({ text }) => text).filter((text) => !strangers.has(text));
  if (texts.length === 0) return [];
  const [asked, passages] = [await readVectors(ctx, row, strangerQuestions), await readVectors(ctx, row, texts)];
  const scores: number[] = [];
  for (const at of strangerQuestions.keys()) {
    const bytes = asked.bytes.subarray(at * row.dimension, (at + 1) * row.dimension);
    const cosines = await compareWithPauses(passages, { bytes, scale: asked.scales[at] ?? 0 });
    scores.push(cosines.reduce((most, cosine) => Math.max(most, cosine), -1));
  }
  return scores;
}

/** The cosines of a vector with each of a table; others have their turns in between. */
export async function compareWithPauses(table: VectorTable, vector: { bytes: Int8Array; scale: number }): Promise<Float32Array> {
  const pauses = createPauses();
  const steps = compareInSteps(table, vector);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pauses.ifDue();
  }
}

/**
 * Starts again when the model of this name gives other dimensions than before: it is another model, and no vector of the former one counts.
 */
function startAnew(ctx: EnterpriseContext, leased: Leased, dimension: number): Promise<void> {
  return ctx.transaction(async (tx) => {
    if (!(await renewLease(tx, leased.lease))) return;
    await deleteUnwanted(tx, leased.row, []);
    await updateEmbedding(tx, leased.row, { state: 'WAITING', dimension, generation: null, embeddedCount: 0 });
    await ctx.jobs.enqueue(tx, embedKnowledge, leased.row);
  });
}

const write = (ctx: EnterpriseContext, { row, lease }: Leased, change: Partial<EmbeddingRow>): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (await renewLease(tx, lease)) await updateEmbedding(tx, row, change);
  });

/** A run has its time; the next one goes on where this one stops, and other bots have their turn. */
const goOnLater = (ctx: EnterpriseContext, { row, lease }: Leased): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!(await renewLease(tx, lease))) return;
    await updateEmbedding(tx, row, { state: 'WAITING' });
    await ctx.jobs.enqueue(tx, embedKnowledge, row);
  });

/** Ends a run, unless another was asked for meanwhile: that one is still to be done. */
function finish(
  ctx: EnterpriseContext,
  { row, lease }: Leased,
  end: (tx: Parameters<typeof updateEmbedding>[0]) => Promise<Partial<EmbeddingRow>>,
) {
  return ctx.transaction(async (tx) => {
    if (!(await renewLease(tx, lease))) return;
    const current = await findEmbedding(tx, row, { lock: true });
    if (!current) return;
    if (current.requestId === row.requestId) await updateEmbedding(tx, row, await end(tx));
    else await ctx.jobs.enqueue(tx, embedKnowledge, row);
  });
}
