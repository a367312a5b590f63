import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { awaitSendingTurns } from '../gate/quiet-hours.ts';
import { askHours } from '../queue/sending.jobs.ts';
import { askWaiting } from '../queue/waiting.repository.ts';
import { wakeSending } from '../queue/wake.ts';
import { listRunsByCalendar, lockRun } from '../run/run.repository.ts';
import { settleHours } from './holds.ts';

/** Runs that send in open hours follow a change of calendars. */
export async function followRuns({ enterpriseId, jobs }: EnterpriseContext, tx: Tx, calendarIds: readonly string[]): Promise<void> {
  if (calendarIds.length > 0) await jobs.enqueue(tx, askHours, { enterpriseId, calendarIds: [...calendarIds] });
}

/**
 * Asks the messages of these runs again that wait for an opening. Done twice, it changes nothing. Each run is a transaction of its own, which
 * locks the run before its places, as all others do.
 */
export async function askAgain(ctx: EnterpriseContext, calendarIds: readonly string[]): Promise<void> {
  const { enterpriseId } = ctx;
  await ctx.transaction((tx) => awaitSendingTurns(tx, enterpriseId));
  const channels = new Set<string>();
  for (const runId of await ctx.read((tx) => listRunsByCalendar(tx, enterpriseId, calendarIds))) {
    const due = await ctx.transaction(async (tx) => {
      const run = await lockRun(tx, enterpriseId, runId);
      if (run?.state !== 'freezing' && run?.state !== 'sending') return [];
      await settleHours(ctx, tx, run);
      return askWaiting(tx, enterpriseId, runId, ctx.now());
    });
    for (const channelId of due) channels.add(channelId);
  }
  for (const channelId of channels) wakeSending(ctx, enterpriseId, channelId);
}
