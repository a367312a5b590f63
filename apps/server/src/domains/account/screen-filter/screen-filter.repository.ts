import type { FilterScreen } from '@parley/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ScreenFilterTable } from '#platform/db/schema.account.ts';

export type ScreenFilterRow = Selectable<ScreenFilterTable> & { ownerName: string };

const filters = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('screenFilters as s')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 's.enterpriseId').onRef('u.userId', '=', 's.userId'))
    .selectAll('s')
    .select('u.name as ownerName')
    .where('s.enterpriseId', '=', enterpriseId);

export const findScreenFilter = (tx: Read, enterpriseId: string, filterId: string): Promise<ScreenFilterRow | undefined> =>
  filters(tx, enterpriseId).where('s.filterId', '=', filterId).executeTakeFirst();

export const lockScreenFilter = (tx: Tx, enterpriseId: string, filterId: string): Promise<ScreenFilterRow | undefined> =>
  filters(tx, enterpriseId).where('s.filterId', '=', filterId).forUpdate('s').executeTakeFirst();

/** A user's own filters, then those of departments that still are. @param departments 'all': of every one */
export const listScreenFilters = (
  tx: Read,
  enterpriseId: string,
  screen: FilterScreen,
  userId: string,
  departments: readonly string[] | 'all',
): Promise<ScreenFilterRow[]> =>
  filters(tx, enterpriseId)
    .leftJoin('departments as d', (join) =>
      join.onRef('d.enterpriseId', '=', 's.enterpriseId').onRef('d.departmentId', '=', 's.deptId').on('d.deletedAt', 'is', null),
    )
    .where('s.screen', '=', screen)
    .where((where) =>
      where.or([
        where('s.userId', '=', userId),
        departments === 'all' ? where('d.departmentId', 'is not', null) : sql<boolean>`d.department_id = any(${[...departments]}::uuid[])`,
      ]),
    )
    .orderBy(sql`case when s.user_id = ${userId} then 0 else 1 end`)
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.filterId')
    .execute();

/** Filters of a user on a screen are added one after the other: their number has a limit, and one of them is the default. */
export async function lockOwner(tx: Tx, enterpriseId: string, screen: FilterScreen, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`screen_filters ${enterpriseId} ${userId} ${screen}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*) as count from screen_filters s
    where s.enterprise_id = ${enterpriseId} and s.screen = ${screen} and s.user_id = ${userId}`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** Another one becomes the default: the former is none any more. */
export async function clearDefault(tx: Tx, enterpriseId: string, screen: FilterScreen, userId: string, but: string): Promise<void> {
  await sql`update screen_filters s set is_default = false, version = s.version + 1 where s.enterprise_id = ${enterpriseId} and s.screen = ${screen}
    and s.user_id = ${userId} and s.is_default and s.filter_id <> ${but}`.execute(tx);
}

type NewFilter = {
  filterId: string;
  screen: FilterScreen;
  userId: string;
  deptId: string | null;
  name: string;
  search: string;
  isDefault: boolean;
};

export async function insertScreenFilter(tx: Tx, enterpriseId: string, filter: NewFilter): Promise<void> {
  await tx
    .insertInto('screenFilters')
    .values({ enterpriseId, ...filter })
    .execute();
}

export async function updateScreenFilter(
  tx: Tx,
  enterpriseId: string,
  filterId: string,
  change: Updateable<ScreenFilterTable>,
): Promise<void> {
  await tx.updateTable('screenFilters').set(change).where('enterpriseId', '=', enterpriseId).where('filterId', '=', filterId).execute();
}

export async function deleteScreenFilter(tx: Tx, enterpriseId: string, filterId: string): Promise<void> {
  await tx.deleteFrom('screenFilters').where('enterpriseId', '=', enterpriseId).where('filterId', '=', filterId).execute();
}
