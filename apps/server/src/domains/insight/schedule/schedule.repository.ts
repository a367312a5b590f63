import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ReportScheduleTable } from '#platform/db/schema.insight.ts';

/** @property boardName of a board in the bin as well @property isBoardGone it is in the bin */
export type ScheduleRow = Selectable<ReportScheduleTable> & { boardName: string; isBoardGone: boolean };

const schedules = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('reportSchedules as s')
    .innerJoin('boards as b', (join) => join.onRef('b.enterpriseId', '=', 's.enterpriseId').onRef('b.boardId', '=', 's.boardId'))
    .selectAll('s')
    .select(['b.name as boardName', sql<boolean>`b.deleted_at is not null`.as('isBoardGone')])
    .where('s.enterpriseId', '=', enterpriseId);

export const findSchedule = (tx: Read, enterpriseId: string, scheduleId: string): Promise<ScheduleRow | undefined> =>
  schedules(tx, enterpriseId).where('s.scheduleId', '=', scheduleId).executeTakeFirst();

export const lockSchedule = (tx: Tx, enterpriseId: string, scheduleId: string): Promise<ScheduleRow | undefined> =>
  schedules(tx, enterpriseId).where('s.scheduleId', '=', scheduleId).forUpdate('s').executeTakeFirst();

/** Somebody who sees what is their own and what names them; an administrator sees all. */
type Reader = { userId: string; isAdministrator: boolean };
export const listSchedules = (tx: Read, enterpriseId: string, { userId, isAdministrator }: Reader): Promise<ScheduleRow[]> =>
  schedules(tx, enterpriseId)
    .where(sql<boolean>`(${isAdministrator} or s.owner_id = ${userId} or ${userId}::uuid = any(s.user_ids))`)
    .where('b.deletedAt', 'is', null)
    .orderBy(sql`lower(b.name)`)
    .orderBy('s.scheduleId')
    .execute();

/** Schedules are added one after the other: their number has a limit. */
export async function countSchedulesAlone(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report_schedules ${enterpriseId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('reportSchedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertSchedule(tx: Tx, row: Insertable<ReportScheduleTable>): Promise<void> {
  await tx.insertInto('reportSchedules').values(row).execute();
}

type ScheduleChange = Partial<Omit<Selectable<ReportScheduleTable>, 'enterpriseId' | 'scheduleId'>>;
export async function updateSchedule(tx: Tx, enterpriseId: string, scheduleId: string, change: ScheduleChange): Promise<void> {
  await tx
    .updateTable('reportSchedules')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('scheduleId', '=', scheduleId)
    .execute();
}

export async function deleteSchedule(tx: Tx, enterpriseId: string, scheduleId: string): Promise<void> {
  await tx.deleteFrom('reportSchedules').where('enterpriseId', '=', enterpriseId).where('scheduleId', '=', scheduleId).execute();
}

export async function listDueSchedules(db: Db, at: Date, most: number): Promise<{ enterpriseId: string; scheduleId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; scheduleId: string }>`
    select * from due_report_schedules(${at}::timestamptz, ${most}::integer)`.execute(db);
  return rows;
}
