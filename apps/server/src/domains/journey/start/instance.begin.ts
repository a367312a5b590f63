import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { onStarts } from '../row/instance.wake.ts';
import { startDue } from './instance.schedule.ts';
import { beginWaiting } from './instance.starts.ts';
import { findDueSchedules } from './rule.repository.ts';
import { findWaitingEnterprises } from './waiting.repository.ts';

const sweepMs = 1000;
/** Enterprises, or rules that are due, of one round. */
const mostFound = 500;

/** Begins the walks that are kept to begin, at once where the wake arrives, else by the sweep, which looks at what the calendar begins too. @returns stops it */
export function startBeginnings(deps: Deps): () => Promise<void> {
  const tell = (error: unknown) => deps.log.warn({ err: error }, 'walks that are to begin did not');
  let isStopping = false;
  let isAsked = false;
  let under: Promise<void> | undefined;

  /** A batch of each enterprise in its turn, as long as there are any; one that fails waits for the next sweep. */
  const begin = async () => {
    for (let more = true; more && !isStopping; ) {
      isAsked = false;
      const rows = await findWaitingEnterprises(deps.db, mostFound);
      more = false;
      for (const { enterpriseId } of rows) {
        if (isStopping) return;
        const begun = await beginWaiting(enterpriseContext(deps, enterpriseId)).catch(tell);
        more ||= (begun ?? 0) > 0;
      }
      more ||= isAsked;
    }
  };
  /** Rules whose time has come; one that fails waits for the next sweep. */
  const sweep = async () => {
    const rows = await findDueSchedules(deps.db, deps.now(), mostFound);
    for (const { enterpriseId, entryId } of rows) {
      if (isStopping) return;
      await startDue(enterpriseContext(deps, enterpriseId), entryId).catch(tell);
    }
    // Looks for other due starts again while thousands begin.
    look().catch(tell);
  };
  const look = (): Promise<void> => {
    isAsked = true;
    under ??= begin()
      .catch(tell)
      .finally(() => {
        under = undefined;
      });
    return under;
  };
  onStarts(deps.bus, () => {
    if (!isStopping) look().catch(tell);
  });
  const stop = scheduleTask(sweepMs, sweep, tell);
  return async () => {
    isStopping = true;
    await stop();
    await under;
  };
}
