import { type ChatViewFilter, noDepartment } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatViewTable } from '#platform/db/schema.chat.ts';

/**
 * @property labelName name of the label by now; null where there is none, or it has gone
 * @property isDepartmentGone the filter names a department that has gone
 */
export type ViewRow = Selectable<ChatViewTable> & { labelName: string | null; isDepartmentGone: boolean };
/** Views of a user, of a department, or with neither of the enterprise. */
export type Place = { userId: string | null; deptId: string | null };

const views = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('chatViews as v')
    .leftJoin('chatLabels as l', (join) => join.onRef('l.enterpriseId', '=', 'v.enterpriseId').onRef('l.labelId', '=', 'v.labelId'))
    .selectAll('v')
    .select('l.name as labelName')
    .select(
      sql<boolean>`coalesce(v.filter ->> 'department', '') not in ('', ${noDepartment}) and not exists (select from departments f
        where f.enterprise_id = v.enterprise_id and f.department_id::text = v.filter ->> 'department' and f.deleted_at is null)`.as(
        'isDepartmentGone',
      ),
    )
    .where('v.enterpriseId', '=', enterpriseId);

export const findView = (tx: Read, enterpriseId: string, viewId: string): Promise<ViewRow | undefined> =>
  views(tx, enterpriseId).where('v.viewId', '=', viewId).executeTakeFirst();

export const lockView = (tx: Tx, enterpriseId: string, viewId: string): Promise<ViewRow | undefined> =>
  views(tx, enterpriseId).where('v.viewId', '=', viewId).forUpdate('v').executeTakeFirst();

export const listViews = (tx: Read, enterpriseId: string, { userId, deptId }: Place): Promise<ViewRow[]> =>
  views(tx, enterpriseId)
    .where(sql<boolean>`v.user_id is not distinct from ${userId}::uuid and v.dept_id is not distinct from ${deptId}::uuid`)
    .orderBy('v.place')
    .orderBy('v.viewId')
    .execute();

/** The views of a user, then those of departments, department by department, then those of the enterprise. */
export const listSeen = (tx: Read, enterpriseId: string, userId: string, departments: readonly string[] | 'all'): Promise<ViewRow[]> =>
  views(tx, enterpriseId)
    .leftJoin('departments as d', (join) =>
      join.onRef('d.enterpriseId', '=', 'v.enterpriseId').onRef('d.departmentId', '=', 'v.deptId').on('d.deletedAt', 'is', null),
    )
    .where((where) =>
      where.or([
        where('v.userId', '=', userId),
        where.and([
          where('v.userId', 'is', null),
          departments === 'all'
            ? where.or([where('v.deptId', 'is', null), where('d.departmentId', 'is not', null)])
            : where.or([where('v.deptId', 'is', null), sql<boolean>`d.department_id = any(${[...departments]}::uuid[])`]),
        ]),
      ]),
    )
    .orderBy(sql`case when v.user_id is not null then 0 when v.dept_id is not null then 1 else 2 end`)
    .orderBy('d.name')
    .orderBy('v.deptId')
    .orderBy('v.place')
    .orderBy('v.viewId')
    .execute();

/** Views of a scope are added and put into order one after the other: their number has a limit. */
export async function lockScope(tx: Tx, enterpriseId: string, { userId, deptId }: Place): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat_views ${enterpriseId} ${userId ?? ''} ${deptId ?? ''}`}, 0))`.execute(tx);
}

/** A label of this name: the department's own before those of none, and those before others'. */
export async function findLabelNamed(tx: Read, enterpriseId: string, deptId: string | null, name: string): Promise<string | null> {
  if (name === '') return null;
  const row = await tx
    .selectFrom('chatLabels')
    .select('labelId')
    .where('enterpriseId', '=', enterpriseId)
    .where('name', '=', name)
    .orderBy(sql`case when dept_id = ${deptId}::uuid then 0 when dept_id is null then 1 else 2 end`)
    .orderBy('isActive', 'desc')
    .orderBy('labelId')
    .limit(1)
    .executeTakeFirst();
  return row?.labelId ?? null;
}

type NewView = Place & { viewId: string; name: string; filter: ChatViewFilter; labelId: string | null; place: number };

export async function insertView(tx: Tx, enterpriseId: string, { filter, ...row }: NewView): Promise<void> {
  await tx
    .insertInto('chatViews')
    .values({ enterpriseId, ...row, filter: JSON.stringify(filter) })
    .execute();
}

type ViewChange = { name?: string; filter?: string; labelId?: string | null; place?: number; version?: number };

export async function updateView(tx: Tx, enterpriseId: string, viewId: string, change: ViewChange): Promise<void> {
  await tx.updateTable('chatViews').set(change).where('enterpriseId', '=', enterpriseId).where('viewId', '=', viewId).execute();
}

export async function deleteView(tx: Tx, enterpriseId: string, viewId: string): Promise<void> {
  await tx.deleteFrom('chatViews').where('enterpriseId', '=', enterpriseId).where('viewId', '=', viewId).execute();
}
