import { type TestResult, type TrainingIssue, trainingTexts } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, isLeased, type Lease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Notice, notify, readTimeZone } from '../../account/door.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { TrainingFailed, trainInThread } from '../model/train.in-thread.ts';
import type { Trained } from '../model/train.models.ts';
import { makeReport } from '../model/training.report.ts';
import { createRuntime } from '../runtime/runtime.ts';
import { thresholdOf } from '../runtime/understand.ts';
import { nowFailing, runTest } from '../saved-test/test.run.ts';
import { listTests } from '../saved-test/test.service.ts';
import type { BotSnapshot } from '../version/bot.definition.ts';
import { readSnapshot } from '../version/bot.snapshot.ts';
import { insertVersion, prepareParts, serveVersion } from '../version/version.repository.ts';
import { isEmptyBot } from './bot.checks.ts';
import { trainingRecord } from './training.record.ts';
import {
  accessTraining,
  findPassedTests,
  lockOpenTraining,
  saveProgress,
  type TrainingRow,
  trainingWork,
  updateTraining,
} from './training.repository.ts';

const holdMs = 15_000;
const progressMs = 1000;
const longMs = 30_000; // then nobody waits in front of the screen any more

type LeasedTraining = { row: TrainingRow; lease: Lease; snapshot: BotSnapshot; fingerprint: string; sourceIssues: TrainingIssue[] };

/** Takes the lease of the bot's waiting training. A running training without a lease has lost its worker and all of its work: it fails. */
function leaseTraining(ctx: EnterpriseContext, botId: string): Promise<LeasedTraining | undefined> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await lockOpenTraining(tx, enterpriseId, botId);
    if (!row || row.phase === 'ASKING') return undefined;
    if (row.phase === 'RUNNING') {
      if (!(await isLeased(tx, trainingWork(row))))
        await changing(ctx, tx, trainingRecord, botId, 'edit', () =>
          updateTraining(tx, row, { phase: 'FAILED', reason: trainingTexts.interrupted, finishedAt: ctx.now() }),
        );
      return undefined;
    }
    const lease = await takeLease(tx, trainingWork(row), holdMs);
    if (!lease) return undefined;
    await updateTraining(tx, row, { phase: 'RUNNING' });
    const failed = await tx
      .selectFrom('knowledgeSources')
      .select(['name', 'reason'])
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .where('status', '=', 'FAILED')
      .execute();
    const sourceIssues = failed.map(({ name, reason }) => ({
      kind: 'source_unreadable',
      severity: 'warning' as const,
      message: `${name}: ${reason}`,
      intents: [],
      texts: [],
    }));
    return { row, lease, ...(await readSnapshot(tx, enterpriseId, botId)), sourceIssues };
  });
}

/** Writes the progress down while the training runs, and aborts it when it was stopped. */
function reportProgress(ctx: EnterpriseContext, row: TrainingRow) {
  const stopped = new AbortController();
  const at = { step: 'checking' as TrainingRow['step'], progress: 0 };
  const save = async () => {
    if (!(await ctx.transaction((tx) => saveProgress(tx, row, at)))) stopped.abort();
  };
  // A database that is away for a moment is no reason to end the training.
  const end = scheduleTask(progressMs, save, () => {});
  return {
    stopped: stopped.signal,
    tell: (step: TrainingRow['step'], progress: number) => Object.assign(at, { step, progress }),
    end,
  };
}

/** Start and end of each step, as shares of the whole. */
const spans: Record<TrainingRow['step'], [number, number]> = {
  checking: [0, 0.05],
  reading: [0, 0.05],
  training: [0.05, 0.4],
  evaluating: [0.4, 0.95],
  testing: [0.95, 0.98],
  switching: [0.98, 1],
};

/**
 * Trains a bot: checks, models and evaluation in a thread, saved tests, a new version beside the serving one, then the switch. Failure of
 * any kind leaves what serves as it is; a result that fails tests which passed before asks first.
 */
export async function runTraining(ctx: EnterpriseContext, botId: string): Promise<void> {
  const leased = await leaseTraining(ctx, botId);
  if (leased) await holdLease(ctx, leased.lease, (lost) => train(ctx, leased, lost));
}

