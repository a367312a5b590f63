import type { DeliveryOutcome, DeliveryReason } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ReportDeliveryTable } from '#platform/db/schema.insight.ts';

export type DeliveryRow = Selectable<ReportDeliveryTable>;
export type DeliveryKey = Pick<DeliveryRow, 'enterpriseId' | 'scheduleId' | 'dueAt' | 'userId'>;

/** One mail to each user; what has been written down before stays. */
export async function insertDeliveries(
  tx: Tx,
  { enterpriseId, scheduleId, dueAt }: Omit<DeliveryKey, 'userId'>,
  userIds: readonly string[],
  { now, isLate = false, isAsked = false }: { now: Date; isLate?: boolean; isAsked?: boolean },
): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('reportDeliveries')
    .values(
      userIds.map((userId) => ({
        ...{ enterpriseId, scheduleId, dueAt, userId, isLate, isAsked },
        ...{ state: 'DUE' as const, nextAt: now, stateAt: now },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const delivery = (tx: Read, { enterpriseId, scheduleId, dueAt, userId }: DeliveryKey) =>
  tx
    .selectFrom('reportDeliveries')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('scheduleId', '=', scheduleId)
    .where('dueAt', '=', dueAt)
    .where('userId', '=', userId);

export const findDelivery = (tx: Read, key: DeliveryKey): Promise<DeliveryRow | undefined> => delivery(tx, key).executeTakeFirst();
export const lockDelivery = (tx: Tx, key: DeliveryKey): Promise<DeliveryRow | undefined> =>
  delivery(tx, key).forUpdate().executeTakeFirst();

type DeliveryChange = { state: DeliveryOutcome; reason: DeliveryReason; stateAt: Date; nextAt: Date; tries?: number };
export async function updateDelivery(tx: Tx, { enterpriseId, scheduleId, dueAt, userId }: DeliveryKey, change: DeliveryChange) {
  await tx
    .updateTable('reportDeliveries')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('scheduleId', '=', scheduleId)
    .where('dueAt', '=', dueAt)
    .where('userId', '=', userId)
    .execute();
}

/** @param userId those to this user alone; undefined: to all */
export const listDeliveries = (
  tx: Read,
  enterpriseId: string,
  scheduleId: string,
  { from, most, userId }: { from: number; most: number; userId: string | undefined },
): Promise<DeliveryRow[]> =>
  tx
    .selectFrom('reportDeliveries')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('scheduleId', '=', scheduleId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .orderBy('dueAt', 'desc')
    .orderBy('userId')
    .offset(from)
    .limit(most)
    .execute();

/** Counts the mails of one time that did not go, and those that are still on their way. */
export async function countUnsent(tx: Read, enterpriseId: string, scheduleId: string, dueAt: Date) {
  const { rows } = await sql<{ failed: number; open: number }>`
    select count(*) filter (where d.state = 'FAILED' or (d.state = 'SKIPPED' and d.reason <> 'rows')) as failed,
      count(*) filter (where d.state in ('DUE', 'SENDING')) as open
    from report_deliveries d where d.enterprise_id = ${enterpriseId} and d.schedule_id = ${scheduleId} and d.due_at = ${dueAt}
      and not d.is_asked`.execute(tx);
  return { failed: Number(rows[0]?.failed ?? 0), open: Number(rows[0]?.open ?? 0) };
}

export async function listDueDeliveries(db: Db, at: Date, most: number): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`select * from due_report_deliveries(${at}::timestamptz, ${most}::integer)`.execute(db);
  return rows;
}
