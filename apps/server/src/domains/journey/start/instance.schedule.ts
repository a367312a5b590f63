import { type JourneyScheduleRun, mostLateMinutes, mostStartsAtOnce, type ScheduleSkip } from '@parley/contract';
import { latestDue, nextDue } from '@parley/journey';
import type { EnterpriseContext } from '../../../context.ts';
import { notify, readTimeZone } from '../../account/door.ts';
import { wakeStarts } from '../row/instance.wake.ts';
import { type Audience, type Due, findAudience, lockDue, noteSchedule } from './rule.repository.ts';
import { keepPeople } from './waiting.repository.ts';

/** Returns the reason why nobody begins now. */
function skipOf({ isOpen }: Due, audience: Audience | undefined, lateMs: number): ScheduleSkip | '' {
  if (!isOpen) return 'PAUSED';
  if (lateMs > mostLateMinutes * 60_000) return 'MISSED';
  if (!audience) return 'NO_AUDIENCE';
  return audience.people > mostStartsAtOnce ? 'TOO_MANY' : '';
}

/**
 * A rule's time has come: its people are kept to begin, in one transaction with its next time, so each time counts once. Of times that passed
 * while nobody looked only the last one counts, and that for an hour.
 */
export const startDue = (ctx: EnterpriseContext, entryId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const now = ctx.now();
    const due = await lockDue(tx, enterpriseId, entryId, now);
    const schedule = due?.settings.schedule;
    if (!due || !schedule) return;
    const zone = schedule.timeZone || (await readTimeZone(tx, enterpriseId));
    const dueAt = new Date(latestDue(schedule, due.nextAt.getTime(), now.getTime(), zone));
    const nextAt = nextDue(schedule, now.getTime(), zone);
    const audience = await findAudience(tx, enterpriseId, due.audienceId);
    const skipped = skipOf(due, audience, now.getTime() - dueAt.getTime());
    const people = skipped === '' ? await keepPeople(tx, enterpriseId, due, dueAt, now) : (audience?.people ?? 0);
    const run: JourneyScheduleRun = { dueAt: dueAt.toISOString(), people, started: 0, refused: {}, skipped };
    await noteSchedule(tx, enterpriseId, entryId, { nextAt: nextAt === null ? null : new Date(nextAt), run });
    if (people > 0 && skipped === '') wakeStarts(ctx, tx);
    if (skipped === 'TOO_MANY' && due.createdBy)
      await notify(ctx, tx, [due.createdBy], {
        kind: 'stream_skipped',
        code: 'stream.too_many',
        values: { stream: due.journeyName, audience: audience?.name ?? '', people, most: mostStartsAtOnce },
        link: `/publish?journeyId=${due.journeyId}`,
        cause: entryId,
      });
  });
