import { type JourneyEntrySettings, type JourneyScheduleRun, mostLateMinutes, mostStartsAtOnce, type ScheduleSkip } from '@parley/contract';
import { latestDue, nextDue } from '@parley/journey';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify, readTimeZone } from '../../account/door.ts';
import { wakeStarts } from '../row/instance.wake.ts';

type Due = {
  entryId: string;
  journeyId: string;
  journeyName: string;
  audienceId: string;
  settings: JourneyEntrySettings;
  nextAt: Date;
  createdBy: string | null;
  isOpen: boolean;
};
type Audience = { name: string; people: number };

/** The rule, if it is still due and nobody else has it in hand. */
async function lockDue(tx: Tx, enterpriseId: string, entryId: string, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select e.entry_id, e.journey_id, j.name as journey_name, e.word as audience_id, e.settings, e.next_at, e.created_by,
      e.is_active and j.state = 'PUBLISHED' and j.deleted_at is null as is_open
    from journey_entries e join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id
    where e.enterprise_id = ${enterpriseId} and e.entry_id = ${entryId} and e.next_at <= ${now}
    for no key update of e skip locked`.execute(tx);
  return rows[0];
}

const findAudience = (tx: Tx, enterpriseId: string, setId: string): Promise<Audience | undefined> =>
  tx
    .selectFrom('customerSets')
    .select(['name', 'customerCount as people'])
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', '=', setId)
    .executeTakeFirst();

/** Returns the reason why nobody begins now. */
function skipOf({ isOpen }: Due, audience: Audience | undefined, lateMs: number): ScheduleSkip | '' {
  if (!isOpen) return 'PAUSED';
  if (lateMs > mostLateMinutes * 60_000) return 'MISSED';
  if (!audience) return 'NO_AUDIENCE';
  return audience.people > mostStartsAtOnce ? 'TOO_MANY' : '';
}

/** Keeps everybody of the group or label to begin. @returns how many */
async function keepPeople(tx: Tx, enterpriseId: string, { entryId, audienceId }: Due, dueAt: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with kept as (
      insert into journey_starts (enterprise_id, entry_id, customer_id, due_at, at)
      select c.enterprise_id, ${entryId}::uuid, c.customer_id, ${dueAt}, ${now} from customer_set_members m
      join customers c on c.enterprise_id = m.enterprise_id and c.customer_id = m.customer_id and c.deleted_at is null
      where m.enterprise_id = ${enterpriseId} and m.set_id = ${audienceId}::uuid
      order by c.customer_id
      on conflict do nothing returning 1)
    select count(*)::integer as people from kept`.execute(tx);
  return rows[0]?.people ?? 0;
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
    await tx
      .updateTable('journeyEntries')
      .set({ nextAt: nextAt === null ? null : new Date(nextAt), lastRun: JSON.stringify(run) })
      .where('enterpriseId', '=', enterpriseId)
      .where('entryId', '=', entryId)
      .execute();
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
