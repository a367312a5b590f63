import { randomUUID } from 'node:crypto';
import { type TestResult, type TrainingIssue, trainingTexts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/enterprise/enterprise.service.ts';
import { notify } from '../../account/notification/notification.service.ts';
import type { BotSnapshot } from '../bot/bot.definition.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { readSnapshot } from '../bot/bot.snapshot.ts';
import { findVersion, insertVersion, prepareParts, serveVersion } from '../bot/version.repository.ts';
import { createRuntime } from '../dialogue/runtime.ts';
import { thresholdOf } from '../dialogue/understand.ts';
import { nowFailing, runTest } from './test.run.ts';
import { listTests } from './test.service.ts';
import { TrainingFailed, trainInThread } from './train.in-thread.ts';
import type { Trained } from './train.models.ts';
import { makeReport } from './training.report.ts';
import { accessTraining, beat, lockOpenTraining, type TrainingRow, updateTraining } from './training.repository.ts';

const holdMs = 15_000; // far more than there is between two signs of life; whoever is silent that long is dead
const beatMs = 1000;
const longMs = 30_000; // then nobody waits in front of the screen any more

type LeasedTraining = { row: TrainingRow; snapshot: BotSnapshot; fingerprint: string; sourceIssues: TrainingIssue[] };

/** Takes the bot's waiting training in hand. One that was under way has lost its worker, and with it all that it had. */
function leaseTraining(ctx: EnterpriseContext, botId: string): Promise<LeasedTraining | undefined> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await lockOpenTraining(tx, enterpriseId, botId);
    const now = ctx.now();
    if (!row || row.phase === 'ASKING') return undefined;
    if (row.phase === 'RUNNING') {
      if (row.runnerUntil && row.runnerUntil > now) return undefined;
      await updateTraining(tx, row, { phase: 'FAILED', reason: trainingTexts.interrupted, finishedAt: now });
      return undefined;
    }
    const runnerId = randomUUID();
    await updateTraining(tx, row, { phase: 'RUNNING', runnerId, runnerUntil: new Date(now.getTime() + holdMs) });
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
    return { row: { ...row, runnerId }, ...(await readSnapshot(tx, enterpriseId, botId)), sourceIssues };
  });
}

/** Keeps saying that the training is alive, and ends it when it has been stopped or taken away. */
function keepAlive(ctx: EnterpriseContext, row: TrainingRow) {
  const stopped = new AbortController();
  const at = { step: 'checking' as TrainingRow['step'], progress: 0 };
  const timer = setInterval(() => {
    const until = new Date(ctx.now().getTime() + holdMs);
    ctx
      .transaction((tx) => beat(tx, row, { ...at, until }))
      .then((isOurs) => {
        if (!isOurs) stopped.abort();
      })
      // A database that is away for a moment is no reason to end; the hold decides.
      .catch(() => {});
  }, beatMs);
  return {
    signal: stopped.signal,
    tell: (step: TrainingRow['step'], progress: number) => Object.assign(at, { step, progress }),
    end: () => clearInterval(timer),
  };
}

/** Of the whole, where each step begins and ends. */
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
  if (!leased) return;
  const { row, snapshot } = leased;
  const alive = keepAlive(ctx, row);
  const startedAt = performance.now();
  try {
    if (snapshot.phrases.length === 0 && snapshot.passages.length === 0 && snapshot.definition.prompt.prompt === '')
      throw new TrainingFailed(trainingTexts.nothing);
    const trained = await trainInThread(
      snapshot,
      (step, ratio) => {
        const [from, to] = spans[step];
        alive.tell(step, from + (to - from) * ratio);
      },
      alive.signal,
    );
    alive.tell('testing', spans.testing[0]);
    await finish(ctx, leased, trained, () => Math.round(performance.now() - startedAt));
  } catch (error) {
    await fail(ctx, row, error instanceof TrainingFailed ? error.message : 'The training failed for a reason of the program’s own.');
    if (!(error instanceof TrainingFailed)) throw error;
  } finally {
    alive.end();
  }
}

async function finish(
  ctx: EnterpriseContext,
  { row, snapshot, fingerprint, sourceIssues }: LeasedTraining,
  trained: Trained,
  took: () => number,
) {
  const { enterpriseId } = ctx;
  const { botId } = row;
  const parts = { ...snapshot, ...trained };
  const runtime = await createRuntime({ versionId: '', versionNumber: 0 }, parts);
  const before = await ctx.read(async (tx) => {
    const { servingVersionId } = await accessBot(tx, enterpriseId, botId);
    const serving = servingVersionId ? await findVersion(tx, enterpriseId, botId, servingVersionId) : undefined;
    return {
      tests: serving?.report.tests ?? [],
      saved: await listTests(tx, enterpriseId, botId),
      zone: await readTimeZone(tx, enterpriseId),
    };
  });
  const results: TestResult[] = before.saved.map((test) => runTest(runtime, test, { now: ctx.now(), timeZone: before.zone }));
  const threshold = runtime.intentModel ? thresholdOf(runtime) : 0;
  const report = makeReport(snapshot, trained, { threshold, tests: results, sourceIssues, tookMs: took() });
  const asks = nowFailing(before.tests, results).length > 0;
  const { definition, phrases, passages } = snapshot;
  const { intentModel, slotModel, passageIndex } = trained;
  const packed = await prepareParts({ definition, phrases, passages, intentModel, slotModel, passageIndex });
  await ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const current = await accessTraining(tx, enterpriseId, botId, row.trainingId, { lock: true });
    if (current.phase !== 'RUNNING' || current.runnerId !== row.runnerId) return;
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
    if (report.tookMs > longMs || asks)
      await tell(ctx, tx, row, 'training_done', `${definition.name}: ${asks ? trainingTexts.asks : trainingTexts.trained}`);
  });
}

async function tell(ctx: EnterpriseContext, tx: Tx, row: TrainingRow, kind: 'training_done' | 'training_failed', title: string) {
  if (!row.requestedBy) return;
  await notify(ctx, tx, [row.requestedBy], { kind, title, link: `/bots/${row.botId}/training`, cause: row.botId });
}

/** The training alone is lost; what serves goes on. */
async function fail(ctx: EnterpriseContext, row: TrainingRow, reason: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const current = await accessTraining(tx, ctx.enterpriseId, row.botId, row.trainingId, { lock: true });
    if (current.phase !== 'RUNNING' || current.runnerId !== row.runnerId) return;
    await updateTraining(tx, row, { phase: 'FAILED', reason, finishedAt: ctx.now() });
    await tell(ctx, tx, row, 'training_failed', `The training failed: ${reason}`);
  });
}
