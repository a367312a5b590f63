import type { JourneyRuleSettings, JourneyScheduleRun } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ValueRule } from './start.rules.ts';

export type Due = {
  entryId: string;
  journeyId: string;
  journeyName: string;
  audienceId: string;
  settings: JourneyRuleSettings;
  nextAt: Date;
  createdBy: string | null;
  isOpen: boolean;
};

/** The rule, if it is still due and nobody else has it in hand. */
export async function lockDue(tx: Tx, enterpriseId: string, entryId: string, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select e.entry_id, e.journey_id, j.name as journey_name, e.word as audience_id, e.settings, e.next_at, e.created_by,
      e.is_active and j.state = 'PUBLISHED' and j.deleted_at is null as is_open
    from journey_entries e join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id
    where e.enterprise_id = ${enterpriseId} and e.entry_id = ${entryId} and e.next_at <= ${now}
    for no key update of e skip locked`.execute(tx);
  return rows[0];
}

export type Audience = { name: string; people: number };

export const findAudience = (tx: Read, enterpriseId: string, setId: string): Promise<Audience | undefined> =>
  tx
    .selectFrom('customerSets')
    .select(['name', 'customerCount as people'])
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', '=', setId)
    .executeTakeFirst();

type ListeningRule = ValueRule & { entryId: string; channelId: string; channelType: number };

/** Rules that listen to one of these values, whose streams are published and not paused. */
export const findListeningRules = async (tx: Read, enterpriseId: string, fields: readonly string[]): Promise<ListeningRule[]> =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'e.enterpriseId').onRef('c.channelId', '=', 'e.channelId'))
    .select(['e.entryId', 'e.channelId', 'e.word', 'e.settings', 'c.type as channelType'])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.kind', '=', 'attribute')
    .where('e.word', 'in', [...fields])
    .where('e.isActive', '=', true)
    .where('j.state', '=', 'PUBLISHED')
    .where('j.deletedAt', 'is', null)
    .orderBy('e.entryId')
    .execute();

/** Writes what has become of a schedule's time, and when it is due next; null: never again. */
export async function noteSchedule(
  tx: Tx,
  enterpriseId: string,
  entryId: string,
  { nextAt, run }: { nextAt: Date | null; run: JourneyScheduleRun },
): Promise<void> {
  await tx
    .updateTable('journeyEntries')
    .set({ nextAt, lastRun: JSON.stringify(run) })
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .execute();
}

export async function updateLastRun(tx: Tx, enterpriseId: string, entryId: string, run: JourneyScheduleRun): Promise<void> {
  await tx
    .updateTable('journeyEntries')
    .set({ lastRun: JSON.stringify(run) })
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .execute();
}

/** Finds rules of all enterprises whose time has come. */
export async function findDueSchedules(db: Read, now: Date, most: number): Promise<{ enterpriseId: string; entryId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; entryId: string }>`select * from due_journey_schedules(${now}, ${most})`.execute(db);
  return rows;
}
