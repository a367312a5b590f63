import type { RunPart, SentUnknownAgain, UnknownPreview } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { presentUnknown, takeRisk } from '../message/unknown.ts';
import { accessActivity } from '../row/activity.repository.ts';
import { addEntry } from '../row/entry.repository.ts';
import { assertMove, changingActivity, stateInvalid } from './activity.moves.ts';

/** The run of an iteration, or that of its fallback, that somebody may send again. @throws DomainError activity.not_found, 1403 or activity.state_invalid */
async function accessRun(ctx: Ctx, activityId: string, run: RunPart): Promise<string> {
  const row = await ctx.read((tx) => accessActivity(tx, ctx.actor, activityId));
  assertMove(ctx.actor, 'sendAgain', row);
  const runId = run === 'first' ? row.runId : row.fallbackRunId;
  if (!runId) throw stateInvalid(row);
  return runId;
}

/** Previews a new sending of the messages whose outcome nobody knows. */
export const previewUnknownOf = async (ctx: Ctx, activityId: string, run: RunPart): Promise<UnknownPreview> =>
  presentUnknown(ctx, await accessRun(ctx, activityId, run));

/**
 * Sends again the messages whose outcome nobody knows, each on its own row, since somebody has taken the risk. The approval covers it: the
 * same people get what was approved for them.
 */
export async function sendUnknownOf(
  ctx: Ctx,
  activityId: string,
  { run, asOf }: { run: RunPart; asOf: string },
): Promise<SentUnknownAgain> {
  const runId = await accessRun(ctx, activityId, run);
  return takeRisk(ctx, runId, asOf, async (tx, change, { count }) => {
    await changingActivity(
      ctx,
      tx,
      activityId,
      'retry',
      async () => {
        await change();
        await addEntry(ctx, tx, activityId, { kind: 'sent_again', values: { count, ...(run === 'first' ? {} : { run }) } });
      },
      { counts: { unknown: count } },
    );
  });
}
