import { sql } from 'kysely';
import { findHeldUntil, installationId, takeLease, type Work } from '#platform/jobs/lease.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findRun, type SendRun } from '../run/run.repository.ts';
import { holdRun, isTooLate } from './holds.ts';

/** All workers renew it: when it lapsed, the sending of this installation stopped. */
const pulse: Work = { enterpriseId: installationId, work: 'pulse', workId: installationId };
const pulseMs = 60_000;
export const pulseEveryMs = 15_000;

export const keepPulse = (deps: Deps): Promise<unknown> =>
  enterpriseContext(deps, installationId).transaction((tx) => takeLease(tx, pulse, pulseMs, installationId));

/**
 * Holds runs that were under way when the program stopped, if that is longer ago than they may be late, and notifies people. Runs before
 * anything is sent.
 */
export async function holdAfterOutage(deps: Deps): Promise<void> {
  const stoppedAt = await enterpriseContext(deps, installationId).read((tx) => findHeldUntil(tx, pulse));
  if (stoppedAt && stoppedAt < deps.now()) {
    const { rows } = await sql<{ enterpriseId: string; runId: string; source: SendRun['source'] }>`select * from runs_under_way()`.execute(
      deps.db,
    );
    for (const { enterpriseId, ...run } of rows) {
      const ctx = enterpriseContext(deps, enterpriseId);
      await ctx.transaction(async (tx) => {
        const { calendarId = null } = (await findRun(tx, enterpriseId, run.runId)) ?? {};
        if (await isTooLate(ctx, tx, stoppedAt, calendarId)) await holdRun(ctx, tx, run, 'LATE');
      });
    }
  }
  await keepPulse(deps);
}
