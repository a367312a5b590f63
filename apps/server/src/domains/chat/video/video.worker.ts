import { callLimits } from '@parley/contract';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { breakSilent } from './recording.service.ts';
import { listDueRooms, listSilentRecordings } from './video.repository.ts';
import { endDueCall, tellRecording } from './video.service.ts';

const sweepMs = 2000;
const atOnce = 100;

/** Ends what nobody ends: calls that nobody is in, recordings whose browser is gone; and tells of calls that ended with their chat. */
export function sweepCalls(deps: Deps): () => Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms);
  /** One row that fails keeps none of the others from its end. */
  async function attempt(row: object, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      deps.log.warn({ err: error, ...row }, 'a call was not looked after');
    }
  }
  async function endCalls() {
    const rows = await listDueRooms(deps.db, before(callLimits.emptyMinutes * 60_000), before(callLimits.mostHours * 3_600_000), atOnce);
    for (const { enterpriseId, roomId } of rows) await attempt({ roomId }, () => endDueCall(enterpriseContext(deps, enterpriseId), roomId));
  }
  async function breakRecordings() {
    const rows = await listSilentRecordings(deps.db, before(callLimits.silenceSeconds * 1000), atOnce);
    for (const { enterpriseId, recordingId } of rows) {
      const ctx = enterpriseContext(deps, enterpriseId);
      await attempt({ recordingId }, () =>
        ctx.transaction(async (tx) => {
          const roomId = await breakSilent(ctx, tx, recordingId);
          if (roomId) await tellRecording(ctx, tx, roomId);
        }),
      );
    }
  }
  return scheduleTask(
    sweepMs,
    async () => {
      await endCalls();
      await breakRecordings();
    },
    (error) => deps.log.warn({ err: error }, 'calls were not looked after'),
  );
}
