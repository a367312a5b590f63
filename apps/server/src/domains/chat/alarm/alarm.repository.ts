import type { AlarmKind } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatAlarmLimitsTable, ChatAlarmTable } from '#platform/db/schema.chat.ts';
import { newId } from '#platform/ids.ts';
import type { Limits, Ringing } from './alarm.rules.ts';

export type LimitsRow = Selectable<ChatAlarmLimitsTable>;
export type AlarmRow = Selectable<ChatAlarmTable> & { departmentName: string };

const ofDepartment = (deptId: string | null) => sql<boolean>`dept_id is not distinct from ${deptId}::uuid`;

export const findLimits = (tx: Read, enterpriseId: string, deptId: string | null): Promise<LimitsRow | undefined> =>
  tx.selectFrom('chatAlarmLimits').selectAll().where('enterpriseId', '=', enterpriseId).where(ofDepartment(deptId)).executeTakeFirst();

/** Makes the row of a department, so that its next reader can lock it. */
export async function lockLimits(tx: Tx, enterpriseId: string, deptId: string | null): Promise<LimitsRow> {
  await sql`insert into chat_alarm_limits (enterprise_id, limits_id, dept_id, version) values (${enterpriseId}, ${newId()}, ${deptId}, 0)
    on conflict (enterprise_id, dept_id) do nothing`.execute(tx);
  return tx
    .selectFrom('chatAlarmLimits')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(ofDepartment(deptId))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const updateLimits = (tx: Tx, enterpriseId: string, limitsId: string, limits: Limits & { version: number }) =>
  tx.updateTable('chatAlarmLimits').set(limits).where('enterpriseId', '=', enterpriseId).where('limitsId', '=', limitsId).execute();

export const listAlarms = (tx: Read, enterpriseId: string): Promise<AlarmRow[]> =>
  tx
    .selectFrom('chatAlarms as a')
    .leftJoin('departments as d', (join) => join.onRef('d.enterpriseId', '=', 'a.enterpriseId').onRef('d.departmentId', '=', 'a.deptId'))
    .selectAll('a')
    .select((eb) => eb.fn.coalesce('d.name', sql<string>`''`).as('departmentName'))
    .where('a.enterpriseId', '=', enterpriseId)
    .where('d.deletedAt', 'is', null)
    .orderBy('a.since')
    .orderBy('a.alarmId')
    .execute();

/** Alarms of departments that were deleted while they rang. */
export const listLostAlarms = (tx: Read, enterpriseId: string): Promise<AlarmRow[]> =>
  tx
    .selectFrom('chatAlarms as a')
    .innerJoin('departments as d', (join) => join.onRef('d.enterpriseId', '=', 'a.enterpriseId').onRef('d.departmentId', '=', 'a.deptId'))
    .selectAll('a')
    .select('d.name as departmentName')
    .where('a.enterpriseId', '=', enterpriseId)
    .where('d.deletedAt', 'is not', null)
    .execute();

/** @returns false: another worker has rung it already */
export async function insertAlarm(tx: Tx, enterpriseId: string, deptId: string | null, kind: AlarmKind, ringing: Ringing) {
  const { since, figure, limit } = ringing;
  const { rows } = await sql`insert into chat_alarms (enterprise_id, alarm_id, dept_id, kind, since, figure, limit_value)
    values (${enterpriseId}, ${newId()}, ${deptId}, ${kind}, ${since}, ${figure}, ${limit})
    on conflict (enterprise_id, dept_id, kind) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export const updateAlarm = (tx: Tx, enterpriseId: string, alarmId: string, belowSince: Date | null) =>
  tx.updateTable('chatAlarms').set({ belowSince }).where('enterpriseId', '=', enterpriseId).where('alarmId', '=', alarmId).execute();

/** @returns false: another worker has ended it already */
export async function deleteAlarm(tx: Tx, enterpriseId: string, alarmId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('chatAlarms')
    .where('enterpriseId', '=', enterpriseId)
    .where('alarmId', '=', alarmId)
    .returning('alarmId')
    .executeTakeFirst();
  return gone !== undefined;
}
