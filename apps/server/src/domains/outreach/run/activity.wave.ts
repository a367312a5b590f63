import type { Tx } from '#platform/db/database.ts';
import type { Wave } from '#platform/db/schema.outreach.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { countRefusals, countRuns, findProgress, holdRun, isTooLate, pauseRun, releaseMore } from '../../messaging/door.run.ts';
import { changingActivity, tellMakersAndChecker, wordsOf } from '../activity/activity.moves.ts';
import { type ActivityRow, lookAgainAt, runsOf, updateActivity } from '../row/activity.repository.ts';
import { isOverLimits, sharesOf } from '../row/activity.rules.ts';
import { addEntry } from '../row/entry.repository.ts';
import { askForChoice, chooseByRule, readOpenChoice } from './activity.choose.ts';

const lookMs = 1000;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/**
 * Looks after the first part of a run, under the locks of run and iteration: when all of it has left, receipts have a while to come; then
 * the rest follows, with the content that was chosen where there are several, or the run is paused and people decide.
 */
export async function tendWave(ctx: EnterpriseContext, tx: Tx, row: ActivityRow, wave: Wave): Promise<void> {
  const { enterpriseId, activityId } = row;
  const now = ctx.now();
  if (wave.waitsUntil !== '') {
    const until = new Date(wave.waitsUntil);
    await (until <= now ? judgeWave(ctx, tx, row, wave) : lookAgainAt(tx, row, until));
    return;
  }
  if (!(await hasLeft(tx, row, now))) return lookAgainAt(tx, row, after(now, lookMs));
  const until = after(now, (row.plan.firstWave?.waitMinutes ?? 0) * 60_000).toISOString();
  const { audience, skipped, byReason } = (await countRuns(tx, enterpriseId, [activityId])).get(activityId) ?? {
    audience: 0,
    skipped: 0,
    byReason: [],
  };
  const waiting = byReason.reduce((sum, { status, count }) => (status === 'QUEUED' ? sum + count : sum), 0);
  await changingActivity(ctx, tx, activityId, 'edit', async () => {
    await updateActivity(tx, row, { wave: { ...wave, waitsUntil: until, lookAt: until } }, { now });
    await addEntry(ctx, tx, activityId, { kind: 'wave_waits', values: { left: audience - skipped - waiting, until } });
  });
}

/** Tells whether as many have left as the first part has; or everybody, where there were fewer. */
async function hasLeft(tx: Tx, { enterpriseId, activityId, runState, releaseLeft }: ActivityRow, now: Date): Promise<boolean> {
  const { waiting, held, onWire } = await findProgress(tx, enterpriseId, activityId, now);
  if (waiting > 0 || onWire > 0) return false;
  return releaseLeft === 0 || (runState === 'sending' && held === 0);
}

async function judgeWave(ctx: EnterpriseContext, tx: Tx, row: ActivityRow, wave: Wave): Promise<void> {
  const { enterpriseId, activityId, plan } = row;
  const now = ctx.now();
  const counts = (await countRuns(tx, enterpriseId, [activityId])).get(activityId);
  const asked = { runId: activityId, since: row.startedAt ?? now, channelId: row.channelId };
  const refusals = (await countRefusals(tx, enterpriseId, [asked])).get(activityId) ?? { optedOut: 0, blocked: 0 };
  const of = (wanted: (line: { status: string; reason: string }) => boolean) =>
    (counts?.byReason ?? []).reduce((sum, line) => (wanted(line) ? sum + line.count : sum), 0);
  const left = of(({ status }) => status !== 'QUEUED' && status !== 'SKIPPED');
  // People whom the vendor has told us to leave alone opted out; their messages did not fail.
  const failed = of(({ status, reason }) => status === 'FAILED' && reason !== 'OPTED_OUT');
  const shares = sharesOf({ failed, ...refusals }, left);
  const limits = plan.firstWave ?? { failedPercent: null, optedOutPercent: null, blockedPercent: null };
  const values = { left, failedPercent: shares.failed, optedOutPercent: shares.optedOut, blockedPercent: shares.blocked };
  const isOver = isOverLimits(shares, limits);
  const choice = isOver ? undefined : await readOpenChoice(tx, row);
  const chosen = choice?.chosen;
  const isPaused = isOver || (choice !== undefined && chosen === undefined);
  await changingActivity(ctx, tx, activityId, 'edit', async () => {
    const judged: Wave = { ...wave, result: isOver ? 'stopped' : 'passed', shares };
    await updateActivity(tx, row, { wave: judged, ...(isOver ? { isPauseTold: true } : {}) }, { now, isPaused });
    await addEntry(ctx, tx, activityId, { kind: isOver ? 'wave_stopped' : 'wave_passed', values });
    if (choice && chosen) await chooseByRule(ctx, tx, row, { ...choice, chosen });
    if (isOver) for (const runId of runsOf(row)) await pauseRun(ctx, tx, runId, 'LIMITS');
    else if (choice && !chosen) await askForChoice(ctx, tx, row, choice);
    else await releaseMore(ctx, tx, activityId, null);
  });
  // The look came long after its time: the rest does not leave at an arbitrary hour.
  if (!isPaused && (await isTooLate(ctx, tx, new Date(wave.waitsUntil), plan.calendarId || null)))
    await holdRun(ctx, tx, { runId: activityId, source: 'CAMPAIGN' }, 'LATE');
  if (isOver)
    await tellMakersAndChecker(ctx, tx, row, { kind: 'run_paused', code: 'activity.wave_stopped', values: { ...wordsOf(row), ...shares } });
}
