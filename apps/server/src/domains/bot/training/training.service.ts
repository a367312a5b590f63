import { setTimeout as sleep } from 'node:timers/promises';
import { type BotVersion, type Training, trainingTexts } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { requestEmbedding } from '../embedding/embedding.service.ts';
import { findVersion, listVersionRows, serveVersion, type VersionRow } from '../version/version.repository.ts';
import { trainBot } from './training.jobs.ts';
import { trainingRecord } from './training.record.ts';
import {
  accessTraining,
  findLastTraining,
  findPassedTests,
  insertTraining,
  isUnderWay,
  lockOpenTraining,
  type TrainingRow,
  updateTraining,
} from './training.repository.ts';

const mostListed = 50;
const waitMs = 30_000; // longest wait of GET train; a longer training goes on, and clients ask for it again
const lookMs = 150;

async function presentTraining(tx: Read, row: TrainingRow): Promise<Training> {
  const [requestedBy = ''] = await findUserNames(tx, row.enterpriseId, [row.requestedBy]);
  return {
    id: row.trainingId,
    phase: row.phase,
    step: row.step,
    progress: row.progress,
    reason: row.reason,
    requestedBy,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    versionId: row.versionId,
  };
}

/** Asks for a training; one that waits, runs or asks is joined (screens 5). */
export const requestTraining = (ctx: EnterpriseContext, botId: string, requestedBy: string | null): Promise<TrainingRow> =>
  ctx.transaction((tx) => queueTraining(ctx, tx, botId, requestedBy));

/** The same in the caller's transaction. */
export async function queueTraining(ctx: EnterpriseContext, tx: Tx, botId: string, requestedBy: string | null): Promise<TrainingRow> {
  const { enterpriseId } = ctx;
  await accessBot(tx, enterpriseId, botId, { lock: true });
  const open = await lockOpenTraining(tx, enterpriseId, botId);
  if (open) return open;
  const row = await changing(ctx, tx, trainingRecord, botId, 'train', () =>
    insertTraining(tx, enterpriseId, { botId, requestedBy, startedAt: ctx.now() }),
  );
  await ctx.jobs.enqueue(tx, trainBot, { enterpriseId, botId });
  return row;
}

/**
 * Trains a bot and waits for the end, for half a minute.
 * @throws DomainError training.failed with the reason, bot.not_found
 */
export async function trainAndWait(ctx: Ctx, botId: string): Promise<{ training: Training; message: string }> {
  const { enterpriseId } = ctx;
  const { trainingId } = await requestTraining(ctx, botId, ctx.actor.userId);
  const until = performance.now() + waitMs;
  for (;;) {
    const training = await ctx.read(async (tx) => presentTraining(tx, await accessTraining(tx, enterpriseId, botId, trainingId)));
    if (!isUnderWay(training)) {
      if (training.phase === 'FAILED') throw new DomainError('training.failed', training.reason, {});
      const message =
        training.phase === 'ASKING' ? trainingTexts.asks : training.phase === 'DONE' ? trainingTexts.trained : training.reason;
      return { training, message };
    }
    if (performance.now() > until) return { training, message: trainingTexts.goesOn };
    await sleep(lookMs);
  }
}

/** The last training with its report; while it asks, with the tests that passed before it. */
export function getCurrentTraining(ctx: EnterpriseContext, botId: string) {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const bot = await accessBot(tx, enterpriseId, botId);
    const row = await findLastTraining(tx, enterpriseId, botId);
    const serving = bot.servingVersionId ? await findVersion(tx, enterpriseId, botId, bot.servingVersionId) : undefined;
    return {
      training: row ? await presentTraining(tx, row) : null,
      report: row?.report ?? serving?.report ?? null,
      passedBefore: row?.phase === 'ASKING' ? [...(await findPassedTests(tx, enterpriseId, botId, bot.servingVersionId))] : [],
    };
  });
}

/**
 * Lets the model of a training that asks take over, or drops it; a training that waits or runs is stopped.
 * @throws DomainError training.state_invalid when there is nothing to decide
 */
export function decideTraining(ctx: Ctx, botId: string, trainingId: string, isAccepted: boolean): Promise<Training> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const row = await accessTraining(tx, enterpriseId, botId, trainingId, { lock: true });
    const finishedAt = ctx.now();
    await changing(ctx, tx, trainingRecord, botId, isAccepted ? 'publish' : 'cancel', async () => {
      if (row.phase === 'ASKING' && isAccepted && row.versionId) {
        await serveVersion(tx, enterpriseId, botId, row.versionId);
        await updateTraining(tx, row, { phase: 'DONE', finishedAt, reason: '' });
      } else if (row.phase === 'ASKING' && !isAccepted)
        await updateTraining(tx, row, { phase: 'CANCELLED', finishedAt, reason: 'The version before goes on answering.' });
      else if (isUnderWay(row) && !isAccepted)
        await updateTraining(tx, row, { phase: 'CANCELLED', finishedAt, reason: 'The training was stopped.' });
      else throw new DomainError('training.state_invalid', 'This training does not wait for a decision.', { phase: row.phase });
    });
    return presentTraining(tx, await accessTraining(tx, enterpriseId, botId, trainingId));
  });
}

async function presentVersions(
  tx: Read,
  enterpriseId: string,
  rows: readonly VersionRow[],
  servingId: string | null,
): Promise<BotVersion[]> {
  const names = await findUserNames(
    tx,
    enterpriseId,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ summary: { threshold: _threshold, ...summary }, ...row }, index) => ({
    id: row.versionId,
    number: row.number,
    createdAt: row.createdAt.toISOString(),
    createdBy: names[index] ?? '',
    isServing: row.versionId === servingId,
    canRestore: row.hasParts && row.versionId !== servingId,
    hasData: row.hasParts,
    ...summary,
  }));
}

export function listVersions(ctx: Ctx, botId: string): Promise<BotVersion[]> {
  return ctx.read(async (tx) => {
    const bot = await accessBot(tx, ctx.enterpriseId, botId);
    const rows = await listVersionRows(tx, ctx.enterpriseId, botId, mostListed);
    return presentVersions(tx, ctx.enterpriseId, rows, bot.servingVersionId);
  });
}

const versionNotFound = () => new DomainError('training.not_found', 'No such version.', {});

export function getReport(ctx: Ctx, botId: string, versionId: string) {
  return ctx.read(async (tx) => {
    const bot = await accessBot(tx, ctx.enterpriseId, botId);
    const row = await findVersion(tx, ctx.enterpriseId, botId, versionId);
    if (!row) throw versionNotFound();
    const [version] = (await presentVersions(tx, ctx.enterpriseId, [row], bot.servingVersionId)) as [BotVersion];
    return { version, report: row.report };
  });
}

/** Lets an earlier version serve again; what is in the editor stays as it is. @throws DomainError version.not_restorable */
export async function restoreVersion(ctx: Ctx, botId: string, versionId: string): Promise<BotVersion> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const row = await findVersion(tx, enterpriseId, botId, versionId);
    if (!row) throw versionNotFound();
    if (!row.hasParts) throw new DomainError('version.not_restorable', 'Only the last five versions can be restored.', {});
    await changing(ctx, tx, trainingRecord, botId, 'roll_back', () => serveVersion(tx, enterpriseId, botId, versionId));
    await requestEmbedding(ctx, tx, botId);
    const [version] = (await presentVersions(tx, enterpriseId, [row], versionId)) as [BotVersion];
    return version;
  });
}