async function train(ctx: EnterpriseContext, leased: LeasedTraining, lost: AbortSignal): Promise<void> {
  const { row, snapshot } = leased;
  const progress = reportProgress(ctx, row);
  const startedAt = performance.now();
  try {
    if (isEmptyBot(snapshot)) throw new TrainingFailed(trainingTexts.nothing);
    const trained = await trainInThread(
      snapshot,
      (step, ratio) => {
        const [from, to] = spans[step];
        progress.tell(step, from + (to - from) * ratio);
      },
      AbortSignal.any([lost, progress.stopped]),
    );
    progress.tell('testing', spans.testing[0]);
    await finish(ctx, leased, trained, () => Math.round(performance.now() - startedAt));
  } catch (error) {
    await fail(ctx, leased, error instanceof TrainingFailed ? error.message : 'The training failed for a reason of the program’s own.');
    if (!(error instanceof TrainingFailed)) throw error;
  } finally {
    await progress.end();
  }
}

/** Tells whether the training is still this worker's to end. */
const isOurs = async (tx: Tx, current: TrainingRow, lease: Lease) => current.phase === 'RUNNING' && (await renewLease(tx, lease));

async function finish(
  ctx: EnterpriseContext,
  { row, lease, snapshot, fingerprint, sourceIssues }: LeasedTraining,
  trained: Trained,
  took: () => number,
) {
  const { enterpriseId } = ctx;
  const { botId } = row;
  const parts = { ...snapshot, ...trained };
  const runtime = await createRuntime({ versionId: '', versionNumber: 0 }, parts);
  const before = await ctx.read(async (tx) => {
    const { servingVersionId } = await accessBot(tx, enterpriseId, botId);
    return {
      passed: await findPassedTests(tx, enterpriseId, botId, servingVersionId),
      saved: await listTests(tx, enterpriseId, botId),
      zone: await readTimeZone(tx, enterpriseId),
    };
  });
  const results: TestResult[] = before.saved.map((test) => runTest(runtime, test, { now: ctx.now(), timeZone: before.zone }));
  const threshold = runtime.intentModel ? thresholdOf(runtime) : 0;
  const report = makeReport(snapshot, trained, { threshold, tests: results, sourceIssues, tookMs: took() });
  const asks = nowFailing(before.passed, results).length > 0;
  const { definition, phrases, passages } = snapshot;
  const { intentModel, slotModel, passageIndex } = trained;
  const packed = await prepareParts({ definition, phrases, passages, intentModel, slotModel, passageIndex });
  await ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const current = await accessTraining(tx, enterpriseId, botId, row.trainingId, { lock: true });
    if (!(await isOurs(tx, current, lease))) return;
    const now = ctx.now();
    const versionId = await insertVersion(
      tx,
      enterpriseId,
      {
        botId,
        fingerprint,
        report,
        summary: {
          modelType: report.modelType,
          intentCount: report.intentCount,
          phraseCount: report.phraseCount,
          passageCount: report.passageCount,
          accuracy: report.accuracy,
          threshold: trained.threshold,
          testsPassed: results.filter(({ isPassed }) => isPassed).length,
          testsFailed: results.filter(({ isPassed }) => !isPassed).length,
          modelBytes: report.modelBytes,
        },
        createdBy: row.requestedBy,
        createdAt: now,
      },
      packed,
    );
    await changing(ctx, tx, trainingRecord, botId, asks ? 'edit' : 'publish', async () => {
      if (!asks) await serveVersion(tx, enterpriseId, botId, versionId);
      await updateTraining(tx, row, {
        phase: asks ? 'ASKING' : 'DONE',
        step: 'switching',
        progress: 1,
        reason: asks ? trainingTexts.asks : '',
        report: JSON.stringify(report),
        versionId,
        finishedAt: asks ? null : now,
      });
    });
    if (report.tookMs > longMs || asks)
      await tell(ctx, tx, row, { kind: 'training_done', code: asks ? 'training.asks' : 'training.done', values: { bot: definition.name } });
  });
}

async function tell(ctx: EnterpriseContext, tx: Tx, row: TrainingRow, notice: Notice) {
  if (!row.requestedBy) return;
  await notify(ctx, tx, [row.requestedBy], { ...notice, link: `/bots/${row.botId}/training`, cause: row.botId });
}

/** The training alone is lost; what serves goes on. */
async function fail(ctx: EnterpriseContext, { row, lease }: LeasedTraining, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const current = await accessTraining(tx, ctx.enterpriseId, row.botId, row.trainingId, { lock: true });
    if (!(await isOurs(tx, current, lease))) return;
    await changing(ctx, tx, trainingRecord, row.botId, 'edit', () =>
      updateTraining(tx, row, { phase: 'FAILED', reason, finishedAt: ctx.now() }),
    );
    await tell(ctx, tx, row, { kind: 'training_failed', code: 'training.failed', values: { reason } });
  });
}
